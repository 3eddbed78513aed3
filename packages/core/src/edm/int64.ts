export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

const DECIMAL = /^-?\d{1,19}$/;
/** So many digits are exact as a number. */
const EXACT_DIGITS = 15;
const ZERO = 48;

/** Whether a value is a bigint that Edm.Int64 holds. */
export function isInt64(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= INT64_MIN && value <= INT64_MAX;
}

/** The value of decimal text as Edm.Int64 travels; `undefined` when it is none, or does not fit. */
export function parseInt64(text: string): bigint | undefined {
  const short = shortInteger(text);
  if (short >= 0) return bigintOf(short);
  if (!DECIMAL.test(text)) return undefined;
  const value = BigInt(text);
  return isInt64(value) ? value : undefined;
}

const SIXTY_FOUR = new BigInt64Array(1);
const HALVES = new Uint32Array(SIXTY_FOUR.buffer);
/** Where the machine keeps the lower half of a 64-bit number. */
const LOW = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1;

/** Through memory, which is cheaper than `BigInt(number)`, and that than `BigInt(text)`. */
function bigintOf(value: number): bigint {
  HALVES[LOW] = value % 2 ** 32;
  HALVES[1 - LOW] = value / 2 ** 32;
  return SIXTY_FOUR[0]!;
}

/** The value of at most 15 digits. -1: not short, or not such text. */
function shortInteger(text: string): number {
  const { length } = text;
  if (length === 0 || length > EXACT_DIGITS) return -1;
  let value = 0;
  for (let at = 0; at < length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
