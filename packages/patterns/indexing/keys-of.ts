import { type DefinitionScope, type EntityKeys, KeyValueError, type Row } from '@tablewright/core';
import { ROW_COLUMN } from '../shared/row-column.js';
import type { CompiledIndex } from './compiled-index.js';
import { PARTITION_COLUMN } from './copied-columns.js';

/** The columns that decide which rows there are, and what they carry. */
export function feedingColumns({ model }: DefinitionScope, index: CompiledIndex): readonly string[] {
  const { partition, row, sparse, columns } = index;
  const variables = [...partition.variables, ...row.variables];
  const named = [...variables.map(({ name }) => name), ...Object.keys(sparse?.values ?? {})];
  const deciding = named.flatMap((name) => {
    const property = model.properties.get(name);
    return property?.stored ? [property.column] : [];
  });
  const copied = Object.keys(columns.types).filter(
    (column) => column !== ROW_COLUMN && column !== PARTITION_COLUMN,
  );
  return [...new Set([...copied, ...deciding])];
}

/**
 * The keys of an entity's rows: none where the index leaves it out or a variable has no value, several for the elements
 * of an array.
 */
export function keysOf(
  { codec }: DefinitionScope,
  index: CompiledIndex,
): (primary: Row) => readonly EntityKeys[] {
  const { partition, row, each, sparse } = index;
  const names = [...new Set([...partition.variables, ...row.variables].map(({ name }) => name))];
  return (primary) => {
    if (sparse && !sparse.includes(primary)) return [];
    const values = codec.templateValues(primary, names);
    if (names.some((name) => values[name] === undefined)) return [];
    const partitionKey = partition.encode(values);
    if (each === undefined) return [{ partitionKey, rowKey: row.encode(values) }];
    const rowKeys = elementsOf(index, each, values[each]).map((element) =>
      row.encode({ ...values, [each]: element }),
    );
    return [...new Set(rowKeys)].map((rowKey) => ({ partitionKey, rowKey }));
  };
}

function elementsOf({ row }: CompiledIndex, variable: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.filter((element) => element !== undefined && element !== null);
  throw new KeyValueError(
    { variable, template: row.source, reason: 'has one row for each element, and its value is not an array' },
    'Give an array, or leave it out.',
  );
}
