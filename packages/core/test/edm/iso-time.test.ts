import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIsoTime, MAX_TICKS, MIN_TICKS, parseIsoTime, ticksOfDate } from '../../src/edm/index.js';

const EARLIEST = Date.UTC(1601, 0, 1);
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const times = fc.oneof(
  fc.integer({ min: EARLIEST, max: LATEST }),
  fc.constantFrom(
    EARLIEST,
    LATEST,
    -1,
    0,
    1,
    Date.UTC(2000, 1, 29),
    Date.UTC(1900, 1, 28),
    Date.UTC(1600 + 400, 2, 1),
  ),
);
const digits = (width: number) =>
  fc.integer({ min: 0, max: 10 ** width - 1 }).map((value) => String(value).padStart(width, '0'));
/** Right in their form, but perhaps of a 13th month or a 61st minute. */
const shapes = fc
  .tuple(
    digits(4),
    digits(2),
    digits(2),
    digits(2),
    digits(2),
    digits(2),
    fc.integer({ min: 0, max: 8 }),
    digits(8),
  )
  .map(([year, month, day, hour, minute, second, length, fraction]) => {
    const more = length === 0 ? '' : `.${fraction.slice(0, length)}`;
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${more}Z`;
  });
const plausible = fc
  .tuple(times, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 7 }), digits(7))
  .map(([time, day, length, fraction]) => {
    const iso = new Date(time).toISOString();
    const more = length === 0 ? '' : `.${fraction.slice(0, length)}`;
    return `${iso.slice(0, 8)}${String(day).padStart(2, '0')}${iso.slice(10, 19)}${more}Z`;
  });
const broken = fc
  .tuple(plausible, fc.nat(27), fc.constantFrom('', ' ', 'x', '-', ':', '.', 'Z', '٣', '🕐', '00'))
  .map(([iso, at, other]) => iso.slice(0, at) + other + iso.slice(at + 1));

const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,7})?Z$/;

describe('a time as the service writes it', () => {
  it('is read as Date.parse reads it, or left to it', () => {
    fc.assert(
      fc.property(fc.oneof(plausible, shapes, broken, fc.string()), (text) => {
        const ms = parseIsoTime(text);
        if (Number.isNaN(ms)) return;
        expect(text).toMatch(FORM);
        expect(ms).toBe(Date.parse(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is not left to it when it is an ordinary one', () => {
    fc.assert(
      fc.property(plausible, (text) => {
        expect(parseIsoTime(text)).toBe(Date.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is written as toISOString writes it', () => {
    fc.assert(
      fc.property(times, (time) => {
        expect(formatIsoTime(time)).toBe(new Date(time).toISOString());
      }),
      { numRuns: 5_000 },
    );
    expect(ticksOfDate(new Date(EARLIEST))).toBe(MIN_TICKS);
    expect(ticksOfDate(new Date(LATEST)) / 10_000n).toBe(MAX_TICKS / 10_000n);
  });
});
