import { INT64_MAX, INT64_MIN, isInt64 } from '../../edm/index.js';

/** A kind of integer, told apart by the JavaScript type that carries it. */
export interface IntegerType<V extends number | bigint> {
  readonly kind: string;
  /** How many digits its largest value has. */
  readonly digits: number;
  /** Names the type in errors. */
  readonly name: string;
  readonly min: V;
  readonly max: V;
  includes(value: unknown): value is V;
  parse(decimal: string): V;
  ofNumber(value: number): V;
  /** What to do about a value of another type. */
  readonly remedy: string;
}

const REMEDY = 'Convert it first: int32 takes a number, int64 a bigint, and -0 is not an integer.';

export const INT32: IntegerType<number> = {
  kind: 'int32',
  digits: 10,
  name: 'a whole number',
  min: -2_147_483_648,
  max: 2_147_483_647,
  // `| 0` is the conversion to 32 bits. Object.is refuses -0, which integers do not have.
  includes: (value): value is number => typeof value === 'number' && Object.is(value | 0, value),
  parse: Number,
  ofNumber: (value) => value,
  remedy: REMEDY,
};

export const INT64: IntegerType<bigint> = {
  kind: 'int64',
  digits: 19,
  name: 'a bigint',
  min: INT64_MIN,
  max: INT64_MAX,
  includes: isInt64,
  parse: BigInt,
  ofNumber: BigInt,
  remedy: REMEDY,
};
