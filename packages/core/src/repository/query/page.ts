import { OptionsError } from '../../errors/index.js';
import type { QueryOptions } from './query-options.js';

const DEFAULT_SIZE = 100;
const LARGEST_SIZE = 1_000;

export interface PageOptions extends QueryOptions {
  /** At most so many items: 1 to 1,000, and 100 unless told. */
  readonly size?: number;
  /** Goes on where the page with this token ended; left out, it is the first page. */
  readonly token?: string | undefined;
}

/** Some of the results of a query. */
export interface Page<T> {
  /** At most as many as were asked for. There may be fewer, even none, although more follow. */
  readonly items: readonly T[];
  /** Where to go on: safe in URLs, and good only for the same query on the same table. None at the end. */
  readonly token?: string;
}

export function sizeOf({ size = DEFAULT_SIZE }: PageOptions): number {
  if (Number.isInteger(size) && size >= 1 && size <= LARGEST_SIZE) return size;
  throw new OptionsError('size', `size is a whole number from 1 to ${LARGEST_SIZE}.`);
}
