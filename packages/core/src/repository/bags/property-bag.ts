import { type EdmValue, valueOfCell } from '../../codec/index.js';
import { dateOfTicks, type EdmType, isTicks, parseTicks, type Row } from '../../edm/index.js';
import { checkKeys, limitsOf } from '../../limits/index.js';
import { BagCells } from './bag-cells.js';
import { checkColumnName, chooseCell } from './choose-cell.js';

/** The inside of a bag; `undefined` for anything else. For the repositories only. */
export let cellsOf: (value: unknown) => BagCells | undefined;
/** The bag of a stored row. */
export let bagOf: (row: Row) => PropertyBag;

/**
 * A row without a class: its columns by name, each with its exact type. Read one through `PropertyBags` or a
 * mixed table, or make one.
 * @example
 * ```
 * const bag = new PropertyBag('Sales', 'note_1').set('text', 'Hello').set('likes', 3, 'Edm.Int32');
 * bag.get('likes'); // 3
 * ```
 */
export class PropertyBag implements Iterable<readonly [name: string, value: EdmValue]> {
  readonly partitionKey: string;
  readonly rowKey: string;
  #own = new BagCells();

  constructor(partitionKey: string, rowKey: string) {
    checkKeys(partitionKey, rowKey, limitsOf('storage'), 'PropertyBag');
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
  }

  /**
   * A column's value, or `undefined`. Int32 and Double are numbers, Int64 is a bigint, Binary a fresh Uint8Array,
   * DateTime ISO text with all its seven decimals; see also `date` and `ticks`.
   */
  get(name: string): EdmValue | undefined {
    const cell = this.#own.cells.get(name);
    return cell && valueOfCell(cell.type, cell.value);
  }

  /** The time in a DateTime column, cut to milliseconds; `undefined` when there is no such column. */
  date(name: string): Date | undefined {
    const ticks = this.ticks(name);
    return ticks === undefined ? undefined : dateOfTicks(ticks);
  }

  /** The exact time in a DateTime column, in 100 ns steps since the year 1. */
  ticks(name: string): bigint | undefined {
    const cell = this.#own.cells.get(name);
    const ticks = cell?.type === 'Edm.DateTime' ? parseTicks(String(cell.value)) : undefined;
    return isTicks(ticks) ? ticks : undefined;
  }

  /** The exact type of a column. */
  typeOf(name: string): EdmType | undefined {
    return this.#own.cells.get(name)?.type;
  }

  has(name: string): boolean {
    return this.#own.cells.has(name);
  }

  /** The names of all columns. */
  names(): string[] {
    return [...this.#own.cells.keys()];
  }

  /**
   * Gives a column a value. It keeps the type that it has; a new one takes the type that the value stands for,
   * and a number needs to say whether it is an Edm.Int32 or an Edm.Double. `type` changes the type, too.
   */
  set(name: string, value: EdmValue | Date, type?: EdmType): this {
    const { cells } = this.#own;
    const before = cells.get(name)?.type;
    checkColumnName(name, before !== undefined);
    cells.set(name, chooseCell(name, value, type, before));
    return this;
  }

  /** Takes a column away. `false` when there was none. */
  delete(name: string): boolean {
    if (!this.has(name)) return false;
    checkColumnName(name, true);
    return this.#own.cells.delete(name);
  }

  *[Symbol.iterator](): IterableIterator<readonly [name: string, value: EdmValue]> {
    for (const [name, { type, value }] of this.#own.cells) yield [name, valueOfCell(type, value)];
  }

  static {
    cellsOf = (value) =>
      typeof value === 'object' && value !== null && #own in value ? value.#own : undefined;
    bagOf = (row) => {
      const bag = new PropertyBag('-', '-');
      // Others may have stored keys that we would not write.
      Object.assign(bag, { partitionKey: row.partitionKey, rowKey: row.rowKey });
      bag.#own = BagCells.of(row);
      return bag;
    };
  }
}
