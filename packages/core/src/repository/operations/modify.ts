import { OptionsError } from '../../errors/index.js';
import { type CallOptions, type CallScope, EntityNotFoundError } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { stampOf } from '../stamp.js';
import { type RetryBudget, untilUncontended } from './congestion.js';
import { addressOf, readEntity } from './read.js';
import { arriveAt } from './rivals.js';
import { updateLoaded } from './update-loaded.js';

export type ModifyOptions = CallOptions & RetryBudget;

/** Reads, lets the caller change, writes what changed; from the start again when somebody else was faster. */
export async function modify<E extends object>(
  context: RepositoryContext<E>,
  key: object,
  change: (entity: E) => unknown,
  options: ModifyOptions,
  scope: CallScope,
): Promise<E> {
  const keys = addressOf(context, key);
  if (typeof change !== 'function') {
    throw new OptionsError(
      'change',
      `${context.model.name}: modify() takes a function that changes the entity.`,
    );
  }
  const presence = arriveAt(`${context.origin}\0${keys.partitionKey}\0${keys.rowKey}`);
  try {
    return await untilUncontended(context, options, scope, async (attempt) => {
      const entity = await readEntity(context, keys, scope);
      if (!entity) throw new EntityNotFoundError({ entity: context.model.name, table: context.table });
      await change(entity);
      const stamp = stampOf(entity)!;
      const wanted = context.codec.encode(entity);
      const contended = () => presence.met || attempt > 1;
      return () => updateLoaded(context, entity, wanted, stamp, stamp.etag, scope, contended);
    });
  } finally {
    presence.leave();
  }
}
