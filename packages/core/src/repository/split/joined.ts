import type { RawRow } from '../../codec/index.js';
import { type CellValue, emptyColumns, emptyTypes, type StoredRow } from '../../edm/index.js';
import type { PartRow, RowPart, RowSplit } from '../../plan/index.js';
import type { ReadRow } from '../../store/index.js';
import type { Image } from '../write/image.js';
import { etagOfParts } from './etag-of-parts.js';

/** A row of a listing as a part of an entity. */
export interface RawPart extends PartRow {
  readonly row: ReadRow;
}

export interface TypedPart extends PartRow {
  readonly row: StoredRow;
}

export function rawPart(row: ReadRow): RawPart {
  return { rowKey: row.rowKey, etag: row.etag, cells: row.raw, row };
}

export function typedPart(row: StoredRow): TypedPart {
  return { rowKey: row.rowKey, etag: row.etag, cells: row.columns, row };
}

/** What every row has, whatever it holds. */
const OF_ROWS: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp', 'odata.etag']);

/** The rows of an entity as one, for the codec to decode. */
export function joinRaw(split: RowSplit, parts: readonly RawPart[]): ReadRow {
  const [head] = parts as readonly [RawPart];
  const { partitionKey, rowKey, origin } = head.row;
  const known = parts.map((part) => partOf(split, part, part !== head));
  const raw: Record<string, unknown> = Object.assign(Object.create(null), head.row.raw);
  for (const { row } of parts.slice(1)) {
    for (const name in row.raw) if (!isOwn(split, name, true)) raw[name] = row.raw[name];
  }
  return { raw: raw as RawRow, etag: etagOfParts(known), origin, partitionKey, rowKey, parts: known };
}

/** The same with the types of all columns, to be written over. */
export function joinTyped(split: RowSplit, parts: readonly TypedPart[]): Image {
  const [head] = parts as readonly [TypedPart];
  const { partitionKey, rowKey } = head.row;
  const columns = emptyColumns();
  const types = emptyTypes();
  for (const { row } of parts) {
    for (const name in row.columns) {
      if (isOwn(split, name, row !== head.row)) continue;
      columns[name] = row.columns[name]!;
      types[name] = row.types[name]!;
    }
  }
  const known = parts.map((part) => partOf(split, part, part !== head));
  return { partitionKey, rowKey, columns, types, etag: etagOfParts(known), parts: known };
}

export function partOf(split: RowSplit, { rowKey, etag, cells }: PartRow, further: boolean): RowPart {
  const marks = emptyColumns();
  for (const name of split.marks) {
    if (cells[name] !== undefined) marks[name] = cells[name] as CellValue;
  }
  const columns = Object.keys(cells).filter((name) => cells[name] !== null && !isOwn(split, name, further));
  return { rowKey, etag, columns, marks };
}

/** Whether a column of the primary row, or of a further one, is not the entity's. */
function isOwn({ marks, repeated }: RowSplit, name: string, further: boolean): boolean {
  return marks.has(name) || OF_ROWS.has(name) || (further && repeated.has(name));
}
