import { type Columns, emptyColumns, type Row } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';
import type { Change, StoringChange } from './change.js';
import type { Embedded, EmbeddedCopies, FoundRows } from './derivation.js';
import { mergeRows, type View, withoutColumns } from './view.js';

/** The change with its own copies of its sources put in, and those that it should not have taken away. */
export function withEmbedded(
  change: StoringChange,
  embedded: Embedded,
  found: FoundRows,
  divided: boolean,
): StoringChange {
  const { primary } = change;
  if (primary.kind === 'delete') return change;
  const { columns, types, removed = [] } = embedded;
  const put = (row: Row) => withoutColumns(mergeRows(row, { columns, types }), removed);
  const after = put(change.after);
  const had = change.asStored ?? change.before;
  const goes = removed.some((name) => had?.columns[name] !== undefined);
  const copied = {
    columns: Object.assign(emptyColumns(), change.copied?.columns, columns),
    removed: [...(change.copied?.removed ?? []), ...removed],
  };
  // A merge removes nothing. A row that is divided is worked out anew from all of its columns anyhow.
  if (primary.kind === 'merge' && goes && !divided) {
    const row = typedBy(after, found.get(after.rowKey));
    return { ...change, after, copied, primary: { kind: 'replace', row, ifMatch: primary.ifMatch } };
  }
  const result = primary.kind === 'merge' && primary.result;
  return {
    ...change,
    after,
    copied,
    primary: { ...primary, row: put(primary.row), ...(result && { result: resultOf(result, embedded) }) },
  };
}

/** Whether nobody knows the types of some columns of a row: those that its class does not declare. */
export function isUntyped({ columns, types }: Row): boolean {
  return Object.keys(columns).some((name) => types[name] === undefined);
}

function typedBy(row: Row, stored: Row | undefined): Row {
  return stored && isUntyped(row) ? { ...row, types: { ...stored.types, ...row.types } } : row;
}

function resultOf(result: Columns, { columns, removed = [] }: Embedded): Columns {
  const all = Object.assign(emptyColumns(), result, columns);
  for (const name of removed) delete all[name];
  return all;
}

/** Holds a source at the version whose columns were copied: a write of nothing, under its ETag. */
export function holdSources({ sources }: Embedded): readonly RowOperation[] {
  return sources.map((source) => ({
    kind: 'merge',
    row: { ...source, columns: emptyColumns() },
    ifMatch: source.etag,
  }));
}

/**
 * The copies of the written row in the rows that refer to it. Those that the same transaction writes have got
 * theirs already, from what it leaves.
 */
export function spreadOperations(
  derivation: EmbeddedCopies,
  change: Change,
  { rows, written }: View,
): readonly RowOperation[] {
  return derivation
    .spread(change, rows)
    .filter(({ row }) => !written.has(row.rowKey))
    .map(({ row, columns, types, removed = [] }): RowOperation => {
      const { partitionKey, rowKey, etag: ifMatch } = row;
      if (removed.every((name) => row.columns[name] === undefined)) {
        return { kind: 'merge', row: { partitionKey, rowKey, columns, types }, ifMatch };
      }
      return { kind: 'replace', row: withoutColumns(mergeRows(row, { columns, types }), removed), ifMatch };
    });
}
