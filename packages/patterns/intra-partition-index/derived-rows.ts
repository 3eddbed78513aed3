import { type DefinitionScope, KeyValueError, type OwnRow, type OwnRows, type Row } from '@tablewright/core';
import { ROW_COLUMN } from '../shared/row-column.js';
import type { CompiledIndex } from './compile-index.js';
import { fingerprintOf } from './fingerprint.js';

/** What exists in an index because an entity exists. Works on stored rows alone, and so can be repeated. */
export function derivedRows(scope: DefinitionScope, index: CompiledIndex): OwnRows {
  const { name, state, row, unique, sparse, columns } = index;
  const rowKeys = rowKeysOf(scope, index);
  return {
    kind: 'ownRows',
    name,
    state,
    fingerprint: fingerprintOf(index, scope.model),
    rowPrefix: row.encodePrefix({}, 0),
    ...(index.project && { columns: feedingColumns(scope, index) }),
    derive(primary): readonly OwnRow[] {
      if (sparse && !sparse.includes(primary)) return [];
      const { partitionKey } = primary;
      return rowKeys(primary).map((rowKey) => ({
        row: { partitionKey, rowKey, columns: columns.copy(primary), types: columns.types },
        unique,
      }));
    },
    sourceOf(copy) {
      const source = copy.columns[ROW_COLUMN];
      return typeof source === 'string' ? source : undefined;
    },
  };
}

/** The columns that decide which rows there are, and what they carry. */
function feedingColumns({ model }: DefinitionScope, index: CompiledIndex): readonly string[] {
  const { row, sparse, columns } = index;
  const named = [...row.variables.map(({ name }) => name), ...Object.keys(sparse?.values ?? {})];
  const deciding = named.flatMap((name) => {
    const property = model.properties.get(name);
    return property?.stored ? [property.column] : [];
  });
  const copied = Object.keys(columns.types).filter((column) => column !== ROW_COLUMN);
  return [...new Set([...copied, ...deciding])];
}

/** The RowKeys of an entity's rows: none where a variable has no value, several for the elements of an array. */
function rowKeysOf({ codec }: DefinitionScope, index: CompiledIndex): (primary: Row) => readonly string[] {
  const { row, each } = index;
  const names = row.variables.map(({ name }) => name);
  return (primary) => {
    const values = codec.templateValues(primary, names);
    if (names.some((name) => values[name] === undefined)) return [];
    if (each === undefined) return [row.encode(values)];
    const keys = elementsOf(index, each, values[each]).map((element) =>
      row.encode({ ...values, [each]: element }),
    );
    return [...new Set(keys)];
  };
}

function elementsOf({ row }: CompiledIndex, variable: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.filter((element) => element !== undefined && element !== null);
  throw new KeyValueError(
    { variable, template: row.source, reason: 'has one row for each element, and its value is not an array' },
    'Give an array, or leave it out.',
  );
}
