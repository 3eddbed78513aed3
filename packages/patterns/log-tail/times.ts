import { dateOfTicks, OptionsError, type PropertyKind, ticksOfDate } from '@tablewright/core';

export const TICKS_PER_MS = 10_000n;
/** What the service stores: the years 1601 to 9999. */
const EARLIEST = ticksOfDate(new Date(Date.UTC(1601, 0, 1)));
const LATEST = ticksOfDate(new Date(Date.UTC(9999, 11, 31, 23, 59, 59, 999))) + TICKS_PER_MS - 1n;

/** The times of a log as ticks, whatever its property holds. */
export interface Times {
  /** How many ticks lie between two times that the property can hold. */
  readonly unit: bigint;
  /** The value of the property. */
  valueOf(ticks: bigint): Date | bigint;
}

const DATES: Times = { unit: TICKS_PER_MS, valueOf: dateOfTicks };
const TICKS: Times = { unit: 1n, valueOf: (ticks) => ticks };

/** `undefined` for a property that is no time. */
export function timesOf(kind: PropertyKind): Times | undefined {
  return kind === 'dateTime' ? DATES : kind === 'ticks' ? TICKS : undefined;
}

/** The ticks of a property's value. */
export function ticksOf(value: unknown): bigint {
  return typeof value === 'bigint' ? value : ticksOfDate(value as Date);
}

/** The ticks of a time that a caller gave: a Date, or ticks where the property holds them. */
export function ticksOfArgument({ unit }: Times, value: unknown, option: string): bigint {
  try {
    const ticks = ticksOf(value);
    if (ticks === within(ticks) && ticks % unit === 0n) return ticks;
  } catch {
    // Whatever it is, it is no time.
  }
  const wanted = unit === 1n ? 'a valid Date, or ticks as a bigint,' : 'a valid Date';
  throw new OptionsError(option, `${option} is ${wanted} in the years 1601 to 9999.`);
}

/** The ticks of the store's clock, which may be finer than a millisecond. */
export function ticksOfClock(milliseconds: number): bigint {
  return ticksOfDate(new Date(Math.floor(milliseconds)));
}

export function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function later(a: bigint, b: bigint): bigint {
  return -earlier(-a, -b);
}

/** The nearest time that the service can store. */
export function within(ticks: bigint): bigint {
  return later(EARLIEST, earlier(ticks, LATEST));
}
