import type { EntityModel } from '@tablewright/core';

/**
 * Whether all rows of one range, and no others, have certain values of these properties: they are the whole partition
 * key, and the row key from its beginning. Behind a gap, the range also holds rows with other values.
 */
export function isOneRange({ partition, row }: EntityModel, names: readonly string[]): boolean {
  const whole = partition.variables.map(({ name }) => name);
  const behind = names.filter((name) => !whole.includes(name));
  const free = row.variables.map(({ name }) => name).filter((name) => !whole.includes(name));
  const first = free.slice(0, behind.length);
  return whole.every((name) => names.includes(name)) && behind.every((name) => first.includes(name));
}
