import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAfter, nextKeyAfter } from '../../src/plan/query/ranges/next-after.js';

const text = fc.string({ unit: 'binary', maxLength: 4 });
const edges = fc
  .array(
    fc.constantFrom('a', '~', '"', '.', '\ud7ff', '\ue000', '\uffff', '\u{103ff}', '\u{10ffff}', '\u{10000}'),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));

describe('the next text after a prefix', () => {
  it.each([
    ['ab', 'ac'],
    ['a\ud7ff', 'a\u{10000}'],
    ['a\u{103ff}', 'a\u{10400}'],
    ['a\u{10ffff}', 'a\ue000'],
    ['a\uffff\uffff', 'b'],
    ['\uffff', undefined],
    ['', undefined],
  ])('of %j is %j', (prefix, next) => {
    expect(nextAfter(prefix)).toBe(next);
  });

  it('is well-formed, and lies between those that begin with the prefix and those that follow', () => {
    fc.assert(
      fc.property(fc.oneof(text, edges), fc.oneof(text, edges), (prefix, other) => {
        const next = nextAfter(prefix);
        expect(next?.isWellFormed() ?? true).toBe(true);
        const below = next === undefined || other < next;
        expect(below).toBe(other < prefix || other.startsWith(prefix));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is made of what keys may hold', () => {
    expect(nextKeyAfter('"')).toBe('$');
    expect(nextKeyAfter('a.')).toBe('a0');
    expect(nextKeyAfter('~')).toBe('\u00a0');
  });
});
