import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileTemplate } from '../../src/keys/index.js';
import type { Compare } from '../../src/plan/query/condition.js';
import { boundRanges } from '../../src/plan/query/ranges/bound-ranges.js';
import { before, type Cut, compareCuts } from '../../src/plan/query/ranges/cut-range.js';

/** Few characters, so that bounds and values often share a beginning. */
const text = fc.string({ unit: fc.constantFrom(' ', '!', '/', 'a', 'b', '~', '}', '\u00a0'), maxLength: 4 });
const bounds = fc.uniqueArray(fc.constantFrom('gt', 'ge', 'lt', 'le', 'startsWith'), { maxLength: 2 });

const isAsked = (value: string, { comparison, value: bound }: Compare) => {
  const other = bound as string;
  switch (comparison) {
    case 'gt':
      return value > other;
    case 'ge':
      return value >= other;
    case 'lt':
      return value < other;
    case 'le':
      return value <= other;
    default:
      return value.startsWith(other);
  }
};
const within = (key: string, from: Cut, to: Cut) =>
  compareCuts(from, before(key)) <= 0 && compareCuts(before(key), to) < 0;

it.each(['x_{a}', 'x_{a}  {b}', 'x_{a:raw}  {b}'])('bounds of text are never too narrow: %s', (source) => {
  const template = compileTemplate(source, () => 'text', 'row');
  const raw = source.includes('raw');
  let narrowed = 0;
  fc.assert(
    fc.property(text, text, text, bounds, text, (low, high, a, comparisons, b) => {
      if (raw && /[ /]/.test(low + high + a)) return;
      const leaves = comparisons.map((comparison): Compare => {
        const value = comparison.startsWith('g') ? low : high;
        return { kind: 'compare', property: 'a', comparison: comparison as Compare['comparison'], value };
      });
      const prefixWith = (value: unknown) =>
        typeof value === 'string' ? template.encodePrefix({ a: value }, 1) : undefined;
      const { ranges, decided } = boundRanges(template.variables[0]!, 'x_', prefixWith, leaves);
      if (ranges.length === 0) return;
      const key = template.encode({ a, b });
      const found = ranges.some(({ from, to }) => within(key, from, to));
      if (leaves.every((leaf) => isAsked(a, leaf))) expect(found).toBe(true);
      else if (decided.length === leaves.length) expect(found).toBe(false);
      if (!found) narrowed++;
    }),
    { numRuns: 5_000 },
  );
  expect(narrowed).toBeGreaterThan(100);
});
