import { invalidInput } from './refusal.js';

/** One request inside of a multipart body. */
export interface InnerRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const BOUNDARY = /^multipart\/mixed;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*$/i;
const CHANGESET_TYPE = /^content-type:\s*(multipart\/mixed;.*?)\s*$/im;
const PART_TYPE = /^content-type:\s*application\/http\s*$/im;

/** The requests of the one change set in a batch. */
export function readChangeset(contentType: string | undefined, text: string): readonly InnerRequest[] {
  const [changeset, ...others] = sections(text, boundaryOf(contentType));
  if (changeset === undefined || others.length > 0)
    throw invalidInput('A batch holds exactly one change set.');
  const [head, body] = headAndBody(changeset);
  return sections(body, boundaryOf(CHANGESET_TYPE.exec(head)?.[1])).map(readPart);
}

function readPart(part: string): InnerRequest {
  const [head, request] = headAndBody(part);
  if (!PART_TYPE.test(head)) throw invalidInput('A part is of type application/http.');
  const [requestHead, body] = headAndBody(request);
  const [line, ...headerLines] = requestHead.split('\r\n');
  const [method, url, version, ...rest] = line!.split(' ');
  if (method === undefined || url === undefined || version !== 'HTTP/1.1' || rest.length > 0) {
    throw invalidInput('A part begins with a request line.');
  }
  const headers = new Map<string, string>();
  for (const header of headerLines) {
    const colon = header.indexOf(':');
    if (colon <= 0) throw invalidInput('A header of a part cannot be read.');
    headers.set(header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim());
  }
  return { method, url, headers, body: body.trim() };
}

function boundaryOf(contentType: string | undefined): string {
  const boundary = BOUNDARY.exec(contentType ?? '')?.[2];
  if (boundary === undefined) throw invalidInput('multipart/mixed with a boundary is expected.');
  return boundary;
}

/** What lies between the delimiters; the closing one must be there. */
function sections(text: string, boundary: string): readonly string[] {
  const pieces = text.split(`--${boundary}`);
  const closing = pieces.pop();
  const before = pieces.shift();
  if (before === undefined || before.trim() !== '' || !closing?.startsWith('--')) {
    throw invalidInput('The boundaries of the multipart body do not match.');
  }
  for (const piece of pieces) {
    if (!piece.startsWith('\r\n')) throw invalidInput('A delimiter stands on a line of its own.');
  }
  return pieces.map((piece) => piece.slice(2));
}

function headAndBody(section: string): readonly [head: string, body: string] {
  const end = section.indexOf('\r\n\r\n');
  if (end < 0) throw invalidInput('An empty line ends the headers.');
  return [section.slice(0, end), section.slice(end + 4)];
}
