import type { EntityKeys } from '../../codec/index.js';
import { type CallScope, EntityChangedError, EntityNotFoundError } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { stampOf, UNSEEN_ETAG, Written } from '../stamp.js';
import { applyChanges, type ChangeSet, encodeChanges, settleChanges } from './changes.js';
import { type RetryBudget, untilUncontended } from './congestion.js';
import { readEntity } from './read.js';
import { removalOf, updateLoaded } from './update-loaded.js';
import { writeRow } from './write.js';

/**
 * Writes some columns of a row that was not read. One merge, unless the row has to be looked at first:
 * because columns go away, or because stored getters depend on what changes.
 */
export async function updateByKey<E extends object>(
  context: RepositoryContext<E>,
  keys: EntityKeys,
  changes: ChangeSet,
  ifMatch: string,
  budget: RetryBudget,
  scope: CallScope,
): Promise<Written> {
  const { columns, removed } = encodeChanges(context, changes);
  const { model } = context;
  if (model.columns.some((property) => property.computed)) {
    return updateComputed(context, keys, changes, ifMatch, budget, scope);
  }
  if (removed.length > 0) {
    return writeGuarded(context, ifMatch, budget, scope, async () => {
      const operation = await removalOf(context, keys, { columns, removed }, ifMatch, scope);
      return async () => written(await writeRow(context, operation, scope));
    });
  }
  const row = { ...keys, columns, types: model.types };
  return written(await writeRow(context, { kind: 'merge', row, ifMatch }, scope));
}

function updateComputed<E extends object>(
  context: RepositoryContext<E>,
  keys: EntityKeys,
  changes: ChangeSet,
  ifMatch: string,
  budget: RetryBudget,
  scope: CallScope,
): Promise<Written> {
  const details = { entity: context.model.name, table: context.table };
  return writeGuarded(context, ifMatch, budget, scope, async () => {
    const entity = await readEntity(context, keys, scope);
    if (!entity) throw new EntityNotFoundError(details);
    const stamp = stampOf(entity)!;
    if (ifMatch !== '*' && stamp.etag !== ifMatch) throw new EntityChangedError(details);
    applyChanges(entity, settleChanges(context, changes));
    const wanted = context.codec.encode(entity);
    return async () => {
      const updated = await updateLoaded(context, entity, wanted, stamp, stamp.etag, scope);
      return written(stampOf(updated)?.etag);
    };
  });
}

/** A caller who named a version wants to hear that it is gone; others just want the change made. */
async function writeGuarded(
  context: RepositoryContext,
  ifMatch: string,
  budget: RetryBudget,
  scope: CallScope,
  prepare: () => Promise<() => Promise<Written>>,
): Promise<Written> {
  if (ifMatch === '*') return untilUncontended(context, budget, scope, prepare);
  const write = await prepare();
  return write();
}

function written(etag: string | undefined): Written {
  return new Written(etag ?? UNSEEN_ETAG);
}
