import type { EntityKeys, RawRow } from '../codec/index.js';
import type { RowPart } from '../plan/index.js';

/** A row as it was read, for the codec to decode. */
export interface ReadRow extends EntityKeys {
  readonly raw: RawRow;
  readonly etag: string;
  /** The account and table that it belongs to. */
  readonly origin: string;
  /** The rows that it was put together from; left out where it is one. */
  readonly parts?: readonly RowPart[];
}
