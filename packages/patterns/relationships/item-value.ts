import { type EntityModel, OptionsError } from '@tablewright/core';

/**
 * The value of an item's property that leads to the other side. `undefined` and `null` mean that there is no other
 * side; but a part of the item's own key always has a value, so without one it is the wrong item.
 */
export function linkingValue(model: EntityModel, relation: string, item: object, property: string): unknown {
  const value = (item as Readonly<Record<string, unknown>>)[property];
  if (value !== undefined && value !== null) return value;
  if (!model.properties.get(property)?.inKey) return undefined;
  throw new OptionsError(
    'item',
    `${model.name}: '${relation}' is found by '${property}', and this item has none. Pass an entity, or a view with it.`,
  );
}

export function checkItem(model: EntityModel, relation: string, item: unknown): asserts item is object {
  if (typeof item === 'object' && item !== null) return;
  throw new OptionsError('item', `${model.name}: '${relation}' of what? Pass an entity, a view or a key.`);
}

/** The items to look for, as an array of its own. */
export function itemsOf(model: EntityModel, relation: string, items: unknown): readonly object[] {
  if (typeof (items as Iterable<object> | null | undefined)?.[Symbol.iterator] !== 'function') {
    throw new OptionsError('items', `${model.name}: items is an array, or anything else to iterate over.`);
  }
  const list = Array.from(items as Iterable<unknown>);
  for (const item of list) checkItem(model, relation, item);
  return list as readonly object[];
}
