import type { EntityModel } from '@tablewright/core';
import type { CompiledIndex } from './compiled-index.js';

/** The properties that an index row tells: from its columns, from its key, or from the entity's own RowKey. */
export function carriedBy(
  { partition, row, each, project }: CompiledIndex,
  model: EntityModel,
): readonly string[] {
  if (project === undefined) return [...model.properties.keys()];
  const inKeys = [
    ...model.partition.variables,
    ...model.row.variables,
    ...partition.variables,
    ...row.variables,
  ]
    .map(({ name }) => name)
    .filter((name) => name !== each);
  return [...new Set([...inKeys, ...project])];
}

/** The properties that stand in the index row's own keys, and so come with every projection. */
export function keyedBy({ partition, row, each }: CompiledIndex): readonly string[] {
  const names = [...partition.variables, ...row.variables].map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== each);
}
