import type { RowOperation, WritePlan } from '../../plan/index.js';
import type { CallScope, Contention } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { ownStamp } from '../guard.js';
import { putStamp } from '../stamp.js';

/** Sends one row operation: 1 request. The new ETag; none after a delete, or when none can be vouched for. */
export async function writeRow(
  { store, model, table }: RepositoryContext,
  operation: RowOperation,
  scope: CallScope,
  contended?: Contention,
): Promise<string | undefined> {
  const plan: WritePlan = { kind: 'write', entity: model.name, table, operations: [operation] };
  const [etag] = await store.write(plan, scope, contended);
  return etag;
}

export interface Knowledge {
  /** Whether the instance knows all that the row holds, so that its new ETag may vouch for it. */
  readonly seen?: boolean;
  readonly contended?: Contention | undefined;
}

/** Writes an entity and lets it remember what is stored now. */
export async function writeEntity<E extends object>(
  context: RepositoryContext<E>,
  entity: E,
  operation: RowOperation,
  scope: CallScope,
  { seen = true, contended }: Knowledge = {},
): Promise<E> {
  const { partitionKey, rowKey, columns } = operation.row;
  const raw = operation.kind === 'merge' && operation.result ? operation.result : columns;
  const written = await writeRow(context, operation, scope, contended);
  // Without a new ETag the entity keeps its old one, if any: its next write is refused, and nothing gets lost.
  const etag = (seen ? written : undefined) ?? ownStamp(context, entity)?.etag;
  if (etag === undefined) return entity;
  return putStamp(entity, { etag, raw, partitionKey, rowKey, origin: context.origin });
}
