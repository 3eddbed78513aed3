import type { EntityKeys } from '../codec/index.js';
import { OptionsError } from '../errors/index.js';
import type { PointReadPlan } from '../plan/index.js';
import type { RepositoryContext } from './context.js';

/** The physical address of a key argument. */
export function addressOf(context: RepositoryContext, key: object): EntityKeys {
  if (typeof key !== 'object' || key === null) {
    throw new OptionsError('key', `${context.model.name}: a key is an object with its key properties.`);
  }
  return context.codec.keys(key);
}

export function pointRead({ model, table }: RepositoryContext, keys: EntityKeys): PointReadPlan {
  const { partitionKey, rowKey } = keys;
  return { kind: 'pointRead', entity: model.name, table, partitionKey, rowKey };
}

/** Like `pointRead`, without the columns, save what tells the type of the row. */
export function existenceRead(context: RepositoryContext, keys: EntityKeys): PointReadPlan {
  const { discriminator } = context.model;
  const select = ['RowKey', 'Timestamp', ...(discriminator ? [discriminator.column] : [])];
  return { ...pointRead(context, keys), select };
}
