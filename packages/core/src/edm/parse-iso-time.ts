const DAY = 86_400_000;
/** Days from 0000-01-01 to 1970-01-01. */
const EPOCH_DAY = 719_528;
const DAYS_BEFORE_MONTH = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

const DASH = 45;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
const T = 84;
const Z = 90;

/**
 * The milliseconds of a time as the service writes it (`2014-07-31T18:00:00.1234567Z`, from 1601 on), by its
 * characters: `Date.parse` takes four times as long. NaN for everything else, which may still be a time.
 *
 * @internal
 */
export function parseIsoTime(text: string): number {
  const { length } = text;
  if (
    length < 20 ||
    length > 28 ||
    text.charCodeAt(4) !== DASH ||
    text.charCodeAt(7) !== DASH ||
    text.charCodeAt(10) !== T ||
    text.charCodeAt(13) !== COLON ||
    text.charCodeAt(16) !== COLON ||
    text.charCodeAt(length - 1) !== Z
  ) {
    return Number.NaN;
  }
  const year = pair(text, 0) * 100 + pair(text, 2);
  const month = pair(text, 5);
  const day = pair(text, 8);
  const hour = pair(text, 11);
  const minute = pair(text, 14);
  const second = pair(text, 17);
  if (year < 1601 || month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN;
  // A 30th of February is the 2nd of March, as it is for Date.parse.
  const days = 365 * year + leapDays(month < 3 ? year - 1 : year) + DAYS_BEFORE_MONTH[month]! + day;
  return (days - EPOCH_DAY) * DAY + (hour * 3600 + minute * 60 + second) * 1000 + fraction(text, length);
}

/** Two digits; far below zero when they are none, whatever they are added to. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -100_000;
}

function leapDays(year: number): number {
  return ((year / 4) | 0) - ((year / 100) | 0) + ((year / 400) | 0);
}

/** The milliseconds behind the seconds: up to seven digits, of which a Date holds three. */
function fraction(text: string, length: number): number {
  if (length === 20) return 0;
  if (length === 21 || text.charCodeAt(19) !== DOT) return Number.NaN;
  let milli = 0;
  for (let at = 20; at < length - 1; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    if (at < 23) milli += at === 20 ? digit * 100 : at === 21 ? digit * 10 : digit;
  }
  return milli;
}
