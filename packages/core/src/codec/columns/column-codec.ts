import type { CellValue } from '../../edm/index.js';

/**
 * One kind of column: value to cell and back. `undefined` means "not acceptable", so that the callers, who
 * know the entity and the property, word the error.
 */
export interface ColumnCodec {
  /** What the column takes, as the middle of a sentence. */
  readonly expects: string;
  toCell(value: unknown): CellValue | undefined;
  fromCell(cell: unknown): unknown;
  /** Whether a stored cell already says what a new one would, for kinds where that is not plain equality. */
  readonly same?: (stored: CellValue, written: CellValue) => boolean;
}
