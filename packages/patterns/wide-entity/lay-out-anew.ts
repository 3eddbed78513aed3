import type { PlannedPart, Row, RowOperation, SplitChange, SplitTools, SplitWrite } from '@tablewright/core';
import { MOST_HELD } from './change-in-place.js';
import { freshName } from './fresh-name.js';
import { type Manifest, writeManifest } from './manifest.js';
import { furtherRowKey, readFurtherRowKey } from './row-keys.js';
import { deletion, hold, markOf, rowOfColumns } from './rows.js';

/**
 * Writes all rows of an entity, with a new revision: a reader who sees some of the old and some of the new ones
 * notices it. In one transaction the rows are replaced where they are. Apart, a set of another name is stored first,
 * which nobody reads; the primary row then points to it, and the old set goes.
 */
export function layOutAnew(
  change: SplitChange,
  after: Row,
  layout: readonly (readonly string[])[],
  tools: SplitTools & { readonly repeated: ReadonlySet<string> },
): SplitWrite {
  const { parts } = change;
  const { apart, repeated } = tools;
  const { partitionKey, rowKey } = after;
  const revision = freshName(tools);
  const old = parts.slice(1);
  const inUse = old[0] && readFurtherRowKey(old[0].rowKey)?.set;
  const set = apart || inUse === undefined ? revision : inUse;
  const manifest: Manifest = { set, revision, count: layout.length - 1 };
  const headMarks = markOf(manifest.count === 0 ? undefined : writeManifest(manifest));
  const furtherMarks = markOf(revision);
  const further = layout.slice(1).map((names, at) => {
    const key = furtherRowKey(rowKey, set, at + 1);
    return { key, names, row: rowOfColumns(after, key, [...repeated, ...names], furtherMarks) };
  });
  const head = primaryOperation(change, rowOfColumns(after, rowKey, layout[0]!, headMarks));
  const planned: PlannedPart[] = [
    { rowKey, columns: layout[0]!, marks: headMarks },
    ...further.map(({ key, names }) => ({ rowKey: key, columns: names, marks: furtherMarks })),
  ];
  if (apart) {
    const held =
      parts.length > MOST_HELD ? [] : old.map((part) => hold(partitionKey, part.rowKey, part.etag));
    // Whoever clears away sets that nobody points to begins with the first row: so it has to be there still.
    const first = further.slice(0, 1).map(({ key, row }) => hold(partitionKey, key, '*', row.columns));
    return {
      operations: [head, ...first, ...held],
      // Inserted: a request that arrives late must not undo what was changed since.
      before: further.map(({ row }) => ({ kind: 'insert', row })),
      after: old.map((part) => deletion(partitionKey, part.rowKey, '*')),
      parts: planned,
    };
  }
  const stored = new Map(old.map((part) => [part.rowKey, part.etag]));
  const puts = further.map(({ key, row }): RowOperation => {
    const ifMatch = stored.get(key);
    stored.delete(key);
    return ifMatch === undefined ? { kind: 'upsertReplace', row } : { kind: 'replace', row, ifMatch };
  });
  const gone = [...stored].map(([key, etag]) => deletion(partitionKey, key, etag));
  return { operations: [head, ...puts, ...gone], before: [], after: [], parts: planned };
}

function primaryOperation({ parts, primary }: SplitChange, row: Row): RowOperation {
  if (parts[0]) return { kind: 'replace', row, ifMatch: parts[0].etag };
  return 'ifMatch' in primary ? { kind: 'replace', row, ifMatch: primary.ifMatch } : { kind: 'insert', row };
}
