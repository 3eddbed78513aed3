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
  return plan.operations.length > 1
    ? batchMessage(plan, id, sender)
    : { message: rowMessage(plan, id, sender), etagsOf: etagOfHeader };
}

function rowMessage({ entity, table, operations }: WritePlan, id: string, sender: Sender): Message {
  const operation = operations[0]!;
  const { kind, row } = operation;
  return {
    method: rowVerb(kind, sender.limits.profile).method,
    path: kind === 'insert' ? table : rowPath(table, row.partitionKey, row.rowKey),
    headers: rowHeaders(operation, sender),
    body: rowBody(operation),
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
