import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNBOUNDED } from '../../src/store/call-scope.js';
import { pacedScope, sideBySide } from '../../src/store/pace/index.js';

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await Promise.resolve();
};

describe('work side by side', () => {
  it('keeps the order of the items and its bound, and is done when it says so', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 9 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        fc.option(fc.nat({ max: 40 })),
        async (waits, most, failing) => {
          let underWay = 0;
          let highest = 0;
          const work = async (item: number) => {
            highest = Math.max(highest, ++underWay);
            await turns(waits[item]!);
            underWay--;
            if (item === failing) throw new Error(`item ${item}`);
            return item * 2;
          };
          const items = waits.map((_, item) => item);
          const run = sideBySide(items, pacedScope(UNBOUNDED, most), work);
          if (failing !== null && failing < items.length)
            await expect(run).rejects.toThrow(`item ${failing}`);
          else expect(await run).toEqual(items.map((item) => item * 2));
          expect(underWay).toBe(0);
          expect(highest).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  it('ends the others with the first error, and begins nothing more', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const run = sideBySide([0, 1, 2, 3, 4], pacedScope(UNBOUNDED, 3), async (item, { signal }) => {
      begun.push(item);
      if (item === 1) throw new Error('mine');
      await new Promise<void>((resolve) => signal!.addEventListener('abort', () => resolve()));
      ended.push(item);
    });
    await expect(run).rejects.toThrow('mine');
    expect([begun, ended]).toEqual([
      [0, 1, 2],
      [0, 2],
    ]);
  });
});
