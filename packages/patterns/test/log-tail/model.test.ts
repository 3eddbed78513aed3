import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ManualClock, SetClock } from '../support/clocks.js';
import { Expenses } from '../support/expense.js';
import { Follower } from '../support/follower.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const OVERLAP = 3_000;
const log = { employee: 'e' };

type Step =
  | { readonly kind: 'append'; readonly late: number; readonly count: number }
  | { readonly kind: 'poll'; readonly after: number }
  /** Takes some entries of a poll and goes on with another tail. */
  | { readonly kind: 'resume'; readonly after: number; readonly taken: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('append' as const),
        late: fc.constantFrom(0, 0, 0, 1, 999, OVERLAP - 1, OVERLAP, -1, -500, -OVERLAP),
        count: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('poll' as const),
        after: fc.constantFrom(1_000, 1_001, 9_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('resume' as const),
        after: fc.constantFrom(0, 1, 7_000),
        taken: fc.integer({ min: 0, max: 3 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 25, size: 'max' },
);

it('each entry is yielded once, whenever its writer and the reader look at their clocks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const clock = new SetClock('2014-07-31T18:00:00Z');
      const table = storage.emulator.uniqueName('Model');
      const writer = new Expenses(storage.store({ clock }), { table });
      const open = (cursor?: string) => {
        const own = new ManualClock(clock);
        const tail = new Expenses(storage.store({ clock: own }), { table }).tail(log, {
          cursor,
          overlap: OVERLAP,
        });
        return { tail, own, follower: new Follower(tail, own) };
      };
      let current = open();
      const yielded: number[] = [];
      const takeAll = async (after: number) => {
        const found = await current.follower.pollAfter(after);
        // Within a poll they come in the order of their times.
        const times = found.map(({ submitted }) => submitted.getTime());
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        yielded.push(...found.map(({ amount }) => amount!));
      };
      await takeAll(0);
      let appended = 0;
      for (const step of sequence) {
        if (step.kind === 'append') {
          const submitted = new Date(clock.time - step.late);
          for (let i = 0; i < step.count; i++) await writer.append({ ...log, submitted, amount: appended++ });
        } else if (step.kind === 'poll') {
          await takeAll(step.after);
        } else {
          // What it would have yielded beyond these is left for the other one.
          const { tail } = current;
          await tail.return?.();
          const again = open(tail.cursor);
          clock.time += step.after;
          for (let i = 0; i < step.taken; i++) {
            const next = again.tail.next();
            const first = await Promise.race([next, again.own.asleep().then(() => undefined)]);
            if (!first || first.done) break;
            yielded.push(first.value.amount!);
          }
          await again.tail.return?.();
          current = open(again.tail.cursor);
        }
      }
      // Those that are ahead of the clock are due by then.
      await takeAll(1_000);
      await takeAll(OVERLAP);
      expect(yielded.toSorted((a, b) => a - b)).toEqual(Array.from({ length: appended }, (_, i) => i));
      await current.tail.return?.();
    }),
    { numRuns: 25 },
  );
});
