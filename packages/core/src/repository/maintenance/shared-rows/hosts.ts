import type { EntityKeys } from '../../../codec/index.js';
import { emptyColumns, emptyTypes, type Row, type StoredRow } from '../../../edm/index.js';
import { type Contributions, changedRow } from '../../../plan/index.js';

/** A row of another entity before anything is put into it; `undefined` where shared rows are rows of their own. */
export function unfedRow({ host }: Contributions, { partitionKey, rowKey }: EntityKeys): Row | undefined {
  return host && { partitionKey, rowKey, columns: emptyColumns(), types: emptyTypes() };
}

/** Rows of other entities are there without anybody who feeds them, and say so. */
export function withUnfed(
  derivation: Contributions,
  expected: ReadonlyMap<string, Row>,
  stored: Iterable<StoredRow>,
): ReadonlyMap<string, Row> {
  if (!derivation.host) return expected;
  const all = new Map(expected);
  for (const row of stored) {
    const { rowKey } = row;
    if (!all.has(rowKey)) all.set(rowKey, changedRow(derivation, unfedRow(derivation, row), [], [])!);
  }
  return all;
}
