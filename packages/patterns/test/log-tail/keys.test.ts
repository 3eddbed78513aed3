import { dateOfTicks, modelOf, ticksOfDate } from '@tablewright/core';
import { invertedTicks, ticksOfInverted } from '@tablewright/patterns/log-tail';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Expense, LogEvent, Reading } from '../support/expense.js';

const MAX_VALUE_TICKS = 3_155_378_975_999_999_999n;
const EARLIEST = ticksOfDate(new Date(Date.UTC(1601, 0, 1)));
/** Anywhere in the years 1601 to 9999, and often at the border of a millisecond. */
const ticks = fc.oneof(
  fc.bigInt(EARLIEST, MAX_VALUE_TICKS),
  fc
    .tuple(
      fc.bigInt(EARLIEST / 10_000n + 1n, MAX_VALUE_TICKS / 10_000n),
      fc.constantFrom(-1n, 0n, 1n, 9_999n),
    )
    .map(([ms, rest]) => ms * 10_000n + rest),
  fc.constantFrom(EARLIEST, EARLIEST + 1n, MAX_VALUE_TICKS - 1n, MAX_VALUE_TICKS),
);
const dates = ticks.map(dateOfTicks);
const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

describe('inverted ticks', () => {
  it('are those of the guide', () => {
    // string.Format("{0:D19}", DateTime.MaxValue.Ticks - new DateTime(2014, 7, 31, 18, 0, 0).Ticks)
    expect(invertedTicks(new Date('2014-07-31T18:00:00Z'))).toBe('2519954711999999999');
    expect(invertedTicks(MAX_VALUE_TICKS)).toBe('0000000000000000000');
    expect(dateOfTicks(ticksOfInverted('2519954711999999999'))).toEqual(new Date('2014-07-31T18:00:00Z'));
    fc.assert(
      fc.property(ticks, (time) => {
        expect(invertedTicks(time)).toBe(String(MAX_VALUE_TICKS - time).padStart(19, '0'));
      }),
    );
  });

  it('lead back', () => {
    fc.assert(fc.property(ticks, (time) => ticksOfInverted(invertedTicks(time)) === time));
    fc.assert(
      fc.property(dates, (date) => {
        expect(dateOfTicks(ticksOfInverted(invertedTicks(date)))).toEqual(date);
      }),
    );
  });

  it.each(['', '1', '25199547119999999990', '251995471199999999x', '9999999999999999999', 5, undefined])(
    'refuses %j',
    (digits) => {
      expect(() => ticksOfInverted(digits as string)).toThrow(
        expect.objectContaining({ code: 'KEY_MISMATCH' }),
      );
    },
  );

  it('refuses times that the service has no room for', () => {
    expect(() => invertedTicks(EARLIEST - 1n)).toThrow(
      expect.objectContaining({ code: 'KEY_VALUE_INVALID' }),
    );
    expect(() => invertedTicks(new Date(Number.NaN))).toThrow(
      expect.objectContaining({ code: 'TIME_OUT_OF_RANGE' }),
    );
  });
});

describe('the order of keys is newest first', () => {
  it('with ticks alone', () => {
    const { row } = modelOf(Reading);
    fc.assert(
      fc.property(ticks, ticks, (a, b) => {
        expect(compare(row.encode({ at: a }), row.encode({ at: b }))).toBe(compare(b, a));
      }),
    );
  });

  it('whatever follows the time', () => {
    const { row } = modelOf(Expense);
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(dates, text, dates, text, (a, x, b, y) => {
        fc.pre(a.getTime() !== b.getTime());
        const keys = [row.encode({ submitted: a, id: x }), row.encode({ submitted: b, id: y })] as const;
        expect(compare(...keys)).toBe(compare(b, a));
      }),
    );
  });

  it('within each log of a partition', () => {
    const { row } = modelOf(LogEvent);
    fc.assert(
      fc.property(ticks, fc.uuid(), ticks, fc.uuid(), fc.string(), (a, x, b, y, level) => {
        fc.pre(a !== b);
        const keys = [row.encode({ level, at: a, id: x }), row.encode({ level, at: b, id: y })] as const;
        expect(compare(...keys)).toBe(compare(b, a));
      }),
    );
  });
});
