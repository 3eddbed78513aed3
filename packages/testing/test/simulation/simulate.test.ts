import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  type Actor,
  formatTrace,
  priorityChange,
  random,
  roundRobin,
  type Scheduling,
  simulate,
} from '../../src/simulation/index.js';
import { Cells, cellClient } from './support/cells.js';
import { violationsOf } from './support/violations.js';

/** Adds one to a counter that it has read, with or without looking whether the counter has changed since. */
const adder = (careful: boolean): Actor => ({
  role: 'writer',
  async run({ httpClient, count }) {
    const cells = cellClient(httpClient);
    for (;;) {
      const { value, etag } = await cells.read('counter');
      const status = await cells.write('counter', String(Number(value ?? 0) + 1), careful ? etag : undefined);
      count('writes');
      if (status === 204) return;
    }
  },
});

const counting = (careful: boolean, writers = 3) => {
  const storage = new Cells();
  return {
    storage,
    actors: Array.from({ length: writers }, () => adder(careful)),
    check() {
      if (storage.value('counter') !== String(writers))
        throw new Error(`counted ${storage.value('counter')}`);
    },
  };
};

const SEEDS = 50;

describe.each<Scheduling>([random(), priorityChange({ depth: 2 })])('scheduler $name', (scheduler) => {
  const run = (careful: boolean) => (seed: number) =>
    simulate(counting(careful), { seed, scheduler, expected: { events: 15 } });

  it('finds a lost update', async () => {
    const violations = await violationsOf(run(false), SEEDS);
    expect(violations.length).toBeGreaterThan(5);
    expect(violations[0]!.message).toMatch(/^check failed: Error: counted [12]\nseed: \d+, scheduler: \w+/);
    expect(violations[0]!.message).toContain('PUT counter -> 204');
  });

  it('finds none where there is none', async () => {
    expect(await violationsOf(run(true), SEEDS)).toEqual([]);
  });

  it('does the same again for the same seed', async () => {
    const traceOf = async (seed: number) => formatTrace((await run(true)(seed)).trace);
    const traces = await Promise.all([1, 2].map(traceOf));
    expect(traces[0]).not.toBe(traces[1]);
    expect(await traceOf(1)).toBe(traces[0]);
    expect(await traceOf(2)).toBe(traces[1]);
  });

  it('brings a violation back by its seed', async () => {
    const [violation] = await violationsOf(run(false), SEEDS);
    await expect(run(false)(violation!.seed)).rejects.toThrow(violation!.message);
  });
});

it('takes turns when told to', async () => {
  const { trace, counts, roles, events, requests } = await simulate(counting(true, 2), {
    seed: 1,
    scheduler: roundRobin(),
  });
  expect(trace.map(({ actor, what, operation, status }) => [actor, what, operation, status])).toEqual([
    ['writer 1', 'starts', undefined, undefined],
    ['writer 1', 'sends', 'GET counter', undefined],
    ['writer 2', 'starts', undefined, undefined],
    ['writer 2', 'sends', 'GET counter', undefined],
    ['writer 1', 'applied', 'GET counter', 404],
    ['writer 2', 'applied', 'GET counter', 404],
    ['writer 1', 'sees', 'GET counter', 404],
    ['writer 1', 'sends', 'PUT counter', undefined],
    ['writer 2', 'sees', 'GET counter', 404],
    ['writer 2', 'sends', 'PUT counter', undefined],
    ['writer 1', 'applied', 'PUT counter', 204],
    ['writer 2', 'applied', 'PUT counter', 412],
    ['writer 1', 'sees', 'PUT counter', 204],
    ['writer 1', 'ends', undefined, undefined],
    ['writer 2', 'sees', 'PUT counter', 412],
    ['writer 2', 'sends', 'GET counter', undefined],
    ['writer 2', 'applied', 'GET counter', 200],
    ['writer 2', 'sees', 'GET counter', 200],
    ['writer 2', 'sends', 'PUT counter', undefined],
    ['writer 2', 'applied', 'PUT counter', 204],
    ['writer 2', 'sees', 'PUT counter', 204],
    ['writer 2', 'ends', undefined, undefined],
    ['check', 'starts', undefined, undefined],
    ['check', 'ends', undefined, undefined],
  ]);
  expect({ counts, roles, events, requests }).toEqual({
    counts: { writes: 3 },
    roles: { writer: 2 },
    events: 14,
    requests: 6,
  });
});

/**
 * Two writers, and three others in between. It goes wrong if the first gets ahead, then the second passes by, then
 * the first gets to its end before the second does: chance keeps them too close together for that.
 */
const deepBug = (): Parameters<typeof simulate>[0] => {
  const storage = new Cells();
  const writer = (name: string): Actor => ({
    role: 'writer',
    async run({ httpClient }) {
      const cells = cellClient(httpClient);
      for (let step = 1; step <= 12; step++) await cells.write(name, String(step));
    },
  });
  const numberIn = (name: string) => Number(storage.value(name) ?? 0);
  let stage = 0;
  return {
    storage,
    actors: ['a', 'b', 'c', 'd', 'e'].map(writer),
    invariant() {
      const [a, b] = [numberIn('a'), numberIn('b')];
      if (stage === 0 && a >= 4 && b === 0) stage = 1;
      if (stage === 1 && b >= 8 && a <= 6) stage = 2;
      if (stage === 2 && a === 12 && b <= 10) throw new Error('the deep bug');
    },
  };
};

