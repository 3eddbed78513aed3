import { LimitError } from '../../limits/index.js';
import type { WritePlan } from '../../plan/index.js';
import type { WriteMessage } from '../message.js';
import type { Sender } from '../sender.js';
import { utf8Bytes } from '../utf8-bytes.js';
import { batchBody, batchBoundary } from './batch-body.js';
import { BatchReply } from './batch-reply.js';

/** The request of an entity group transaction: the exact bytes that go out, and are counted. */
export function batchMessage(
  { entity, table, operations }: WritePlan,
  id: string,
  { base, headers, limits }: Sender,
): WriteMessage {
  const body = utf8Bytes(batchBody({ base, table, id, profile: limits.profile }, operations));
  if (body.length > limits.transactionBytes) {
    throw new LimitError(
      `The transaction takes ${body.length} bytes; the service takes ${limits.transactionBytes}. Write fewer or smaller entities at once.`,
      { limit: 'TRANSACTION_BYTES', most: limits.transactionBytes, actual: body.length },
    );
  }
  const reply = new BatchReply(operations.length);
  return {
    message: {
      method: 'POST',
      path: '$batch',
      headers: headers.read.with('Content-Type', `multipart/mixed; boundary=${batchBoundary(id)}`),
      body,
      id,
      about: { table, entity },
      problemOf: (received) => reply.read(received),
    },
    etagsOf: () => reply.etags,
  };
}
