import { describe, expect, it } from 'vitest';
import { rounds } from '../src/measure/effort.js';
import { inParallel } from '../src/measure/in-parallel.js';
import { interleave } from '../src/measure/interleave.js';

const effort = { seconds: 0, atLeast: 4 };
const WARM_UP_ROUNDS = 2;

describe('interleave', () => {
  it('runs everyone once a round, each round beginning with another, and counts no warm-up', async () => {
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const contenders = { a: note('a'), b: note('b'), c: note('c') };
    const measured = await interleave(contenders, async (work) => work() as number, effort);
    const counted = order.slice(3 * WARM_UP_ROUNDS).join('');
    expect(counted).toBe(['abc', 'bca', 'cab', 'abc'].join(''));
    expect(measured.a).toHaveLength(4);
    expect(measured.b).toHaveLength(4);
    // The meter's own values arrive with the right contender: here, the position of each call.
    expect(measured.c).toEqual([9, 11, 13, 18]);
  });

  it('waits for work that takes its time', async () => {
    let running = 0;
    const work = async () => {
      expect(++running).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    const meter = async (measured: () => unknown) => {
      await measured();
      return running;
    };
    expect(await interleave({ a: work, b: work }, meter, effort)).toEqual({
      a: [0, 0, 0, 0],
      b: [0, 0, 0, 0],
    });
  });

  it('does the least number of rounds, however long they take', () => {
    const another = rounds({ seconds: 0, atLeast: 2 });
    expect([another(), another(), another()]).toEqual([true, true, false]);
  });
});

describe('inParallel', () => {
  it('works on every item once, and on no more at a time than it may', async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;
    await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(item);
    });
    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });
});
