import type { Reply } from '../message.js';
import { errorCode, errorIndex, FOREIGN_REPLY, type Problem, problemOfReply } from '../problem.js';

const PART = /HTTP\/1\.1 (\d{3})[^\r\n]*\r?\n([\s\S]*?)(?=\r?\n--changesetresponse)/g;
const ETAG = /^etag: (.*?)\r?$/im;

/** The problem of a transaction: of the request as a whole, or of the one operation that undid it. */
export function problemOfBatch(reply: Reply): Problem | undefined {
  const whole = problemOfReply(reply);
  if (whole) return whole;
  let position = 0;
  for (const [, status, content] of reply.text.matchAll(PART)) {
    if (Number(status) >= 300) {
      return {
        status: Number(status),
        code: errorCode(content!),
        requestId: reply.headers.get('x-ms-request-id'),
        index: errorIndex(content!) ?? position,
      };
    }
    position++;
  }
  // A success without parts is no reply of a table service: what became of the transaction is open.
  return position === 0 ? FOREIGN_REPLY : undefined;
}

/** The new ETags, in the order of the operations; a deleted row has none. */
export function batchEtags(reply: Reply): readonly (string | undefined)[] {
  return [...reply.text.matchAll(PART)].map(([, , content]) => ETAG.exec(content!)?.[1]);
}
