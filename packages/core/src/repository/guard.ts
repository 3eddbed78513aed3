import type { EntityKeys } from '../codec/index.js';
import { checkOptions, OptionsError } from '../errors/index.js';
import { isEtag } from '../limits/index.js';
import type { CallOptions } from '../store/index.js';
import type { RepositoryContext } from './context.js';
import { KeyChangedError, MissingETagError } from './errors.js';
import { type Stamp, stampOf } from './stamp.js';
import type { Idempotent } from './write/idempotency.js';

/** Which version of the row a write may replace. */
export interface GuardOptions extends CallOptions, Idempotent {
  /** Only this version, as `etagOf` gave it. */
  readonly ifMatch?: string;
  /** Whatever is there. */
  readonly force?: boolean;
}

/** The stamp of an entity, if it belongs to this repository's table. */
export function ownStamp(context: RepositoryContext, entity: object): Stamp | undefined {
  const stamp = stampOf(entity);
  return stamp?.origin === context.origin ? stamp : undefined;
}

/** The ETag that the caller gave, `*` for force, or `undefined` for neither. */
export function givenGuard(options: GuardOptions): string | undefined {
  checkOptions(options);
  const { ifMatch, force } = options;
  if (force !== undefined && typeof force !== 'boolean') {
    throw new OptionsError('force', 'force is true or false.');
  }
  if (ifMatch === undefined) return force ? '*' : undefined;
  if (force) throw new OptionsError('force', 'ifMatch and force contradict each other: give one of them.');
  if (!isEtag(ifMatch)) {
    throw new OptionsError(
      'ifMatch',
      'ifMatch is an ETag as etagOf() returns it; to overwrite anything say force: true.',
    );
  }
  return ifMatch;
}

/** The If-Match of a write of a whole entity; refuses to overwrite blindly. */
export function guardOf(
  context: RepositoryContext,
  operation: string,
  entity: object,
  options: GuardOptions,
): string {
  const guard = givenGuard(options) ?? ownStamp(context, entity)?.etag;
  if (guard === undefined) throw new MissingETagError(context.model.name, operation);
  return guard;
}

/** A loaded entity must still be the row that it was. */
export function checkSameKey(context: RepositoryContext, entity: object, keys: EntityKeys): void {
  const stamp = ownStamp(context, entity);
  if (!stamp) return;
  if (stamp.partitionKey !== keys.partitionKey || stamp.rowKey !== keys.rowKey) {
    throw new KeyChangedError(context.model.name);
  }
}
