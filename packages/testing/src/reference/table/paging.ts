import { checkCount, checkOptions } from '../../option-checks.js';

/** Where pages end before they are full. The service may end a page anywhere; a good client sees every row. */
export interface Paging {
  /** At most so many rows on a page: 1,000, as the service has it, unless told. */
  readonly rows?: number;
  /** A page ends when so many rows were looked at, whether they fit the filter or not: it may be empty. */
  readonly scanned?: number;
  /** A page ends where a partition does. */
  readonly atPartitionEnd?: boolean;
}

/** A page for which no row is looked at would be followed by another one, without end. */
export function checkPaging(paging: Paging): void {
  checkOptions('referenceStorage: paging', paging, '{ rows: 100, scanned: 2 }');
  checkCount('referenceStorage: paging.rows', paging.rows, 1);
  checkCount('referenceStorage: paging.scanned', paging.scanned, 1);
  if (!['undefined', 'boolean'].includes(typeof paging.atPartitionEnd)) {
    throw new TypeError('referenceStorage: paging.atPartitionEnd is true or false.');
  }
}
