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

export function rowOf(keys: EntityKeys, columns: Columns, types: Row['types']): Row {
  return { partitionKey: keys.partitionKey, rowKey: keys.rowKey, columns, types };
}
