import type { CellValue, EdmType, Row } from '../../edm/index.js';
import { emptyColumns, emptyTypes } from '../../edm/index.js';

interface Cell {
  readonly type: EdmType;
  readonly value: CellValue;
}

export interface StoredCells {
  readonly row: Row;
  /** The row has no other columns: after a merge into an unknown row, it may have some. */
  readonly whole: boolean;
}

/** The columns of a bag, and what is known to be stored. For the repositories, which bags hide it from others. */
export class BagCells {
  readonly cells: Map<string, Cell> = new Map();
  /** What the bag knows to be stored: what it last read or wrote. */
  stored: StoredCells | undefined;

  static of(row: Row): BagCells {
    const own = new BagCells();
    for (const name in row.columns) {
      own.cells.set(name, { type: row.types[name]!, value: row.columns[name]! });
    }
    own.stored = { row, whole: true };
    return own;
  }

  /** The row that the cells stand for now: later changes of the bag do not touch it. */
  row(partitionKey: string, rowKey: string): Row {
    const columns = emptyColumns();
    const types = emptyTypes();
    for (const [name, { type, value }] of this.cells) {
      columns[name] = value;
      types[name] = type;
    }
    return { partitionKey, rowKey, columns, types };
  }
}
