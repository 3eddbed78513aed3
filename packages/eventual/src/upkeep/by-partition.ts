import type { StoredRow } from '@tablewright/core';

/** The rows of each partition: one transaction stays within one. */
export function byPartition(rows: readonly StoredRow[]): readonly (readonly StoredRow[])[] {
  const groups = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const group = groups.get(row.partitionKey);
    if (group) group.push(row);
    else groups.set(row.partitionKey, [row]);
  }
  return [...groups.values()];
}
