import { LimitError, type ServiceLimits } from '../../limits/index.js';
import { MINIMAL_METADATA } from '../headers.js';
import type { Message } from '../message.js';
import type { RowRequest } from '../row-request.js';
import { problemOfBatch } from './read-batch.js';

const CRLF = '\r\n';

/** Writes an entity group transaction: the exact bytes that go out, and are counted. */
export function batchMessage(
  requests: readonly RowRequest[],
  base: string,
  id: string,
  versions: Readonly<Record<string, string>>,
  limits: ServiceLimits,
): Omit<Message, 'about'> {
  const batch = `batch_${id}`;
  const changeset = `changeset_${id}`;
  let text = `--${batch}${CRLF}Content-Type: multipart/mixed; boundary=${changeset}${CRLF}${CRLF}`;
  for (const request of requests) text += part(changeset, base, request);
  text += `--${changeset}--${CRLF}--${batch}--${CRLF}`;
  const body = Buffer.from(text);
  if (body.length > limits.transactionBytes) {
    throw new LimitError(
      `The transaction takes ${body.length} bytes; the service takes ${limits.transactionBytes}. Write fewer or smaller entities at once.`,
      { limit: 'TRANSACTION_BYTES', most: limits.transactionBytes, actual: body.length },
    );
  }
  return {
    method: 'POST',
    path: '$batch',
    headers: { ...versions, 'Content-Type': `multipart/mixed; boundary=${batch}` },
    body,
    problemOf: problemOfBatch,
  };
}

function part(changeset: string, base: string, { method, path, headers, body }: RowRequest): string {
  let text =
    `--${changeset}${CRLF}Content-Type: application/http${CRLF}Content-Transfer-Encoding: binary${CRLF}${CRLF}` +
    `${method} ${base}/${path} HTTP/1.1${CRLF}Accept: ${MINIMAL_METADATA}${CRLF}DataServiceVersion: 3.0${CRLF}`;
  if (body !== undefined) text += `Content-Type: application/json${CRLF}`;
  for (const name in headers) text += `${name}: ${headers[name]}${CRLF}`;
  return `${text}${CRLF}${body ?? ''}${CRLF}`;
}
