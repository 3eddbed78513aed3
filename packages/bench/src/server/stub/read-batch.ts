import { malformed } from './refusal.js';

/** One part of a transaction, as it stands in the multipart body. */
export interface BatchPart {
  readonly method: string;
  /** Behind the account: `Employees(PartitionKey='…',RowKey='…')`. */
  readonly path: string;
  readonly json: string;
}

const BOUNDARY = /^multipart\/mixed;\s*boundary=("?)([\w-]{1,70})\1\s*$/i;
const CHANGESET_TYPE = /^content-type:\s*(multipart\/mixed;.*?)\s*$/im;
const PART_TYPE = /^content-type:\s*application\/http\s*$/im;
const REQUEST_LINE = /^(POST|PUT|PATCH|MERGE|DELETE|GET) (\S+) HTTP\/1\.1$/;
const MOST = 100;

/** Takes a transaction apart, or refuses it: one change set, at most 100 parts, every boundary closed. */
export function readBatch(
  contentType: string | undefined,
  text: string,
  account: string,
): readonly BatchPart[] {
  const [changeset, ...others] = sections(text, boundaryOf(contentType));
  if (changeset === undefined || others.length > 0) throw malformed('a batch holds exactly one change set');
  const { head, body } = headAndBody(changeset);
  const parts = sections(body, boundaryOf(CHANGESET_TYPE.exec(head)?.[1]));
  if (parts.length < 1 || parts.length > MOST) throw malformed(`a change set holds 1 to ${MOST} operations`);
  return parts.map((part) => readPart(part, account));
}

function readPart(part: string, account: string): BatchPart {
  const { head, body } = headAndBody(part);
  if (!PART_TYPE.test(head)) throw malformed('a part is of type application/http');
  const request = headAndBody(body);
  const lineEnd = request.head.indexOf('\r\n');
  const line = lineEnd < 0 ? request.head : request.head.slice(0, lineEnd);
  const [, method, url] = REQUEST_LINE.exec(line) ?? [];
  if (method === undefined) throw malformed('a part begins with a request line');
  const base = `/${account}/`;
  const at = url!.indexOf(base);
  if (!/^https?:\/\//.test(url!) || at < 0) throw malformed('a part has the full address of its row');
  return { method, path: url!.slice(at + base.length), json: request.body.trim() };
}

function boundaryOf(contentType: string | undefined): string {
  const boundary = BOUNDARY.exec(contentType ?? '')?.[2];
  if (boundary === undefined) throw malformed('multipart/mixed with a boundary is expected');
  return boundary;
}

/** What lies between the delimiters of a multipart body; the closing one must be there. */
function sections(text: string, boundary: string): readonly string[] {
  const delimiter = `--${boundary}`;
  const pieces = text.split(delimiter);
  const closing = pieces.pop();
  const before = pieces.shift();
  if (before === undefined || before.trim() !== '' || !closing?.startsWith('--')) {
    throw malformed('the boundaries of the multipart body do not match');
  }
  for (const piece of pieces) {
    if (!piece.startsWith('\r\n')) throw malformed('a delimiter stands on a line of its own');
  }
  return pieces.map((piece) => piece.slice(2));
}

function headAndBody(section: string): { readonly head: string; readonly body: string } {
  const end = section.indexOf('\r\n\r\n');
  if (end < 0) throw malformed('an empty line ends the headers');
  return { head: section.slice(0, end), body: section.slice(end + 4) };
}
