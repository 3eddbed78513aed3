import { type CellValue, type EdmType, formatTicks, isTicks, parseTicks, timeOf } from '../edm/index.js';
import { binary } from './columns/binary.js';
import type { ColumnCodec } from './columns/column-codec.js';
import { boolean, double, guid, int32, int64, text } from './columns/scalars.js';
import { ticks } from './columns/times.js';

/**
 * A column's value without a class: text, Guids and times (ISO text with 100 ns digits) as strings, Int32 and
 * Double as numbers, Int64 as bigint, Binary as bytes.
 */
export type EdmValue = string | number | bigint | boolean | Uint8Array;

/** Length of `2014-07-31T18:00:00`. */
const TO_THE_SECOND = 19;
const INTEGER = /^-?\d+$/;

/** Times are exact as text or ticks; a Date is welcome where milliseconds are enough. */
const anyTime: ColumnCodec = {
  expects: 'a Date, ISO text in UTC or ticks, between the years 1601 and 9999',
  toCell: (value) => ticks.toCell(ticksOf(value)),
  fromCell: (cell) => {
    const exact = ticks.fromCell(cell);
    return isTicks(exact) ? formatTicks(exact) : undefined;
  },
};

/** Int64 of the emulator may be larger than the type: shown as it is, since only the row's owner knows better. */
const anyInt64: ColumnCodec = {
  ...int64,
  fromCell: (cell) => (INTEGER.test(String(cell)) ? BigInt(cell as string) : undefined),
};

const CODECS: Readonly<Record<EdmType, ColumnCodec>> = {
  'Edm.String': text,
  'Edm.Int32': int32,
  'Edm.Int64': anyInt64,
  'Edm.Double': double,
  'Edm.Boolean': boolean,
  'Edm.DateTime': anyTime,
  'Edm.Guid': guid,
  'Edm.Binary': binary,
};

/** What a column of a type takes, as the middle of a sentence. */
export function expectedOf(type: EdmType): string {
  return CODECS[type].expects;
}

/** `undefined`: a column of this type does not take the value. */
export function cellOfValue(type: EdmType, value: unknown): CellValue | undefined {
  return CODECS[type].toCell(value);
}

/** The value of a stored cell. A Guid keeps its spelling, and so does what no client should have written. */
export function valueOfCell(type: EdmType, cell: CellValue): EdmValue {
  if (type === 'Edm.Guid') return cell;
  return (CODECS[type].fromCell(cell) as EdmValue | undefined) ?? cell;
}

/** The type that a value stands for by itself. A number does not: it may be an Int32 or a Double. */
export function typeOfValue(value: unknown): EdmType | undefined {
  if (typeof value === 'string') return 'Edm.String';
  if (typeof value === 'boolean') return 'Edm.Boolean';
  if (typeof value === 'bigint') return 'Edm.Int64';
  if (binary.toCell(value) !== undefined) return 'Edm.Binary';
  return timeOf(value) === undefined ? undefined : 'Edm.DateTime';
}

function ticksOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  const iso = typeof value === 'string' ? value : isoOf(value);
  const exact = iso === undefined ? undefined : parseTicks(iso);
  // Date.parse takes a 30th of February for the 2nd of March.
  const isReal =
    isTicks(exact) && formatTicks(exact).slice(0, TO_THE_SECOND) === iso!.slice(0, TO_THE_SECOND);
  return isReal ? exact : undefined;
}

function isoOf(value: unknown): string | undefined {
  const time = timeOf(value);
  return time === undefined ? undefined : new Date(time).toISOString();
}
