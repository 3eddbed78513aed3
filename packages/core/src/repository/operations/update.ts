import type { RepositoryContext } from '../context.js';
import { type GuardOptions, givenGuard } from '../guard.js';
import type { Written } from '../stamp.js';
import type { ChangeSet } from '../write/changes.js';
import type { Attempts } from '../write/congestion.js';
import { prepareUpdate } from '../write/prepare-update.js';
import { prepareUpdateByKey } from '../write/prepare-update-by-key.js';
import type { PreparedWrite } from '../write/prepared.js';

export type UpdateOptions = GuardOptions & Attempts;

/** Changes some columns of an entity that is at hand, or of a row that is only named by its key. */
export function prepareAnyUpdate<E extends object>(
  context: RepositoryContext<E>,
  target: object,
  changes: ChangeSet | undefined,
  options: UpdateOptions,
): PreparedWrite<E | Written> {
  const guard = givenGuard(options);
  return target instanceof context.model.entity
    ? prepareUpdate(context, target as E, changes, guard)
    : prepareUpdateByKey(context, target, changes, guard);
}
