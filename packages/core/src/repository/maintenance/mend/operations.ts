import { emptyColumns, emptyTypes, type Row, type StoredRow } from '../../../edm/index.js';
import type { RowOperation } from '../../../plan/index.js';

/** Changes nothing, but is refused unless the row is still at this version: so the rest of a transaction is. */
export function hold({ partitionKey, rowKey, etag }: StoredRow): RowOperation {
  const row = { partitionKey, rowKey, columns: emptyColumns(), types: emptyTypes() };
  return { kind: 'merge', row, ifMatch: etag };
}

export function deletion({ partitionKey, rowKey }: Row, ifMatch: string): RowOperation {
  const row = { partitionKey, rowKey, columns: emptyColumns(), types: emptyTypes() };
  return { kind: 'delete', row, ifMatch };
}

/** What makes the stored row the wanted one, and is refused if others are faster. */
export function correction(stored: StoredRow | undefined, wanted: Row | undefined): RowOperation | undefined {
  if (!stored) return wanted && { kind: 'insert', row: wanted };
  if (!wanted) return deletion(stored, stored.etag);
  return { kind: 'replace', row: wanted, ifMatch: stored.etag };
}
