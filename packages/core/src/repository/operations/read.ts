import type { EntityKeys } from '../../codec/index.js';
import { OptionsError } from '../../errors/index.js';
import type { PointReadPlan } from '../../plan/index.js';
import type { CallScope, ReadRow } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { putStamp } from '../stamp.js';
import { decodeStages } from '../write/stages.js';

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

/** Reads and decodes one entity: 1 request. */
export async function readEntity<E extends object>(
  context: RepositoryContext<E>,
  keys: EntityKeys,
  scope: CallScope,
): Promise<E | undefined> {
  const row = await context.store.read(pointRead(context, keys), scope);
  if (!row || !context.codec.accepts(row.raw)) return undefined;
  if (context.patterns.stages.length === 0) return loadedEntity(context, row);
  return loadedEntity(context, { ...row, raw: await decodeStages(context, row.raw) });
}

/** A fresh instance that remembers what it was loaded from. */
export function loadedEntity<E extends object>(context: RepositoryContext<E>, row: ReadRow): E {
  const { raw, etag, partitionKey, rowKey } = row;
  return putStamp(context.codec.decode(raw, row), {
    raw,
    etag,
    partitionKey,
    rowKey,
    origin: context.origin,
  });
}
