const DAY = 86_400_000;
/** Days from 0000-01-01 to 1970-01-01. */
const EPOCH_DAY = 719_528;
/** The same, counted from 0000-03-01: years that begin in March end with the leap day. */
const EPOCH_DAY_FROM_MARCH = 719_468;
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

/**
 * A time of the years 1601 to 9999 as ISO text with milliseconds: what `toISOString` writes, in a fraction of
 * its time.
 *
 * @internal
 */
export function formatIsoTime(ms: number): string {
  const days = Math.floor(ms / DAY);
  const inDay = ms - days * DAY;
  // Counted in cycles of 400 years that begin on a 1st of March.
  const fromMarch = days + EPOCH_DAY_FROM_MARCH;
  const cycle = (fromMarch / 146_097) | 0;
  const dayOfCycle = fromMarch - cycle * 146_097;
  const leaps = ((dayOfCycle / 1460) | 0) - ((dayOfCycle / 36_524) | 0) + ((dayOfCycle / 146_096) | 0);
  const yearOfCycle = ((dayOfCycle - leaps) / 365) | 0;
  const dayOfYear = dayOfCycle - 365 * yearOfCycle - ((yearOfCycle / 4) | 0) + ((yearOfCycle / 100) | 0);
  const monthFromMarch = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * monthFromMarch + 2) / 5) | 0) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfCycle + cycle * 400 + (month < 3 ? 1 : 0);
  const hour = (inDay / 3_600_000) | 0;
  const minute = ((inDay / 60_000) | 0) % 60;
  const second = ((inDay / 1000) | 0) % 60;
  const milli = inDay % 1000;
  return String.fromCharCode(
    ZERO + ((year / 1000) | 0),
    ZERO + (((year / 100) | 0) % 10),
    ZERO + (((year / 10) | 0) % 10),
    ZERO + (year % 10),
    DASH,
    ZERO + ((month / 10) | 0),
    ZERO + (month % 10),
    DASH,
    ZERO + ((day / 10) | 0),
    ZERO + (day % 10),
    T,
    ZERO + ((hour / 10) | 0),
    ZERO + (hour % 10),
    COLON,
    ZERO + ((minute / 10) | 0),
    ZERO + (minute % 10),
    COLON,
    ZERO + ((second / 10) | 0),
    ZERO + (second % 10),
    DOT,
    ZERO + ((milli / 100) | 0),
    ZERO + (((milli / 10) | 0) % 10),
    ZERO + (milli % 10),
    Z,
  );
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
