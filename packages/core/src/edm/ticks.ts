import { TablewrightError } from '../errors/index.js';

/** A tick is 100 nanoseconds, so a millisecond has ten thousand. */
export const TICKS_PER_MILLISECOND = 10_000n;

/** Ticks from 0001-01-01T00:00:00Z, where .NET begins to count, to 1970-01-01T00:00:00Z, where Date does. */
export const UNIX_EPOCH_TICKS = 621_355_968_000_000_000n;

/** 1601-01-01T00:00:00Z, the earliest time that the Table service stores. */
export const MIN_TICKS = 504_911_232_000_000_000n;

/** 9999-12-31T23:59:59.9999999Z, the latest: `DateTime.MaxValue.Ticks` of .NET. */
export const MAX_TICKS = 3_155_378_975_999_999_999n;

/** The span that a time must lie in, as ISO text. */
export interface TimeRangeDetails {
  readonly earliest: string;
  readonly latest: string;
}

/**
 * A time is invalid, or outside of the years 1601 to 9999 that the Table service stores.
 *
 * @example
 * ticksOfDate(new Date(NaN)); // TimeRangeError
 */
export class TimeRangeError extends TablewrightError<'TIME_OUT_OF_RANGE', TimeRangeDetails> {
  constructor() {
    const details = { earliest: '1601-01-01T00:00:00.0000000Z', latest: '9999-12-31T23:59:59.9999999Z' };
    const message = `A time must be valid and lie from ${details.earliest} to ${details.latest}. Check where it comes from.`;
    super('TIME_OUT_OF_RANGE', message, details);
  }
}

/** Whether a value is a bigint of ticks within the years 1601 to 9999. */
export function isTicks(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= MIN_TICKS && value <= MAX_TICKS;
}

/**
 * The ticks of a Date: 100 ns units since 0001-01-01T00:00:00Z.
 *
 * @example
 * ticksOfDate(new Date('2014-07-31T18:00:00Z')); // 635424264000000000n
 */
export function ticksOfDate(date: Date): bigint {
  const time = timeOf(date);
  if (time === undefined) throw new TimeRangeError();
  return BigInt(time) * TICKS_PER_MILLISECOND + UNIX_EPOCH_TICKS;
}

/**
 * The Date of some ticks. A Date knows milliseconds only: what lies below is cut off.
 *
 * @example
 * dateOfTicks(635424264000000000n); // 2014-07-31T18:00:00.000Z
 */
export function dateOfTicks(ticks: bigint): Date {
  if (!isTicks(ticks)) throw new TimeRangeError();
  // Ticks are positive, so the division rounds down on both sides of 1970.
  return new Date(Number(ticks / TICKS_PER_MILLISECOND - UNIX_EPOCH_TICKS / TICKS_PER_MILLISECOND));
}

/**
 * The milliseconds of a valid Date within the years 1601 to 9999; undefined for anything else.
 * Asks the Date's internal slot, so neither a look-alike nor an overridden method can lie, and a Date of
 * another realm is welcome.
 *
 * @internal
 */
export function timeOf(value: unknown): number | undefined {
  try {
    const time = Date.prototype.getTime.call(value);
    return time >= EARLIEST && time <= LATEST ? time : undefined;
  } catch {
    return undefined;
  }
}

const EARLIEST = Date.UTC(1601, 0, 1);
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
