import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oldestFirst } from '../../log-tail/oldest-first.js';

/** Bursts and silence: how many entries, how far apart, and what follows. */
const bursts = fc.array(
  fc.record({
    count: fc.integer({ min: 0, max: 1_500 }),
    step: fc.constantFrom(0, 1, 7, 1_000),
    gap: fc.constantFrom(1, 50, 10_000_000),
  }),
  { minLength: 1, maxLength: 5 },
);

it.each([1n, 10_000n])(
  'every entry once, the oldest first, a page at a time, in steps of %i',
  async (unit) => {
    await fc.assert(
      fc.asyncProperty(bursts, async (list) => {
        const times: bigint[] = [];
        let now = 0n;
        for (const { count, step, gap } of list) {
          for (let i = 0; i < count; i++) {
            times.push(now);
            now += BigInt(step) * unit;
          }
          now += BigInt(gap) * unit;
        }
        let reads = 0;
        const found: bigint[] = [];
        const read = async (from: bigint, to: bigint, limit: number | undefined) => {
          reads++;
          const within = times.filter((time) => time >= from && time <= to).toReversed();
          // Only a single time may be read without a limit.
          expect(limit === undefined ? to - from < unit : limit <= 1_000).toBe(true);
          return limit === undefined ? within : within.slice(0, limit);
        };
        for await (const slice of oldestFirst(read, (time) => time, { low: 0n, high: now, unit })) {
          found.push(...slice);
        }
        expect(found).toEqual(times);
        expect(reads).toBeLessThan(60 + 60 * list.length);
      }),
      { numRuns: 40 },
    );
  },
);
