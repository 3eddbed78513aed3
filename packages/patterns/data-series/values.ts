import { type CellValue, cellOfValue, type EdmType } from '@tablewright/core';

export type SeriesType = 'int32' | 'int64' | 'double';

type Value = number | bigint;

/** How the values of a series are stored. */
export interface ValueKind {
  readonly edm: EdmType;
  readonly expects: string;
  /** `undefined`: no such value. */
  encode(value: unknown): CellValue | undefined;
  decode(cell: unknown): Value | undefined;
  /** A sum that may be too large for the column. Left out where sums are not exact. */
  add?(stored: Value | undefined, by: Value): Value;
  /** What an increment adds unless told. */
  readonly one?: Value;
}

const INTEGER = /^-?\d{1,19}$/;
const NO_NUMBERS: ReadonlySet<unknown> = new Set(['NaN', 'Infinity', '-Infinity']);

export const VALUE_KINDS: Readonly<Record<SeriesType, ValueKind>> = {
  int32: {
    edm: 'Edm.Int32',
    expects: 'a whole number of 32 bits',
    encode: (value) => cellOfValue('Edm.Int32', value),
    decode: (cell) => (typeof cell === 'number' && (cell | 0) === cell ? cell : undefined),
    add: (stored = 0, by) => Number(stored) + Number(by),
    one: 1,
  },
  int64: {
    edm: 'Edm.Int64',
    expects: 'a bigint of 64 bits',
    encode: (value) => cellOfValue('Edm.Int64', value),
    decode: (cell) => (isInt64(cell) ? BigInt(cell as string | number) : undefined),
    add: (stored = 0n, by) => BigInt(stored) + BigInt(by),
    one: 1n,
  },
  double: {
    edm: 'Edm.Double',
    expects: 'a number',
    encode: (value) => cellOfValue('Edm.Double', value),
    decode: (cell) => (typeof cell === 'number' || NO_NUMBERS.has(cell) ? Number(cell) : undefined),
  },
};

/** Other clients may have written a small one as Int32, which travels as a number. */
function isInt64(cell: unknown): boolean {
  if (typeof cell === 'number') return Number.isSafeInteger(cell);
  return (
    typeof cell === 'string' && INTEGER.test(cell) && cellOfValue('Edm.Int64', BigInt(cell)) !== undefined
  );
}
