import { type Columns, emptyColumns, type Row } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';
import type { StoringChange } from './change.js';
import type { Embedded, FoundRows, Spread } from './derivation.js';
import { mergeRows, withoutColumns } from './view.js';

/** What is put into a row, and what is taken away. */
type Copies = Pick<Spread, 'columns' | 'types' | 'removed'>;

/** The change with its own copies of its sources put in, and those that it should not have taken away. */
export function withEmbedded(
  change: StoringChange,
  copies: Copies,
  found: FoundRows,
  divided: boolean,
): StoringChange {
  const { primary } = change;
  if (primary.kind === 'delete') return change;
  const { columns, types, removed = [] } = copies;
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
    primary: { ...primary, row: put(primary.row), ...(result && { result: resultOf(result, copies) }) },
  };
}

/** Whether nobody knows the types of some columns of a row: those that its class does not declare. */
export function isUntyped({ columns, types }: Row): boolean {
  return Object.keys(columns).some((name) => types[name] === undefined);
}

function typedBy(row: Row, stored: Row | undefined): Row {
  return stored && isUntyped(row) ? { ...row, types: { ...stored.types, ...row.types } } : row;
}

function resultOf(result: Columns, { columns, removed = [] }: Copies): Columns {
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

/** What a row that refers to the written one gets. */
export function spreadOperation({ row, columns, types, removed = [] }: Spread): RowOperation {
  const { partitionKey, rowKey, etag: ifMatch } = row;
  if (removed.every((name) => row.columns[name] === undefined)) {
    return { kind: 'merge', row: { partitionKey, rowKey, columns, types }, ifMatch };
  }
  return { kind: 'replace', row: withoutColumns(mergeRows(row, { columns, types }), removed), ifMatch };
}
