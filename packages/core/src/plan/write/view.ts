import { emptyColumns, emptyTypes, type Row, type StoredRow } from '../../edm/index.js';
import type { Change } from './change.js';
import type { FoundRows } from './derivation.js';
import { isSplit } from './split.js';

/**
 * The rows of a partition as some changes will leave them: what was looked up, under what the changes themselves
 * write. Whoever copies a row, or adds to one, sees what his own transaction makes of it.
 */
export interface View {
  /** Without those that the changes delete. A row that they write has the version under which they write it. */
  readonly rows: Map<string, StoredRow>;
  /** The RowKeys of the entities that the changes write or delete. */
  readonly written: ReadonlySet<string>;
}

export function viewOf(changes: readonly Change[], found: FoundRows): View {
  const rows = new Map(found);
  const written = new Set<string>();
  for (const change of changes) {
    written.add(change.primary.row.rowKey);
    overlay(rows, change);
  }
  return { rows, written };
}

/** Puts what a change leaves over what was found. */
export function overlay(rows: Map<string, StoredRow>, change: Change): void {
  const { primary, after } = change;
  const { rowKey } = primary.row;
  if (primary.kind === 'delete') rows.delete(rowKey);
  else {
    const stored = rows.get(rowKey);
    const timestamp = stored?.timestamp ?? '';
    if (tellsResult(change)) rows.set(rowKey, { ...after!, etag: guardOf(change), timestamp });
    // Written blindly: what comes of it depends on what was found, at that version.
    else if (stored) rows.set(rowKey, { ...stored, ...mergeRows(stored, primary.row) });
  }
}

/** The version of the primary row that a change replaces; `*` for one that it makes. */
function guardOf({ primary, before, asStored }: Change): string {
  const stored = asStored ?? before;
  if (isSplit(stored) && stored.parts[0]) return stored.parts[0].etag;
  return 'ifMatch' in primary ? primary.ifMatch : '*';
}

/** Whether a change says all about the row that it leaves, so that nobody has to look. */
export function tellsResult({ primary, after }: Change): boolean {
  if (primary.kind === 'delete') return true;
  return after !== undefined && primary.kind !== 'upsertMerge';
}

/** A row with the columns of another put over its own. */
export function mergeRows(first: Row, second: Pick<Row, 'columns' | 'types'>): Row {
  return {
    partitionKey: first.partitionKey,
    rowKey: first.rowKey,
    columns: Object.assign(emptyColumns(), first.columns, second.columns),
    types: Object.assign(emptyTypes(), first.types, second.types),
  };
}

/** A row without some columns. */
export function withoutColumns<R extends Row>(row: R, names: readonly string[]): R {
  const columns = Object.assign(emptyColumns(), row.columns);
  for (const name of names) delete columns[name];
  return { ...row, columns };
}
