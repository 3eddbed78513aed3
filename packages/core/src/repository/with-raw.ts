import type { RawRow } from '../codec/index.js';
import type { ReadRow } from '../store/index.js';

/** The same row in another form. Not a spread: what a row works out on demand would get lost. */
export function withRaw({ etag, origin, partitionKey, rowKey }: ReadRow, raw: RawRow): ReadRow {
  return { raw, etag, origin, partitionKey, rowKey };
}
