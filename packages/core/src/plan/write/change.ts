import type { Columns, Row } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';

/** What one logical write does to one entity: its primary row, before and after. */
export interface Change {
  /** The operation on the primary row. */
  readonly primary: RowOperation;
  /**
   * What is stored, as the present version of the class would have written it; left out for a new row, and where
   * nothing is derived from the entity.
   */
  readonly before?: Row | undefined;
  /** The stored row as it is, where an older version of the class wrote it. */
  readonly asStored?: Row | undefined;
  /** What will be stored; left out for a deletion. */
  readonly after?: Row | undefined;
  /** The copies that it holds are taken anew, whatever it changes: so they are mended. */
  readonly anew?: boolean;
  /** The copies of other rows that were put into it, and those that were taken away. */
  readonly copied?: Copied;
}

/** A change that leaves a row. */
export interface StoringChange extends Change {
  readonly after: Row;
}

export interface Copied {
  readonly columns: Columns;
  readonly removed: readonly string[];
}
