const DAY = 86_400_000;
/** Days from 0000-03-01 to 1970-01-01: years that begin in March end with the leap day. */
const EPOCH_DAY = 719_468;

const DASH = 45;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
const T = 84;
const Z = 90;

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
  const fromMarch = days + EPOCH_DAY;
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
