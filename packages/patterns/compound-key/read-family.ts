import { type CallOptions, EntityNotFoundError } from '@tablewright/core';
import { emptyFamily, join, type OpenFamily } from './group-families.js';
import type { Relatives } from './relatives.js';

/** The entities of one family, in the order of their keys. */
export async function readFamily(
  relatives: Relatives,
  key: object,
  options?: CallOptions,
): Promise<OpenFamily> {
  const family = emptyFamily(relatives);
  for (const entity of inOrder(relatives, await entitiesOf(relatives, key).all(options))) {
    const relative = relatives.relativeOf(entity);
    if (relative) join(family, relatives, relative.name, entity);
  }
  return family;
}

export async function readFamilyOrThrow(
  relatives: Relatives,
  key: object,
  options?: CallOptions,
): Promise<OpenFamily> {
  const family = await readFamily(relatives, key, options);
  if (family['parent']) return family;
  const { model, table } = relatives.parent.context;
  throw new EntityNotFoundError({ entity: model.name, table });
}

/** What begins with the key of the parent: itself, its children, and perhaps rows of others. */
export function entitiesOf(relatives: Relatives, key: object): ReturnType<Relatives['rows']> {
  const { partitionKey, rowKey } = relatives.parentKeys(key);
  return relatives.rows({ partitionKey, rowKey: { startsWith: rowKey } });
}

/** Cosmos DB gives rows in no order. */
function inOrder(relatives: Relatives, entities: readonly object[]): readonly object[] {
  if (relatives.parent.context.store.limits.profile === 'storage') return entities;
  const keyed = entities.flatMap((entity) => {
    const relative = relatives.relativeOf(entity);
    return relative ? [{ entity, rowKey: relative.context.codec.keys(entity).rowKey }] : [];
  });
  // By UTF-16 code units, as the service sorts elsewhere.
  return keyed.toSorted((a, b) => (a.rowKey < b.rowKey ? -1 : 1)).map(({ entity }) => entity);
}
