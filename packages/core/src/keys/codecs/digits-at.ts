/** So many digits are exact as a number. */
export const EXACT_DIGITS = 15;

const ZERO = 48;

/** The number that the digits from `start` up to `end` stand for; -1 when there is anything else. */
export function digitsAt(key: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = key.charCodeAt(at) - ZERO;
    // Behind the key's end there is NaN, which is no digit either.
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}
