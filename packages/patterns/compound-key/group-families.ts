import type { Relatives } from './relatives.js';

/** A family while its rows come in. */
export type OpenFamily = Record<string, object | object[] | undefined>;

/** A family without members. Every list is there, so that nobody has to look. */
export function emptyFamily({ children }: Relatives): OpenFamily {
  return {
    parent: undefined,
    ...Object.fromEntries(children.map(({ name }): [string, object[]] => [name, []])),
  };
}

/** Puts an entity into its place. */
export function join(family: OpenFamily, { parent }: Relatives, name: string, entity: object): void {
  if (name === parent.name) family[name] = entity;
  else (family[name] as object[]).push(entity);
}

/**
 * Families from entities in the order of their keys: all of one stand together, the parent first, because their keys
 * begin with that of the parent and no other parent's key does.
 */
export async function* groupFamilies(
  relatives: Relatives,
  entities: AsyncIterable<object>,
): AsyncGenerator<OpenFamily, undefined> {
  let family: OpenFamily | undefined;
  let key: string | undefined;
  for await (const entity of entities) {
    const relative = relatives.relativeOf(entity);
    if (!relative) continue;
    const { rowKey } = relatives.parentKeys(entity);
    if (family && rowKey !== key) {
      yield family;
      family = undefined;
    }
    family ??= emptyFamily(relatives);
    key = rowKey;
    join(family, relatives, relative.name, entity);
  }
  if (family) yield family;
  return undefined;
}
