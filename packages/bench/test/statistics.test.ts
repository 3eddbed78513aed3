import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratioOf } from '../src/measure/ratio.js';
import { median, quantile, spread } from '../src/measure/statistics.js';

const values = fc.array(fc.double({ min: 0.001, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 50 });

describe('statistics', () => {
  it('takes the middle value, or the middle between two', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
  });

  it('interpolates quantiles', () => {
    expect(quantile([0, 10, 20, 30, 40], 0.25)).toBe(10);
    expect(quantile([0, 10], 0.75)).toBe(7.5);
    expect(quantile([5, 1, 9], 0)).toBe(1);
    expect(quantile([5, 1, 9], 1)).toBe(9);
  });

  it('has no quantile of nothing', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  it('gives the spread as the middle half over the median', () => {
    expect(spread([10, 10, 10])).toBe(0);
    expect(spread([0, 10, 20, 30, 40])).toBe(1);
  });

  it('leaves as many values below the median as above it, and its input alone', () => {
    fc.assert(
      fc.property(values, (given) => {
        const before = [...given];
        const middle = median(given);
        expect(given).toEqual(before);
        const below = given.filter((value) => value < middle).length;
        const above = given.filter((value) => value > middle).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(given.length / 2);
      }),
    );
  });
});

describe('ratios', () => {
  it('compares round by round, so that a slow moment for both does not count', () => {
    expect(ratioOf([1, 100, 1, 1], [2, 200, 2, 2])).toEqual({ ratio: 0.5, rounds: 4, spread: 0 });
  });

  it('does not depend on a few disturbed rounds', () => {
    expect(ratioOf([1, 1, 50, 1, 1], [4, 4, 4, 4, 4]).ratio).toBe(0.25);
  });

  it('refuses rounds in which only one took part', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow(RangeError);
  });
});
