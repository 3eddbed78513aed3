import type { Contribution, Contributions, DefinitionScope, Row } from '@tablewright/core';
import type { CompiledList } from './compile-list.js';

/** Changes when the same declaration comes to mean other rows. */
const FORMAT = 'index-entities/1';

/** What an entity puts into lists: its id into that of its value. Works on stored rows alone. */
export function listedEntities(scope: DefinitionScope, list: CompiledList): Contributions {
  const { name, state, row, chunks, ids, sparse } = list;
  const { codec } = scope;
  const names = row.variables.map((variable) => variable.name);
  const idOf = idReader(scope);
  const change: NonNullable<Contributions['change']> = (shared, taken, given) => {
    const kept = new Set(shared ? ids.read(shared) : []);
    for (const { value } of taken) kept.delete(value as string);
    for (const { value } of given) kept.add(value as string);
    const keys = shared ?? taken[0] ?? given[0];
    return keys && ids.write(keys, kept);
  };
  return {
    kind: 'contributions',
    name,
    state,
    fingerprint: fingerprintOf(scope, list),
    rowPrefix: row.encodePrefix({}, 0),
    columns: feedingColumns(scope, list),
    contribute(primary): readonly Contribution[] {
      if (sparse && !sparse.includes(primary)) return [];
      const values = codec.templateValues(primary, names);
      if (names.some((variable) => values[variable] === undefined)) return [];
      const id = idOf(primary);
      const { partitionKey } = primary;
      return [{ partitionKey, rowKey: chunks.rowKey(row.encode(values), id), value: id }];
    },
    put: (shared, contribution) => change(shared, [], [contribution])!,
    take: (shared, contribution) => change(shared, [contribution], []),
    change,
  };
}

/** Says what is listed, whatever the order in which it was declared; the state is no part of it. */
function fingerprintOf({ model }: DefinitionScope, { row, column, chunks, sparse }: CompiledList): string {
  const { version = 1, upgrades } = model;
  const where = sparse?.cells.toSorted(([a], [b]) => (a < b ? -1 : 1)) ?? [];
  const declared = [FORMAT, row.source, column, chunks.count, where];
  // Upgraders may change the value of an entity that nobody has written since.
  return JSON.stringify(upgrades.size > 0 ? [...declared, version] : declared);
}

/** An entity's RowKey without the literal with which all of them begin. */
function idReader({ model }: DefinitionScope): (primary: Pick<Row, 'rowKey'>) => string {
  const { length } = model.row.encodePrefix({}, 0);
  return ({ rowKey }) => rowKey.slice(length);
}

/** The columns that decide in which lists an entity is. */
function feedingColumns({ model }: DefinitionScope, { row, sparse }: CompiledList): readonly string[] {
  const named = [...row.variables.map(({ name }) => name), ...Object.keys(sparse?.values ?? {})];
  return [...new Set(named)].flatMap((name) => {
    const property = model.properties.get(name);
    return property?.stored ? [property.column] : [];
  });
}
