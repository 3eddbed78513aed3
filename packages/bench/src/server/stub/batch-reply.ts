import { ETAG } from './rows.js';

const BATCH = 'batchresponse_6a9f6a3c-42b4-4b0b-8d1d-8d9d3f6a5a10';
const CHANGESET = 'changesetresponse_2d5e1f6e-8d1a-4a54-9a55-0d9c7a0a7d5b';
const CRLF = '\r\n';

export const BATCH_REPLY_TYPE = `multipart/mixed; boundary=${BATCH}`;

const PART = [
  `--${CHANGESET}`,
  'Content-Type: application/http',
  'Content-Transfer-Encoding: binary',
  '',
  'HTTP/1.1 204 No Content',
  'X-Content-Type-Options: nosniff',
  'Cache-Control: no-cache',
  'DataServiceVersion: 1.0;',
  `ETag: ${ETAG}`,
  '',
  '',
  '',
].join(CRLF);

const replies = new Map<number, Buffer>();

/** The reply to a transaction of so many writes, all of which succeeded. */
export function batchReply(parts: number): Buffer {
  let reply = replies.get(parts);
  if (!reply) {
    const head = `--${BATCH}${CRLF}Content-Type: multipart/mixed; boundary=${CHANGESET}${CRLF}${CRLF}`;
    reply = Buffer.from(`${head}${PART.repeat(parts)}--${CHANGESET}--${CRLF}--${BATCH}--${CRLF}`);
    replies.set(parts, reply);
  }
  return reply;
}
