import { emptyColumns, emptyTypes, type Row } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';
import type { Change } from './change.js';
import type { Embedded, EmbeddedCopies, FoundRows } from './derivation.js';

/** The change with its own copies of its sources put in. */
export function withEmbedded(change: Change, { columns, types }: Embedded): Change {
  const { primary, after } = change;
  if (!after || primary.kind === 'delete') return change;
  const add = (row: Row): Row => ({
    ...row,
    columns: Object.assign(emptyColumns(), row.columns, columns),
    types: Object.assign(emptyTypes(), row.types, types),
  });
  const result = primary.kind === 'merge' && primary.result;
  return {
    ...change,
    after: add(after),
    primary: {
      ...primary,
      row: add(primary.row),
      ...(result && { result: Object.assign(emptyColumns(), result, columns) }),
    },
  };
}

/** Holds a source at the version whose columns were copied: a write of nothing, under its ETag. */
export function holdSources({ sources }: Embedded): readonly RowOperation[] {
  return sources.map((source) => ({
    kind: 'merge',
    row: { ...source, columns: emptyColumns() },
    ifMatch: source.etag,
  }));
}

/** The copies of the written row in the rows that refer to it. */
export function spreadOperations(
  derivation: EmbeddedCopies,
  change: Change,
  found: FoundRows,
): readonly RowOperation[] {
  if (derivation.state === 'dropping') return [];
  return derivation.spread(change, found).map(({ row, columns, types }) => ({
    kind: 'merge',
    row: { partitionKey: row.partitionKey, rowKey: row.rowKey, columns, types },
    ifMatch: row.etag,
  }));
}
