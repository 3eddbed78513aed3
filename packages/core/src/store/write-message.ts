import type { RowOperation, WritePlan } from '../plan/index.js';
import { batchMessage } from './egt/batch-message.js';
import { rowPath } from './endpoint.js';
import type { HeaderSet } from './http/index.js';
import type { Message, Reply, WriteMessage } from './message.js';
import { problemOfWrite } from './problem.js';
import { rowBody } from './row-body.js';
import { guardOf, rowVerb } from './row-verb.js';
import type { Sender } from './sender.js';

export function writeMessage(plan: WritePlan, id: string, sender: Sender): WriteMessage {
  if (plan.operations.length > 1) return batchMessage(plan, id, sender);
  const body = rowBody(plan.operations[0]!);
  if (body !== undefined && mayBeMisread(body)) return batchMessage(plan, id, sender);
  return { message: rowMessage(plan, body, id, sender), etagsOf: etagOfHeader };
}

/** Less than this arrives in one piece. */
const ONE_PIECE = 16_384;

/**
 * Azurite reads the body of a single write piece by piece, and breaks characters that lie on a border. What a
 * transaction holds it reads as a whole, so a long text beyond ASCII goes as a transaction of one.
 */
function mayBeMisread(body: string): boolean {
  return body.length > ONE_PIECE && Buffer.byteLength(body) !== body.length;
}

function rowMessage(
  { entity, table, operations }: WritePlan,
  body: string | undefined,
  id: string,
  sender: Sender,
): Message {
  const operation = operations[0]!;
  const { kind, row } = operation;
  return {
    method: rowVerb(kind, sender.limits.profile).method,
    path: kind === 'insert' ? table : rowPath(table, row.partitionKey, row.rowKey),
    headers: rowHeaders(operation, sender),
    body,
    id,
    about: { table, entity },
    problemOf: problemOfWrite,
  };
}

function rowHeaders(operation: RowOperation, { headers, limits }: Sender): HeaderSet {
  if (operation.kind === 'insert') return headers.insert;
  const { header } = rowVerb(operation.kind, limits.profile);
  const plain = header ? headers.write.with(...header) : headers.write;
  const guard = guardOf(operation);
  return guard === undefined ? plain : plain.with('If-Match', guard);
}

const etagOfHeader = (reply: Reply) => [reply.headers.get('etag')];
