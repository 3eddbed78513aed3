import type { CallOptions } from '../../store/index.js';

export interface QueryOptions extends CallOptions {
  /**
   * How many requests may be under way at once, where a query takes several; fewer while the service is too busy.
   * Unless told, 16 reads of single rows, and scans of 8 ranges or partitions. As many scans, as many pages are held.
   */
  readonly concurrency?: number;
}
