import type { Contribution, Contributions, DefinitionScope, Row } from '@tablewright/core';
import type { CompiledSummary } from './compile-summary.js';
import { plus, type Totals, type TotalsRow } from './totals.js';

/** Changes when the same declaration comes to mean other rows. */
const FORMAT = 'summary/1';

/** What an entity adds to its summary. Works on stored rows alone, and so can be repeated. */
export function countedEntities(
  scope: DefinitionScope,
  summary: CompiledSummary,
  totals: TotalsRow,
): Contributions {
  const { name, state, row, terms, shards, sparse } = summary;
  const { codec } = scope;
  const names = row.variables.map((variable) => variable.name);
  const change: NonNullable<Contributions['change']> = (shared, taken, given) => {
    let now = shared ? totals.read(shared) : totals.nothing();
    for (const { value } of taken) now = plus(now, added(value), -1n);
    for (const { value } of given) now = plus(now, added(value), 1n);
    const keys = shared ?? taken[0] ?? given[0];
    return keys && totals.write(keys, now);
  };
  return {
    kind: 'contributions',
    name,
    state,
    fingerprint: fingerprintOf(scope, summary),
    rowPrefix: row.encodePrefix({}, 0),
    columns: feedingColumns(scope, summary),
    contribute(primary): readonly Contribution[] {
      if (sparse && !sparse.includes(primary)) return [];
      const values = codec.templateValues(primary, names);
      if (names.some((variable) => values[variable] === undefined)) return [];
      const { partitionKey, rowKey } = primary;
      // As text, because JSON has no 64-bit integers.
      const value = terms.map((term) => String(addend(scope, term, primary)));
      return [{ partitionKey, rowKey: shards.rowKey(row.encode(values), rowKey), value }];
    },
    put: (shared, contribution) => change(shared, [], [contribution])!,
    take: (shared, contribution) => change(shared, [contribution], []),
    change,
  };
}

function added(value: unknown): Totals {
  return { count: 1n, sums: (value as readonly string[]).map((sum) => BigInt(sum)) };
}

/** What one entity adds to one sum: nothing where it has no value. */
function addend(
  { codec }: DefinitionScope,
  term: CompiledSummary['terms'][number],
  { columns }: Row,
): bigint {
  const property = codec.property(term.property)!;
  const cell =
    columns[term.column] ?? (property.model.constantDefault ? property.encode(undefined) : undefined);
  return cell === undefined ? 0n : term.read(cell);
}

/** Says what is counted, whatever the order in which it was declared; the state is no part of it. */
function fingerprintOf({ model }: DefinitionScope, summary: CompiledSummary): string {
  const { row, count, terms, shards, sparse } = summary;
  const { version = 1, upgrades } = model;
  const where = sparse?.cells.toSorted(([a], [b]) => (a < b ? -1 : 1)) ?? [];
  const sums = terms.map(({ property, digits }) => [property, digits] as const);
  const declared = [
    FORMAT,
    row.source,
    count,
    sums.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    shards.count,
    where,
  ];
  // Upgraders may change the value of an entity that nobody has written since.
  return JSON.stringify(upgrades.size > 0 ? [...declared, version] : declared);
}

/** The columns that decide what an entity adds, and where. */
function feedingColumns(
  { model }: DefinitionScope,
  { row, sparse, terms }: CompiledSummary,
): readonly string[] {
  const named = [...row.variables.map(({ name }) => name), ...Object.keys(sparse?.values ?? {})];
  const deciding = named.flatMap((name) => {
    const property = model.properties.get(name);
    return property?.stored ? [property.column] : [];
  });
  return [...new Set([...deciding, ...terms.map(({ column }) => column)])];
}