it('finds by priorities what chance hardly ever finds', async () => {
  const found = async (scheduler: Scheduling) => {
    const run = (seed: number) => simulate(deepBug(), { seed, scheduler, expected: { events: 130 } });
    return (await violationsOf(run, 500)).length;
  };
  expect(await found(priorityChange({ depth: 3 }))).toBeGreaterThan(0);
  expect(await found(priorityChange({ depth: 2 }))).toBe(0);
  expect(await found(random())).toBe(0);
});

describe('time', () => {
  it('passes only as sleeps end, in the order of each actor', async () => {
    const woken: string[] = [];
    const sleeper: Actor = {
      role: 'sleeper',
      async run({ name, clock }) {
        const start = clock.now();
        const note = (ms: number) => clock.sleep(ms).then(() => woken.push(`${name}: ${ms}`));
        await Promise.all([note(50_000), note(10), note(20_000)]);
        expect(clock.now() - start).toBeGreaterThanOrEqual(50_000);
      },
    };
    const storage = new Cells();
    for (let seed = 0; seed < SEEDS; seed++)
      await simulate({ storage: new Cells(), actors: [sleeper, sleeper] }, { seed });
    woken.length = 0;
    await simulate({ storage, actors: [sleeper] }, { seed: 1 });
    expect(woken).toEqual(['sleeper 1: 10', 'sleeper 1: 20000', 'sleeper 1: 50000']);
  });

  it('does not pass for long while a request is on its way', async () => {
    const lags: number[] = [];
    const writer: Actor = {
      role: 'writer',
      async run({ httpClient, clock }) {
        const sent = clock.now();
        await cellClient(httpClient).write('a', '1');
        lags.push(clock.now() - sent);
      },
    };
    const idler: Actor = {
      role: 'idler',
      async run({ clock }) {
        for (let turn = 0; turn < 20; turn++) await clock.sleep(900);
      },
    };
    for (let seed = 0; seed < SEEDS; seed++) {
      await simulate({ storage: new Cells(), actors: [writer, idler] }, { seed, longestDelay: 2_000 });
    }
    expect(Math.max(...lags)).toBeGreaterThan(1_000);
    // Two halves of the way, each held up for so long at most.
    expect(Math.max(...lags)).toBeLessThanOrEqual(4_000);
  });

  it('lets a signal end a sleep', async () => {
    const actor: Actor = {
      role: 'sleeper',
      async run({ clock }) {
        const stop = new AbortController();
        const sleep = clock.sleep(1_000, stop.signal);
        stop.abort(new Error('enough'));
        await expect(sleep).rejects.toThrow('enough');
        await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough');
        expect(clock.monotonic()).toBe(0);
      },
    };
    await simulate({ storage: new Cells(), actors: [actor] }, { seed: 1 });
  });
});

describe('actors', () => {
  it('in the background are asked to end when the others have ended', async () => {
    const storage = new Cells();
    const worker: Actor = {
      role: 'worker',
      background: true,
      async run({ httpClient, clock, signal }) {
        const cells = cellClient(httpClient);
        while (!signal.aborted) {
          await cells.append('polls', '.');
          await clock.sleep(100, signal).catch(() => {});
        }
        await cells.write('worker', 'gone');
      },
    };
    for (const scheduler of [random(), priorityChange(), roundRobin()]) {
      for (let seed = 0; seed < 10; seed++) {
        const options = { seed, scheduler, maxEvents: 1_000 };
        await simulate({ storage, actors: [worker, adder(true), adder(true)] }, options);
        expect(storage.value('worker')).toBe('gone');
        storage.values.delete('worker');
      }
    }
  });

  it('that fail make the simulation fail', async () => {
    const failing: Actor = { role: 'writer', run: () => Promise.reject(new Error('out of ink')) };
    const failure = simulate(
      { storage: new Cells(), actors: [failing] },
      { seed: 1, replay: 'Do it again.' },
    );
    await expect(failure).rejects.toThrow(
      /^writer 1 failed: Error: out of ink\nseed: 1, .*\nDo it again\.\n/,
    );
  });

  it('that never end are named', async () => {
    const endless: Actor = {
      role: 'worker',
      async run({ clock }) {
        for (;;) await clock.sleep(1);
      },
    };
    const [violation] = await violationsOf(
      (seed) => simulate({ storage: new Cells(), actors: [endless] }, { seed, maxEvents: 500 }),
      1,
    );
    expect(violation!.message).toMatch(/^No end after 500 events: worker 1\./);
    expect(violation!.message).toContain('… 101 more …');
    expect(violation!.trace).toHaveLength(501);
  });

  it('may take turns of the real event loop', async () => {
    const storage = new Cells();
    const slow: Actor = {
      role: 'writer',
      async run({ httpClient }) {
        for (let turn = 0; turn < 20; turn++) await setImmediate();
        await cellClient(httpClient).append('log', 's');
      },
    };
    const { trace } = await simulate({ storage, actors: [slow, adder(true), slow] }, { seed: 7 });
    // Nothing happens while it still works.
    const starts = trace.flatMap(({ what }, index) => (what === 'starts' ? [index] : []));
    expect(starts.map((index) => trace[index + 1]!.what)).toEqual(['sends', 'sends', 'sends']);
  });

  it('settle what is left before the check', async () => {
    const storage = new Cells();
    await simulate(
      {
        storage,
        actors: [adder(true)],
        settle: async ({ httpClient, clock }) => {
          await clock.sleep(1_000);
          await cellClient(httpClient).write('settled', 'yes');
        },
        check: async ({ httpClient }) => {
          expect((await cellClient(httpClient).read('settled')).value).toBe('yes');
        },
      },
      { seed: 1, faults: { atMost: 0 } },
    );
    expect.assertions(1);
  });
});
