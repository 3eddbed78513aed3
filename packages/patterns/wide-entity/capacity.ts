import {
  type CellValue,
  type EdmType,
  keysBytes,
  propertyBytes,
  type Row,
  type ServiceLimits,
} from '@tablewright/core';
import { WIDE_COLUMN } from './manifest.js';
import { endOfRows } from './row-keys.js';

/** More than what the name of a set and a number take in a key, and than a manifest takes in a row. */
const NAME_UNITS = 40;
const MANIFEST = 'x'.repeat(80);
/** Of a row that is laid out anew a part is left free: values grow, and then stay where they are. */
const FILLED = 0.9;

/** Shorter text makes no difference. */
const LONG = 1_024;

/** How much a row holds of an entity. */
export class Capacity {
  readonly #row: Row;
  /** What columns take: the same ones are asked for with each that is added. */
  readonly #known = new Map<string, number>();
  readonly #columns: number;
  readonly #bytes: number;

  /** `repeated` are the columns that each further row has besides its own. */
  constructor(row: Row, limits: ServiceLimits, repeated: ReadonlySet<string>) {
    this.#row = row;
    const longest = endOfRows(row.rowKey).padEnd(row.rowKey.length + NAME_UNITS, 'x');
    let taken = keysBytes(row.partitionKey, longest) + propertyBytes(WIDE_COLUMN, 'Edm.String', MANIFEST);
    for (const name of repeated) taken += this.bytesOf(name);
    this.#columns = limits.properties - 1 - repeated.size;
    this.#bytes = limits.entityBytes - taken;
  }

  bytesOf(name: string): number {
    let bytes = this.#known.get(name);
    if (bytes === undefined) {
      const { columns, types } = this.#row;
      const cell = columns[name];
      bytes = cell === undefined ? 0 : cellBytes(name, types[name]!, cell);
      this.#known.set(name, bytes);
    }
    return bytes;
  }

  /** Whether one row holds these columns of the entity. */
  holds(names: readonly string[]): boolean {
    return names.length <= this.#columns && this.#sum(names) <= this.#bytes;
  }

  /** Whether a row that is laid out anew may hold them. */
  takes(count: number, bytes: number): boolean {
    return count <= this.#columns && bytes <= this.#bytes * FILLED;
  }

  /** Whether the entity fits its primary row alone, which then needs no manifest. */
  static fitsOneRow({ partitionKey, rowKey, columns, types }: Row, limits: ServiceLimits): boolean {
    let bytes = keysBytes(partitionKey, rowKey);
    let count = 0;
    for (const name in columns) {
      bytes += cellBytes(name, types[name]!, columns[name]!);
      count++;
    }
    return count <= limits.properties && bytes <= limits.entityBytes;
  }

  #sum(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + this.bytesOf(name), 0);
  }
}

/** What a column takes in the table, or on the way there, where emulators count: whichever is more. */
function cellBytes(name: string, type: EdmType, cell: CellValue): number {
  const stored = propertyBytes(name, type, cell);
  if (typeof cell !== 'string' || cell.length < LONG) return stored;
  return Math.max(stored, Buffer.byteLength(JSON.stringify(cell)));
}
