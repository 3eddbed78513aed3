import type { RawRow } from '../../codec/index.js';
import type { RowOperation } from '../../plan/index.js';
import type { CallScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { putStamp } from '../stamp.js';

/** Sends one row operation: 1 request. The new ETag, or `undefined` after a delete. */
export async function writeRow(
  { store, model, table }: RepositoryContext,
  operation: RowOperation,
  scope: CallScope,
): Promise<string | undefined> {
  const [etag] = await store.write(
    { kind: 'write', entity: model.name, table, operations: [operation] },
    scope,
  );
  return etag;
}

/** Writes an entity and lets it remember what is stored now. `raw` says so when it is more than was sent. */
export async function writeEntity<E extends object>(
  context: RepositoryContext<E>,
  entity: E,
  operation: RowOperation,
  scope: CallScope,
  raw: RawRow = operation.row.columns,
): Promise<E> {
  const { partitionKey, rowKey } = operation.row;
  const etag = (await writeRow(context, operation, scope)) ?? '';
  return putStamp(entity, { etag, raw, partitionKey, rowKey, origin: context.origin });
}
