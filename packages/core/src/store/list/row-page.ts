import type { StoredRow } from '../../edm/index.js';
import type { ReadRow } from '../read-row.js';
import type { Continuation } from './continuation.js';

/** Which page of a listing. */
export interface PageRequest {
  /** At most so many rows: 1 to 1,000, which is also what the service gives without it. */
  readonly top?: number;
  /** Goes on where an earlier page ended. */
  readonly after?: Continuation;
}

/** One page of a listing. It may be empty and still have a `next`; without `next` it is the last one. */
export interface Listed<R> {
  readonly rows: readonly R[];
  readonly next?: Continuation;
}

/**
 * A page that has arrived, as text. Where the listing goes on is known without reading it: the next page can be
 * asked for first, and be under way meanwhile.
 */
export interface UnreadPage<R> {
  /** The rows, or ReplyInvalidError when something other than a table service answered. Call it once. */
  read(): readonly R[];
  readonly next?: Continuation;
}

/**
 * Hears where a listing goes on as soon as a page's headers are here. Not every HTTP client tells; and only the page
 * itself is certain, because what breaks off behind the headers is fetched again.
 */
export type OnNext = (next: Continuation | undefined) => void;

/** A page with its rows read. */
export function listed<R>({ read, next }: UnreadPage<R>): Listed<R> {
  const rows = read();
  return next ? { rows, next } : { rows };
}

/** Rows as they were read, for the codec to decode. */
export type RowPage = Listed<ReadRow>;

/** Rows with the exact types of all their columns. */
export type TypedRowPage = Listed<StoredRow>;
