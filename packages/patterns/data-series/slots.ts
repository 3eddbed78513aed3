import { OptionsError } from '@tablewright/core';

/** The places of a series: how many there are, and which of them a value of the program means. */
export interface Slots<T> {
  readonly count: number;
  /** The number in the first slot's column name; the others follow. */
  readonly first: number;
  /** Which slot a value means, from 0 to `count - 1`; anything else is refused. */
  of(value: T): number;
  /** What stands for a slot when the series is read. */
  at(index: number): T;
}

export interface SlotFunctions<T> {
  readonly count: number;
  readonly first?: number;
  readonly of: (value: T) => number;
  readonly at: (index: number) => T;
}

/**
 * Slots of any type. `of` says which slot a value means, and `at` what stands for it: `of(at(n))` is `n`.
 * @example
 * ```
 * const weekdays = slots({ count: 7, of: (day: Weekday) => WEEKDAYS.indexOf(day), at: (n) => WEEKDAYS[n]! });
 * ```
 */
export function slots<T>({ count, first = 0, of, at }: SlotFunctions<T>): Slots<T> {
  return Object.freeze({ count, first, of, at });
}

/** The hours of a day, 0 to 23. */
export function hoursOfDay(): Slots<number> {
  return wholeNumbers(0, 23);
}

/** The minutes of a day, 0 to 1,439: more than one entity holds, so that the series goes on in further rows. */
export function minutesOfDay(): Slots<number> {
  return wholeNumbers(0, 1_439);
}

/** The days of a month, 1 to 31. */
export function daysOfMonth(): Slots<number> {
  return wholeNumbers(1, 31);
}

/** The days of a year, 1 to 366: two rows. */
export function daysOfYear(): Slots<number> {
  return wholeNumbers(1, 366);
}

/** Whole numbers from one to another. */
export function wholeNumbers(first: number, last: number): Slots<number> {
  return slots({
    count: last - first + 1,
    first,
    of: (value) => value - first,
    at: (index) => first + index,
  });
}

/** The slot that a value means, of those from `from` up to `to`. Any other is refused before anything is sent. */
export function slotIndex<T>(
  slots: Slots<T>,
  value: unknown,
  series: string,
  from = 0,
  to: number = slots.count,
): number {
  let index: unknown;
  try {
    index = slots.of(value as T);
  } catch {
    // What the function cannot read means no slot.
  }
  // Text that looks like a number would be taken for one by most functions.
  const same = typeof value === typeof slots.at(from);
  if (same && Number.isInteger(index) && (index as number) >= from && (index as number) < to) {
    return (index as number) + 0;
  }
  throw new OptionsError('slot', `${series}: this is none of its ${to - from} slots.`);
}
