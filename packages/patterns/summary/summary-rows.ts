import type { Contributions, DefinitionScope } from '@tablewright/core';
import type { CompiledSummary } from './compile-summary.js';
import { countedEntities, fingerprintOf, sortedCells } from './counted-entities.js';
import type { TotalCells } from './totals.js';

/** Changes when the same declaration comes to mean other rows. */
const FORMAT = 'summary/1';

/** A summary in rows of its own. A row goes with the last entity that counts in it. */
export function summaryRows(
  scope: DefinitionScope,
  summary: CompiledSummary,
  totals: TotalCells,
): Contributions {
  const { name, state, row, terms, shards, sparse, count } = summary;
  const sums = terms.map(({ property, digits }) => [property, digits] as const);
  const declared = [
    FORMAT,
    row.source,
    count,
    sums.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    shards.count,
    sortedCells(sparse),
  ];
  return countedEntities(scope, {
    name,
    state,
    fingerprint: fingerprintOf(scope, declared),
    rowPrefix: row.encodePrefix({}, 0),
    group: row.variables.map((variable) => variable.name),
    terms,
    sparse,
    rowKey: (group, own) => shards.rowKey(row.encode(group), own),
    read: (shared) => (shared ? totals.read(shared) : totals.nothing()),
    write({ partitionKey, rowKey }, now) {
      if (now.count === 0n && now.sums.every((sum) => sum === 0n)) return undefined;
      return { partitionKey, rowKey, ...totals.write(now) };
    },
  });
}
