import { type EntityKeys, storedColumns } from '../../codec/index.js';
import type { Columns, Row } from '../../edm/index.js';
import type { EntityModel } from '../../model/index.js';
import type { RowPart, RowSplit } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import { partOf } from '../split/joined.js';
import type { Stamp } from '../stamp.js';

/** A primary row as it is stored, or as an earlier write of the same transaction leaves it. */
export interface Image extends Row {
  /** What a write over it has to match: an ETag, or `*` for a row that the transaction itself makes. */
  readonly etag: string;
  /** The rows that it is stored in, where that may be more than one. */
  readonly parts?: readonly RowPart[];
}

/** What an entity was loaded from. It knows the types of its own columns only. */
export function imageOfStamp({ model, patterns }: RepositoryContext, stamp: Stamp): Image {
  const { partitionKey, rowKey, etag } = stamp;
  const columns = storedColumns(stamp.raw);
  for (const mark of patterns.split?.marks ?? []) delete columns[mark];
  const image = { partitionKey, rowKey, etag, columns, types: model.types };
  return patterns.split ? { ...image, parts: partsOf(patterns.split, stamp) } : image;
}

/** A row of a scan that has no further ones is kept as it was read: it is its own only part. */
function partsOf(split: RowSplit, { parts, rowKey, etag, raw }: Stamp): readonly RowPart[] {
  return parts ?? [partOf(split, { rowKey, etag, cells: raw }, false)];
}

/**
 * The stamp of an instance, if it says all about the stored row at this version, and in its stored form. Then
 * the row need not be read.
 */
export function wholeStamp(
  { model, patterns }: RepositoryContext,
  stamp: Stamp | undefined,
  ifMatch: string,
): Stamp | undefined {
  const whole = stamp?.etag === ifMatch && !stamp.partial && patterns.stages.length === 0;
  if (!whole) return undefined;
  return patterns.split && !knowsRows(model, patterns.split, stamp) ? undefined : stamp;
}

/**
 * Rows that are laid out anew are written as a whole: columns that the class does not know need their types. And
 * who read the primary row without this pattern has not seen the others.
 */
function knowsRows({ types }: EntityModel, split: RowSplit, stamp: Stamp): boolean {
  if (!stamp.parts && split.goesOn(stamp.raw)) return false;
  return partsOf(split, stamp).every(({ columns }) => columns.every((name) => name in types));
}

export function rowOf(keys: EntityKeys, columns: Columns, types: Row['types']): Row {
  return { partitionKey: keys.partitionKey, rowKey: keys.rowKey, columns, types };
}
