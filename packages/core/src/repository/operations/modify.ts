import { hasCode, OptionsError } from '../../errors/index.js';
import { type CallOptions, type CallScope, EntityNotFoundError } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { addressOf } from '../point-read.js';
import { stampOf } from '../stamp.js';
import { type Attempts, attemptsOf, startOver } from '../write/congestion.js';
import type { Idempotent } from '../write/idempotency.js';
import { prepareLoaded } from '../write/prepare-update.js';
import { arriveAt } from '../write/rivals.js';
import { readEntity } from './read.js';
import { runWrite } from './write.js';

export type ModifyOptions = CallOptions & Attempts & Idempotent;

/** Reads, lets the caller change, writes what changed; from the start again when somebody else was faster. */
export async function modify<E extends object>(
  context: RepositoryContext<E>,
  key: object,
  change: (entity: E) => unknown,
  options: ModifyOptions,
  scope: CallScope,
): Promise<E> {
  const keys = addressOf(context, key);
  attemptsOf(options);
  if (typeof change !== 'function') {
    throw new OptionsError(
      'change',
      `${context.model.name}: modify() takes a function that changes the entity.`,
    );
  }
  const presence = arriveAt(`${context.origin}\0${keys.partitionKey}\0${keys.rowKey}`);
  try {
    for (let attempt = 1; ; attempt++) {
      const entity = await readEntity(context, keys, scope);
      if (!entity) return gone(context);
      await change(entity);
      const stamp = stampOf(entity)!;
      const own = (context.memberOf?.(entity) as RepositoryContext<E> | undefined) ?? context;
      const prepared = prepareLoaded(own, entity, own.codec.encode(entity), stamp, stamp.etag);
      const contended = () => presence.met || attempt > 1;
      try {
        // A row that was touched is read and changed anew, like any other that was.
        // What was changed here took place before: the caller gets what is stored.
        const again = async () => [(await readEntity(context, keys, scope)) ?? gone(context)];
        return await runWrite({ ...prepared, seen: undefined }, { ...options, contended, again }, scope);
      } catch (error) {
        // Only a lost race is repeated; the caller's own errors, and all others, are not.
        if (!hasCode(error, 'ENTITY_CHANGED')) throw error;
        await startOver(context, options, attempt, error, scope);
      }
    }
  } finally {
    presence.leave();
  }
}

function gone({ model, table }: RepositoryContext): never {
  throw new EntityNotFoundError({ entity: model.name, table });
}
