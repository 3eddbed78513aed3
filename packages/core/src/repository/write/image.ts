import { type EntityKeys, storedColumns } from '../../codec/index.js';
import type { Columns, Row } from '../../edm/index.js';
import type { RepositoryContext } from '../context.js';
import type { Stamp } from '../stamp.js';

/** A primary row as it is stored, or as an earlier write of the same transaction leaves it. */
export interface Image extends Row {
  /** What a write over it has to match: an ETag, or `*` for a row that the transaction itself makes. */
  readonly etag: string;
}

/** What an entity was loaded from. It knows the types of its own columns only. */
export function imageOfStamp({ model }: RepositoryContext, stamp: Stamp): Image {
  const { partitionKey, rowKey, etag } = stamp;
  return { partitionKey, rowKey, etag, columns: storedColumns(stamp.raw), types: model.types };
}

/**
 * The stamp of an instance, if it says all about the stored row at this version, and in its stored form. Then
 * the row need not be read.
 */
export function wholeStamp(
  { patterns }: RepositoryContext,
  stamp: Stamp | undefined,
  ifMatch: string,
): Stamp | undefined {
  const whole = stamp?.etag === ifMatch && !stamp.partial && patterns.stages.length === 0;
  return whole ? stamp : undefined;
}

export function rowOf(keys: EntityKeys, columns: Columns, types: Row['types']): Row {
  return { partitionKey: keys.partitionKey, rowKey: keys.rowKey, columns, types };
}
