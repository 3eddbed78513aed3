import { TableStore } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { ManualClock, SetClock } from '../support/clocks.js';
import { Expenses, Readings } from '../support/expense.js';
import { Follower } from '../support/follower.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const WRITERS = 32;
const EACH = 20;
const all = Array.from({ length: WRITERS * EACH }, (_, i) => i);

/** Each writer appends its entries one after the other; all writers do so at once. */
async function writeAtOnce(append: (writer: number, entry: number) => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let i = 0; i < EACH; i++) await append(writer, writer * EACH + i);
    }),
  );
}

/** Zero at first, and then numbers that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = 0;
  return () => {
    const result = state / 2 ** 32;
    state = (Math.imul(state || seed * 7_919 + 1, 1_664_525) + 1_013_904_223) >>> 0;
    return result;
  };
}

describe('many writers within one tick of the clock', () => {
  it('of one process', async () => {
    const clock = new SetClock('2014-07-31T18:00:00Z');
    const own = new ManualClock(clock);
    const table = storage.emulator.uniqueName('Parallel');
    const follower = new Follower(
      new Expenses(storage.store({ clock: own }), { table }).tail({ employee: 'e' }),
      own,
    );
    const expenses = new Expenses(storage.store({ clock }), { table });
    const following = follower.poll();
    await writeAtOnce((_, amount) => expenses.append({ employee: 'e', amount }));
    const seen = [...(await following), ...(await follower.pollAfter(1_000))].map(({ amount }) => amount!);
    expect(seen.toSorted((a, b) => a - b)).toEqual(all);
    expect(await follower.pollAfter(1_000)).toEqual([]);
    const stored = (await expenses.latest({ employee: 'e' }, 1_000).all()).map(({ amount }) => amount!);
    expect(stored.toSorted((a, b) => a - b)).toEqual(all);
    // What one writer appended one after the other is in that order, the newest first.
    for (let writer = 0; writer < WRITERS; writer++) {
      const own = stored.filter((amount) => Math.floor(amount / EACH) === writer);
      expect(own).toEqual(own.toSorted((a, b) => b - a));
    }
  });

  it('of as many processes, with keys of nothing but ticks', async () => {
    const clock = new SetClock('2014-07-31T18:00:00Z');
    const own = new ManualClock(clock);
    const table = storage.emulator.uniqueName('Parallel');
    const tail = new Readings(storage.store({ clock: own }), { table }).tail({ sensor: 's' });
    const follower = new Follower(tail, own);
    // A source of ids of its own makes each a process of its own; all begin at the same tick.
    const writers = Array.from({ length: WRITERS }, (_, i) => {
      const store = TableStore.from(storage.emulator, {
        clock,
        newId: () => crypto.randomUUID(),
        random: randomFrom(i),
      });
      return new Readings(store, { table });
    });
    const following = follower.poll();
    await writeAtOnce((writer, value) => writers[writer]!.append({ sensor: 's', value }));
    const seen = [...(await following), ...(await follower.pollAfter(1_000))].map(({ value }) => value!);
    expect(seen.toSorted((a, b) => a - b)).toEqual(all);
    const stored = await writers[0]!.latest({ sensor: 's' }, 1_000).all();
    expect(stored.map(({ value }) => value!).toSorted((a, b) => a - b)).toEqual(all);
  });
});
