import { type ColumnDiff, type EntityKeys, storedColumns } from '../../codec/index.js';
import type { Row } from '../../edm/index.js';
import type { RowOperation } from '../../plan/index.js';
import {
  type CallScope,
  type Contention,
  EntityChangedError,
  EntityNotFoundError,
} from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { checkSameKey } from '../guard.js';
import type { Stamp } from '../stamp.js';
import { pointRead } from './read.js';
import { rewriteRow } from './rewrite-row.js';
import { writeEntity } from './write.js';

/**
 * Stores how an entity (`wanted`, encoded) differs from what was loaded: nothing to send, one merge of the changed columns,
 * or, because a merge cannot remove a column, a read of the whole row and its replacement.
 */
export async function updateLoaded<E extends object>(
  context: RepositoryContext<E>,
  entity: E,
  wanted: Row,
  stamp: Stamp,
  ifMatch: string,
  scope: CallScope,
  contended?: Contention,
): Promise<E> {
  checkSameKey(context, entity, wanted);
  const diff = context.codec.diff(stamp.raw, wanted);
  // Over another version than the one that was loaded, the write may go, but its ETag would vouch for columns
  // that this instance has never seen.
  const seen = ifMatch === stamp.etag;
  if (diff.removed.length > 0) {
    const operation = await removalOf(context, stamp, diff, ifMatch, scope);
    return writeEntity(context, entity, operation, scope, { seen, contended });
  }
  const row: Row = { ...wanted, columns: diff.columns };
  if (isEmpty(diff)) return entity;
  const result = Object.assign(storedColumns(stamp.raw), diff.columns);
  return writeEntity(context, entity, { kind: 'merge', row, ifMatch, result }, scope, { seen, contended });
}

/** A replacement of the row without the removed columns, and with those that the class does not know. */
export async function removalOf(
  context: RepositoryContext,
  keys: EntityKeys,
  diff: ColumnDiff,
  ifMatch: string,
  scope: CallScope,
): Promise<RowOperation> {
  const { store, model, table } = context;
  const stored = await store.readTyped(pointRead(context, keys), scope);
  const details = { entity: model.name, table };
  if (!stored) throw new EntityNotFoundError(details);
  if (ifMatch !== '*' && ifMatch !== stored.etag) throw new EntityChangedError(details);
  return { kind: 'replace', row: rewriteRow(stored, diff, model.types), ifMatch: stored.etag };
}

function isEmpty({ columns }: ColumnDiff): boolean {
  for (const _ in columns) return false;
  return true;
}
