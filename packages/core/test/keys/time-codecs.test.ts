import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateOfTicks,
  isTicks,
  MAX_TICKS,
  MIN_TICKS,
  ticksOfDate,
  UNIX_EPOCH_TICKS,
} from '../../src/edm/index.js';
import { partCodec } from '../../src/keys/index.js';
import {
  date,
  EPOCH,
  expectCodec,
  expectForeign,
  expectStrangersRefused,
  failure,
  RUNS,
  ticks,
} from './support.js';

/**
 * 2014-07-31T18:00:00Z by hand: 44 years of 365 days, 11 leap days and 211 days are 16,282 days, or
 * 1,406,764,800 s; with 18 hours 1,406,829,600 s. In ticks, plus 621,355,968,000,000,000 from the year 1
 * to 1970: 635,424,264,000,000,000. DateTime.MaxValue.Ticks minus that: 2,519,954,711,999,999,999.
 */
const KNOWN = {
  date: new Date('2014-07-31T18:00:00Z'),
  ticks: 635424264000000000n,
  key: '2519954711999999999',
};

describe('dateTime', () => {
  const codec = partCodec('dateTime');

  it('is reversible, injective, legal and ordered', () => expectCodec(codec, date));
  it('is ISO text', () => expect(codec.encode(KNOWN.date)).toBe('2014-07-31T18:00:00.000Z'));
  it('refuses strangers', () => expectStrangersRefused(codec, (value) => value === EPOCH));

  it('reads only what it would have written', () => {
    expectForeign(codec, ['', '2014-07-31', '2014-07-31T18:00:00Z', '2014-07-31T18:00:00.000+00:00']);
    expectForeign(codec, [
      '2014-02-30T18:00:00.000Z',
      '2014-07-31T24:00:00.000Z',
      '1600-12-31T23:59:59.999Z',
    ]);
    expectForeign(codec, [
      '2014-07-31T18:00:60.000Z',
      '2014-13-31T18:00:00.000Z',
      '2014-07-31t18:00:00.000z',
    ]);
  });

  it('asks the Date itself, not its methods', () => {
    class Liar extends Date {
      override getTime = () => 0;
      override toISOString = () => 'a/b';
      override [Symbol.toPrimitive] = () => '' as never;
    }
    expect(codec.encode(new Liar(KNOWN.date))).toBe('2014-07-31T18:00:00.000Z');
  });
});

describe('dateTime, newest first', () => {
  const codec = partCodec('dateTime', 'desc');

  it('is reversible, injective, legal and ordered from new to old', () => expectCodec(codec, date));

  it("is the guide's inverted tick", () => {
    expect(codec.encode(KNOWN.date)).toBe(KNOWN.key);
    expect(codec.decode(KNOWN.key)).toEqual(KNOWN.date);
    expect(codec.descending).toBe(true);
  });

  it('refuses strangers', () => expectStrangersRefused(codec, (value) => value === EPOCH));

  it('reads only what a Date can find again', () => {
    expectForeign(codec, ['2519954711999999998', '2519954711999990000', '0000000000000000000']);
    expectForeign(codec, ['', '251995471199999999', '3155378975999999999', '9999999999999999999']);
    expect(codec.decode('0000000000000009999')).toEqual(new Date('9999-12-31T23:59:59.999Z'));
  });
});

describe('ticks', () => {
  it('are reversible, injective, legal and ordered', () => {
    expectCodec(partCodec('ticks'), ticks);
    expectCodec(partCodec('ticks', 'desc'), ticks);
  });

  it('have 19 digits', () => {
    expect(partCodec('ticks').encode(KNOWN.ticks)).toBe('0635424264000000000');
    expect(partCodec('ticks', 'desc').encode(KNOWN.ticks)).toBe(KNOWN.key);
    expect(partCodec('ticks', 'desc').encode(MAX_TICKS)).toBe('0000000000000000000');
    expect(partCodec('ticks', 'desc').decode('2519954711999999998')).toBe(KNOWN.ticks + 1n);
  });

  it('refuse strangers', () => {
    expectStrangersRefused(partCodec('ticks'), () => false);
    expectStrangersRefused(partCodec('ticks', 'desc'), () => false);
    for (const outside of [MIN_TICKS - 1n, MAX_TICKS + 1n, 0n]) {
      expect(failure(() => partCodec('ticks').encode(outside)).code).toBe('KEY_VALUE_INVALID');
      expect(failure(() => partCodec('ticks', 'desc').encode(outside)).code).toBe('KEY_VALUE_INVALID');
    }
  });

  it('read only what they would have written', () => {
    expectForeign(partCodec('ticks'), ['0504911231999999999', '3155378976000000000', '635424264000000000']);
    expectForeign(partCodec('ticks', 'desc'), ['2650467744000000000', '-000000000000000001']);
    expect(partCodec('ticks', 'desc').decode('2650467743999999999')).toBe(MIN_TICKS);
  });
});

describe('ticks and Dates', () => {
  it('convert exactly', () => {
    expect(ticksOfDate(KNOWN.date)).toBe(KNOWN.ticks);
    expect(ticksOfDate(new Date(0))).toBe(UNIX_EPOCH_TICKS);
    expect(ticksOfDate(new Date('1601-01-01T00:00:00Z'))).toBe(MIN_TICKS);
    expect(ticksOfDate(new Date('9999-12-31T23:59:59.999Z'))).toBe(MAX_TICKS - 9_999n);
    fc.assert(
      fc.property(date, (value) => {
        expect(dateOfTicks(ticksOfDate(value))).toEqual(value);
      }),
      RUNS,
    );
  });

  it('cut off what a Date cannot hold, before 1970 as after', () => {
    fc.assert(
      fc.property(date, fc.bigInt({ min: 0n, max: 9_999n }), (value, rest) => {
        expect(dateOfTicks(ticksOfDate(value) + rest)).toEqual(value);
      }),
      RUNS,
    );
    expect(dateOfTicks(UNIX_EPOCH_TICKS - 1n).getTime()).toBe(-1);
  });

  it('stay within 1601 to 9999', () => {
    for (const attempt of [
      () => ticksOfDate(new Date(NaN)),
      () => ticksOfDate(new Date('1600-12-31T23:59:59.999Z')),
      () => ticksOfDate('2014-07-31' as unknown as Date),
      () => dateOfTicks(MIN_TICKS - 1n),
      () => dateOfTicks(MAX_TICKS + 1n),
      () => dateOfTicks(1 as unknown as bigint),
    ]) {
      expect(failure(attempt).code).toBe('TIME_OUT_OF_RANGE');
    }
    expect([isTicks(MIN_TICKS), isTicks(MAX_TICKS), isTicks(MAX_TICKS + 1n), isTicks(1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
