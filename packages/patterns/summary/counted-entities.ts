import type { Contribution, Contributions, DefinitionScope, Row } from '@tablewright/core';
import type { Sparse } from '../shared/sparse.js';
import type { Term } from './terms.js';
import { plus, type Totals } from './totals.js';

/** Which entities are counted, and where. */
export interface Counting
  extends Pick<Contributions, 'name' | 'state' | 'fingerprint' | 'rowPrefix' | 'host'> {
  /** The properties that lead to the row: an entity counts only where all of them have a value. */
  readonly group: readonly string[];
  readonly terms: readonly Term[];
  readonly sparse: Sparse | undefined;
  /** The row in which an entity counts, by its group and its own RowKey. */
  rowKey(group: Readonly<Record<string, unknown>>, own: string): string;
  read(shared: Row | undefined): Totals;
  /** The row with these totals; `undefined`: there is none. */
  write(shared: Pick<Row, 'partitionKey' | 'rowKey'> & Partial<Row>, totals: Totals): Row | undefined;
}

/** What an entity adds to its summary. Works on stored rows alone, and so can be repeated. */
export function countedEntities(scope: DefinitionScope, counting: Counting): Contributions {
  const { name, state, fingerprint, rowPrefix, host, group, terms, sparse } = counting;
  const { codec } = scope;
  const change: NonNullable<Contributions['change']> = (shared, taken, given) => {
    let now = counting.read(shared);
    for (const { value } of taken) now = plus(now, added(value), -1n);
    for (const { value } of given) now = plus(now, added(value), 1n);
    const row = shared ?? taken[0] ?? given[0];
    return row && counting.write(row, now);
  };
  return {
    kind: 'contributions',
    name,
    state,
    fingerprint,
    rowPrefix,
    ...(host && { host }),
    columns: feedingColumns(scope, counting),
    contribute(primary): readonly Contribution[] {
      if (sparse && !sparse.includes(primary)) return [];
      const values = codec.templateValues(primary, group);
      if (group.some((property) => values[property] === undefined)) return [];
      const { partitionKey, rowKey } = primary;
      // As text, because JSON has no 64-bit integers.
      const value = terms.map((term) => String(addend(scope, term, primary)));
      return [{ partitionKey, rowKey: counting.rowKey(values, rowKey), value }];
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
function addend({ codec }: DefinitionScope, term: Term, { columns }: Row): bigint {
  const property = codec.property(term.property)!;
  const cell =
    columns[term.column] ?? (property.model.constantDefault ? property.encode(undefined) : undefined);
  return cell === undefined ? 0n : term.read(cell);
}

/** The conditions of a summary, whatever the order in which they were declared. */
export function sortedCells(sparse: Sparse | undefined): Sparse['cells'] {
  return sparse?.cells.toSorted(([a], [b]) => (a < b ? -1 : 1)) ?? [];
}

/** Says what is counted; the state is no part of it. Upgraders may change an entity that nobody has written since. */
export function fingerprintOf({ model }: DefinitionScope, declared: readonly unknown[]): string {
  const { version = 1, upgrades } = model;
  return JSON.stringify(upgrades.size > 0 ? [...declared, version] : declared);
}

/** The columns that decide what an entity adds, and where. */
function feedingColumns({ model }: DefinitionScope, { group, sparse, terms }: Counting): readonly string[] {
  const named = [...group, ...Object.keys(sparse?.values ?? {})];
  const deciding = named.flatMap((name) => {
    const property = model.properties.get(name);
    return property?.stored ? [property.column] : [];
  });
  return [...new Set([...deciding, ...terms.map(({ column }) => column)])];
}
