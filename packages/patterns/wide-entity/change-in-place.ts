import {
  type Columns,
  type PlannedPart,
  type Row,
  type RowOperation,
  type RowPart,
  type SplitChange,
  type SplitWrite,
  sameCell,
} from '@tablewright/core';
import { readManifest, WIDE_COLUMN, writeManifest } from './manifest.js';
import { hold, markOf, rowOfColumns } from './rows.js';

/**
 * An entity of more rows than this cannot have them all held when it is laid out anew. So whoever changes one of
 * them writes the primary row as well, where the two meet.
 */
export const MOST_HELD = 90;

/**
 * Writes only the row in which something changes, under its own ETag. Changes in several rows give all of them
 * another revision, so that a reader who sees some of them before and some after notices it. To replace the entity
 * means that it is what it was seen to be: then rows that stay as they are are held at their versions.
 */
export function changeInPlace(
  { primary, before, asStored, parts }: SplitChange,
  after: Row,
  layout: readonly (readonly string[])[],
  repeated: ReadonlySet<string>,
  newRevision: () => string,
): SplitWrite {
  const stored = asStored ?? before!;
  const exact = primary.kind === 'replace';
  const differ = parts.filter((part, place) => differs(part, layout[place]!, stored, after)).length;
  const revision = differ > 1 && parts.length > 1 ? newRevision() : undefined;
  const operations: RowOperation[] = [];
  const planned: PlannedPart[] = parts.map((part, place) => {
    const { rowKey, etag } = part;
    const columns = layout[place]!;
    const marks = revision === undefined ? part.marks : revised(part.marks, place, revision);
    const whole = rowOfColumns(after, rowKey, place === 0 ? columns : [...repeated, ...columns], marks);
    const change = changeOfPart({ ...part, marks }, columns, stored, whole, revision !== undefined);
    // Whoever writes what is stored already gets another version all the same, as with a single row.
    const meets = place === 0 && (parts.length > MOST_HELD || differ === 0);
    const held = exact || meets ? hold(after.partitionKey, rowKey, etag, whole.columns) : undefined;
    const operation = change ?? held;
    if (!operation) return { rowKey, columns, marks, etag };
    operations.push(operation);
    return { rowKey, columns, marks };
  });
  return { operations, before: [], after: [], parts: planned };
}

function revised(marks: Columns, place: number, revision: string): Columns {
  if (place > 0) return markOf(revision);
  const manifest = readManifest(marks[WIDE_COLUMN]);
  return manifest === undefined || manifest === 'broken'
    ? marks
    : markOf(writeManifest({ ...manifest, revision }));
}

function differs({ columns }: RowPart, names: readonly string[], stored: Row, after: Row): boolean {
  const kept = new Set(names);
  return columns.some((name) => !kept.has(name)) || names.some((name) => !isSame(name, stored, after));
}

/** `undefined` where nothing changes. `whole` is the row as it will be. */
function changeOfPart(
  { rowKey, etag, columns, marks }: RowPart,
  names: readonly string[],
  stored: Row,
  whole: Row,
  marked: boolean,
): RowOperation | undefined {
  const kept = new Set(names);
  if (columns.some((name) => !kept.has(name))) {
    return { kind: 'replace', row: whole, ifMatch: etag };
  }
  const changed = names.filter((name) => !isSame(name, stored, whole));
  if (changed.length === 0 && !marked) return undefined;
  const row = rowOfColumns(whole, rowKey, changed, marked ? marks : {});
  return { kind: 'merge', row, ifMatch: etag, result: whole.columns };
}

function isSame(name: string, stored: Row, after: Row): boolean {
  const [before, now] = [stored.columns[name], after.columns[name]];
  if (before === undefined || stored.types[name] !== after.types[name]) return false;
  return sameCell(after.types[name]!, before, now);
}
