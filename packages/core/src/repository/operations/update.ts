import type { Row } from '../../edm/index.js';
import { OptionsError } from '../../errors/index.js';
import type { CallScope } from '../../store/index.js';
import { asInstance } from '../as-instance.js';
import type { RepositoryContext } from '../context.js';
import { MissingETagError } from '../errors.js';
import { type GuardOptions, givenGuard, ownStamp } from '../guard.js';
import type { Written } from '../stamp.js';
import { applyChanges, type ChangeSet, type SettledChanges, settleChanges } from './changes.js';
import type { RetryBudget } from './congestion.js';
import { addressOf } from './read.js';
import { updateByKey } from './update-by-key.js';
import { updateLoaded } from './update-loaded.js';
import { writeEntity } from './write.js';

export type UpdateOptions = GuardOptions & RetryBudget;

/** Changes some columns of an entity that is at hand, or of a row that is only named by its key. */
export async function update<E extends object>(
  context: RepositoryContext<E>,
  target: object,
  changes: ChangeSet | undefined,
  options: UpdateOptions,
  scope: CallScope,
): Promise<E | Written> {
  const guard = givenGuard(options);
  if (target instanceof context.model.entity) {
    return updateEntity(context, target as E, changes, guard, scope);
  }
  const keys = addressOf(context, target);
  if (changes === undefined) {
    throw new OptionsError('changes', `${context.model.name}: to update by key, say what changes.`);
  }
  return updateByKey(context, keys, changes, guard ?? '*', options, scope);
}

async function updateEntity<E extends object>(
  context: RepositoryContext<E>,
  given: E,
  changes: ChangeSet | undefined,
  guard: string | undefined,
  scope: CallScope,
): Promise<E | Written> {
  const { model, codec } = context;
  const entity = asInstance(model, given);
  const stamp = ownStamp(context, entity);
  const ifMatch = guard ?? stamp?.etag;
  if (ifMatch === undefined) throw new MissingETagError(model.name, 'update');
  const settled = changes === undefined ? undefined : settleChanges(context, changes);
  // The instance gets the changes only once they are stored: other calls may be at work on it meanwhile.
  const wanted = settled ? encodeWith(context, entity, settled) : codec.encode(entity);
  const updated = stamp
    ? await updateLoaded(context, entity, wanted, stamp, ifMatch, scope)
    : // Nothing is known of the stored row: every column that has a value is written.
      await writeEntity(context, entity, { kind: 'merge', row: wanted, ifMatch }, scope);
  if (settled) applyChanges(entity, settled);
  return updated;
}

function encodeWith<E extends object>(
  context: RepositoryContext<E>,
  entity: E,
  changes: SettledChanges,
): Row {
  const restore = applyChanges(entity, changes);
  try {
    return context.codec.encode(entity);
  } finally {
    restore();
  }
}
