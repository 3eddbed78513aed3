import type { ColumnDiff } from '../../codec/index.js';
import { type ColumnTypes, emptyColumns, emptyTypes, type Row } from '../../edm/index.js';

/** The whole row after a change, columns that the class does not know included. */
export function rewriteRow(stored: Row, diff: ColumnDiff, types: ColumnTypes): Row {
  const columns = Object.assign(emptyColumns(), stored.columns, diff.columns);
  const allTypes = Object.assign(emptyTypes(), stored.types);
  for (const column in diff.columns) allTypes[column] = types[column]!;
  for (const column of diff.removed) {
    delete columns[column];
    delete allTypes[column];
  }
  return { partitionKey: stored.partitionKey, rowKey: stored.rowKey, columns, types: allTypes };
}
