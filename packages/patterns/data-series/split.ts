import {
  type Assembly,
  type Columns,
  type DefinitionScope,
  emptyColumns,
  emptyTypes,
  type PartRow,
  type PlannedPart,
  type Row,
  type RowOperation,
  type RowPart,
  type RowSplit,
  type SplitChange,
  type SplitWrite,
} from '@tablewright/core';
import { OPERATIONS_COLUMN } from './recent-operations.js';
import { endOfRows, ownerOf } from './row-keys.js';

/** The marks that an entity's own row may have, and the RowKeys that they stand for. */
export type Marks = ReadonlyMap<string, (owner: string) => string>;

/**
 * An entity whose series go on in further rows. Its own columns are all in its own row: an ordinary write touches
 * that one, and leaves the others alone. They go when the entity is deleted.
 */
export function seriesSplit({ model: { discriminator } }: DefinitionScope, marks: Marks): RowSplit {
  return {
    name: 'DataSeries',
    // Each row has its own increments on record.
    marks: new Set([...marks.keys(), OPERATIONS_COLUMN]),
    repeated: new Set(discriminator ? [discriminator.column] : []),
    endOf: endOfRows,
    ownerOf,
    goesOn: (cells) => [...marks.keys()].some((mark) => isThere(cells[mark])),
    assemble: (rowKey, rows) => assemble(marks, rowKey, rows),
    write: (change) => writeRows(marks, change),
    setOf: (rowKey) => ({ set: rowKey, first: rowKey }),
  };
}

/** A further row that the entity's own does not know of is part of it all the same: what it holds is not given up. */
function assemble<R extends PartRow>(marks: Marks, owner: string, rows: readonly R[]): Assembly<R> {
  const primary = rows.find(({ rowKey }) => rowKey === owner);
  const further = rows
    .filter(({ rowKey }) => ownerOf(rowKey) === owner)
    .sort((a, b) => (a.rowKey < b.rowKey ? -1 : 1));
  if (!primary) return { kind: 'absent', strays: further };
  const lost = lostRows(marks, primary, new Set(further.map(({ rowKey }) => rowKey)));
  return lost ? { kind: 'torn', strays: [] } : { kind: 'whole', rows: [primary, ...further], strays: [] };
}

/** Whether an entity's own row tells of a further one that is not there. */
export function lostRows(marks: Marks, primary: PartRow, present: Pick<ReadonlySet<string>, 'has'>): boolean {
  return [...marks].some(
    ([mark, keyOf]) => isThere(primary.cells[mark]) && !present.has(keyOf(primary.rowKey)),
  );
}

function isThere(cell: unknown): boolean {
  return cell !== undefined && cell !== null;
}

function writeRows(marks: Marks, change: SplitChange): SplitWrite {
  const { parts, primary, after } = change;
  const [head, ...further] = parts;
  if (!after || primary.kind === 'delete') {
    const deletions = parts.map(({ rowKey, etag }) => deletion(primary.row, rowKey, etag));
    return { operations: head ? deletions : [primary], before: [], after: [], parts: [] };
  }
  const { rowKey } = after;
  const present = new Set(further.map((part) => part.rowKey));
  const kept = emptyColumns();
  const recorded = head?.marks[OPERATIONS_COLUMN];
  if (typeof recorded === 'string') kept[OPERATIONS_COLUMN] = recorded;
  for (const [mark, keyOf] of marks) {
    const cell = head?.marks[mark];
    if (isThere(cell) && present.has(keyOf(rowKey))) kept[mark] = cell!;
  }
  const elsewhere = new Set(further.flatMap(({ columns }) => columns));
  const whole = ownRow(after, elsewhere, kept);
  const own: PlannedPart = {
    rowKey,
    columns: Object.keys(whole.columns).filter((name) => !(name in kept)),
    marks: kept,
  };
  return {
    operations: [ownOperation(primary, head, whole, kept)],
    before: [],
    after: [],
    parts: [own, ...further],
  };
}

function ownOperation(
  primary: RowOperation,
  head: RowPart | undefined,
  whole: Row,
  marks: Columns,
): RowOperation {
  if (!head) return primary;
  const same = Object.keys(head.marks).every((mark) => mark in marks);
  if (primary.kind === 'merge' && same) {
    return { kind: 'merge', row: primary.row, ifMatch: head.etag, result: whole.columns };
  }
  return { kind: 'replace', row: whole, ifMatch: head.etag };
}

/** What the entity's own row holds of it. */
function ownRow(after: Row, elsewhere: ReadonlySet<string>, marks: Columns): Row {
  const columns = Object.assign(emptyColumns(), marks);
  const types = emptyTypes();
  for (const mark in marks) types[mark] = 'Edm.String';
  for (const name in after.columns) {
    if (elsewhere.has(name)) continue;
    columns[name] = after.columns[name]!;
    types[name] = after.types[name]!;
  }
  return { partitionKey: after.partitionKey, rowKey: after.rowKey, columns, types };
}

function deletion({ partitionKey }: Row, rowKey: string, ifMatch: string): RowOperation {
  return {
    kind: 'delete',
    row: { partitionKey, rowKey, columns: emptyColumns(), types: emptyTypes() },
    ifMatch,
  };
}
