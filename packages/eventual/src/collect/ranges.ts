import { MARKER_PREFIX, type StoredRow } from '@tablewright/core';
import type { KnownDerivations } from '../reconcile/known.js';
import { targetTable } from '../reconcile/target-table.js';
import { GUARD_PREFIX } from '../rows/guard-row.js';

/** Rows of one kind in one table, of which some may have had their day. */
export interface Range {
  /** By which a cursor knows it again. */
  readonly name: string;
  readonly kind: 'guards' | 'names';
  readonly table: string;
  readonly prefix: string;
  isSpent(row: StoredRow): boolean;
}

/** In a fixed order, so that a cursor means the same in the next call. */
export function rangesOf(known: KnownDerivations, tables: Iterable<string>): readonly Range[] {
  const targets = known.all.map(targetTable);
  return [
    ...distinct(targets).map(
      (table): Range => ({
        name: `guards ${table}`,
        kind: 'guards',
        table,
        prefix: GUARD_PREFIX,
        // It guards no rows.
        isSpent: ({ columns }) => columns['Keys'] === '[]',
      }),
    ),
    ...distinct(tables).map(
      (table): Range => ({
        name: `names ${table}`,
        kind: 'names',
        table,
        prefix: MARKER_PREFIX,
        isSpent: () => true,
      }),
    ),
  ];
}

/** The service takes tables for the same whose names differ in case. */
function distinct(tables: Iterable<string>): readonly string[] {
  return [...new Map([...tables].map((table) => [table.toLowerCase(), table])).values()].sort();
}
