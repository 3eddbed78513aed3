import type { Reply } from '../message.js';
import { errorCode, errorIndex, FOREIGN_REPLY, type Problem, problemOfReply } from '../problem.js';
import { followEtags } from './etag-run.js';
import { type EtagPlace, etagIn } from './part-etag.js';

const STATUS_LINE = 'HTTP/1.1 ';
const BOUNDARY = '\n--changesetresponse';

/** The reply to a transaction, read in one pass: its problem, or the new ETags. */
export class BatchReply {
  readonly #operations: number;
  #etags: readonly (string | undefined)[] = [];

  constructor(operations: number) {
    this.#operations = operations;
  }

  /** Of the last reply that was read and had no problem, in the order of the operations; a deleted row has none. */
  get etags(): readonly (string | undefined)[] {
    return this.#etags;
  }

  /** The problem of the request as a whole, or of the one operation that undid it. */
  read(reply: Reply): Problem | undefined {
    const whole = problemOfReply(reply);
    if (whole) return whole;
    const { text } = reply;
    const etags: (string | undefined)[] = [];
    let before: EtagPlace | undefined;
    let at = text.indexOf(STATUS_LINE);
    while (at >= 0) {
      const status = statusAt(text, at + STATUS_LINE.length);
      const start = status === undefined ? -1 : afterLine(text, at);
      if (start < 0) {
        at = text.indexOf(STATUS_LINE, at + 1);
        continue;
      }
      const end = text.indexOf(BOUNDARY, start);
      if (end < 0) break;
      if (status! >= 300) {
        const content = text.slice(start, end);
        return {
          status: status!,
          code: errorCode(content),
          requestId: reply.headers.get('x-ms-request-id'),
          index: errorIndex(content) ?? etags.length,
        };
      }
      const place = etagIn(text, start, end);
      etags.push(place && text.slice(place.from, place.to));
      const last = place && before ? followEtags(text, before, place, etags) : place;
      // What stands behind the headers may look like anything, so the next part is looked for behind its boundary.
      at = text.indexOf(STATUS_LINE, last === place ? end : text.indexOf(BOUNDARY, last!.to));
      before = last;
    }
    // Not an answer to each operation: no reply of a table service, and what became of the transaction is open.
    if (etags.length !== this.#operations) return FOREIGN_REPLY;
    this.#etags = etags;
    return undefined;
  }
}

/** Three digits. */
function statusAt(text: string, at: number): number | undefined {
  let status = 0;
  for (let place = at; place < at + 3; place++) {
    const digit = text.charCodeAt(place) - 48;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    status = status * 10 + digit;
  }
  return status;
}

/** Where the next line begins; -1 when there is none. */
function afterLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return -1;
  const lone = text.indexOf('\r', at);
  return lone >= 0 && lone < end - 1 ? -1 : end + 1;
}
