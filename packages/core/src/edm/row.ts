import type { EdmType } from './edm-type.js';

/** A column's value as JSON carries it: Int64, DateTime, Guid and Binary travel as strings. */
export type CellValue = string | number | boolean;

/** Column name to value. Always made so that no name can reach `Object.prototype`. */
export type Columns = Readonly<Record<string, CellValue>>;

/** Column name to type. Shared by all rows of one entity class; made per row only for unknown columns. */
export type ColumnTypes = Readonly<Record<string, EdmType>>;

/**
 * A stored row: what everything below the codec works on. Values are kept as they travel and their types
 * beside them, so that copies and diffs never convert twice.
 */
export interface Row {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly columns: Columns;
  readonly types: ColumnTypes;
}

/** A row as it was read: with the version that the service gave it. */
export interface StoredRow extends Row {
  readonly etag: string;
  readonly timestamp: string;
}

export function emptyColumns(): Record<string, CellValue> {
  return Object.create(null) as Record<string, CellValue>;
}

export function emptyTypes(): Record<string, EdmType> {
  return Object.create(null) as Record<string, EdmType>;
}
