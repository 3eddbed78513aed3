import type { Columns, Row } from '../edm/index.js';

/** One physical write. `ifMatch` is an ETag, or `*` for "whatever is there". */
export type RowOperation =
  | { readonly kind: 'insert'; readonly row: Row }
  | { readonly kind: 'replace'; readonly row: Row; readonly ifMatch: string }
  | {
      readonly kind: 'merge';
      readonly row: Row;
      readonly ifMatch: string;
      /** All columns that the row has afterwards, where the writer knows them. */
      readonly result?: Columns;
    }
  | { readonly kind: 'upsertReplace'; readonly row: Row }
  | { readonly kind: 'upsertMerge'; readonly row: Row }
  | { readonly kind: 'delete'; readonly row: Row; readonly ifMatch: string };

/** The row need not be there: the operation makes the table's first row as well as its thousandth. */
export function createsRow(operation: RowOperation): boolean {
  return operation.kind !== 'replace' && operation.kind !== 'merge' && operation.kind !== 'delete';
}
