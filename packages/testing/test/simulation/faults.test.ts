import { describe, expect, it } from 'vitest';
import {
  type Actor,
  type ActorContext,
  type FaultName,
  faultKinds,
  priorityChange,
  random,
  simulate,
} from '../../src/simulation/index.js';
import { Cells, cellClient } from './support/cells.js';
import { violationsOf } from './support/violations.js';

/** The first request of an actor is hit: what the actor sees, and what is stored in the end. */
async function firstHitBy(
  fault: FaultName,
  send: (cells: ReturnType<typeof cellClient>) => Promise<number>,
  seed = 1,
) {
  const storage = new Cells();
  let seen: unknown = 'nothing';
  const actor: Actor = {
    role: 'writer',
    async run({ httpClient }) {
      seen = await send(cellClient(httpClient)).catch((error: { code?: string }) => error.code);
    },
  };
  const { faults, trace } = await simulate(
    { storage, actors: [actor] },
    { seed, faults: { kinds: [faultKinds[fault]], atMost: 1 }, expected: { requests: 1 } },
  );
  expect(faults).toEqual([fault]);
  return { seen, stored: storage.value('log'), told: trace.map(({ what }) => what) };
}

const append = (cells: ReturnType<typeof cellClient>) => cells.append('log', 'x');

describe('a request that is', () => {
  it.each<[FaultName, unknown, string | undefined]>([
    ['dropped', expect.stringMatching(/^ECONNRE(SET|FUSED)$/), undefined],
    ['replyLost', 'ECONNRESET', 'x'],
    ['failedAfter', 500, 'x'],
    ['failedBefore', 500, undefined],
    ['late', 'ECONNRESET', 'x'],
    ['duplicated', 204, 'xx'],
    ['busy', 503, undefined],
    ['throttled', 429, undefined],
    ['killedBefore', 'nothing', undefined],
    ['killedAfter', 'nothing', 'x'],
    ['killedLate', 'nothing', 'x'],
  ])('%s', async (fault, seen, stored) => {
    expect(await firstHitBy(fault, append)).toMatchObject({ seen, stored });
  });

  it('refused for its condition had one', async () => {
    const { seen, stored } = await firstHitBy('conditionFailed', async (cells) => {
      expect(await cells.write('log', 'without')).toBe(204);
      return cells.write('log', 'with', '1');
    });
    expect({ seen, stored }).toEqual({ seen: 412, stored: 'without' });
  });

  it('late arrives when its sender was already told of its failure', async () => {
    for (let seed = 0; seed < 50; seed++) {
      const { told } = await firstHitBy('late', append, seed);
      expect(told).toEqual(['starts', 'sends', 'sees no answer', 'ends', 'applied late']);
    }
  });

  it('silent ends with its timeout', async () => {
    const storage = new Cells();
    const actor: Actor = {
      role: 'writer',
      async run({ httpClient, clock }) {
        const impatient = cellClient({
          sendRequest: (request) => httpClient.sendRequest({ ...request, timeout: 35_000 }),
        });
        await expect(impatient.append('log', 'x')).rejects.toThrow('aborted');
        expect(clock.monotonic()).toBe(35_000);
      },
    };
    const options = { seed: 1, faults: { kinds: [faultKinds.silent] }, expected: { requests: 1 } };
    const { faults } = await simulate({ storage, actors: [actor] }, options);
    expect([faults, storage.value('log')]).toEqual([['silent'], 'x']);
  });

  it('aborted may arrive all the same', async () => {
    const arrived = new Set<string | undefined>();
    for (let seed = 0; seed < 20; seed++) {
      const storage = new Cells();
      const actor: Actor = {
        role: 'writer',
        async run({ httpClient }) {
          const stop = new AbortController();
          const aborted = cellClient({
            sendRequest: (request) => httpClient.sendRequest({ ...request, abortSignal: stop.signal }),
          });
          const append = aborted.append('log', 'x');
          stop.abort();
          await expect(append).rejects.toThrow('aborted');
          await expect(aborted.append('log', 'y')).rejects.toThrow('aborted');
        },
      };
      await simulate({ storage, actors: [actor] }, { seed });
      arrived.add(storage.value('log'));
    }
    expect(arrived).toEqual(new Set([undefined, 'x']));
  });
});

/** Repeats what failed, as SDKs do: right for most requests, wrong for those that add. */
const repeating = (idempotent: boolean): Parameters<typeof simulate>[0] => {
  const storage = new Cells();
  const writer: Actor = {
    role: 'writer',
    async run({ httpClient, name, clock }) {
      const cells = cellClient(httpClient);
      for (;;) {
        const sent = idempotent ? cells.write(name, '.') : cells.append(name, '.');
        if ((await sent.catch(() => 0)) === 204) return;
        await clock.sleep(100);
      }
    },
  };
  return {
    storage,
    actors: [writer, writer],
    check() {
      for (const name of ['writer 1', 'writer 2'].map(encodeURIComponent))
        expect(storage.value(name)).toBe('.');
    },
  };
};

describe.each([random(), priorityChange()])('scheduler $name finds', (scheduler) => {
  it.each<FaultName>(['replyLost', 'late', 'duplicated', 'failedAfter'])(
    'a request that must not be repeated, by %s',
    async (fault) => {
      const run = (idempotent: boolean) => (seed: number) =>
        simulate(repeating(idempotent), {
          seed,
          scheduler,
          faults: { kinds: [faultKinds[fault]] },
          expected: { requests: 2 },
        });
      const violations = await violationsOf(run(false), 10);
      expect(violations.length).toBeGreaterThan(0);
      expect(violations[0]!.message).toContain(`[${fault}]`);
      expect(await violationsOf(run(true), 10)).toEqual([]);
    },
  );
});

describe('actors that are killed', () => {
  const { killedBefore, killedAfter, killedLate } = faultKinds;
  const kills = { kinds: [killedBefore, killedAfter, killedLate], atMost: 1 };

  it('never do anything again', async () => {
    for (let seed = 0; seed < 30; seed++) {
      const storage = new Cells();
      const did: string[] = [];
      let left: ActorContext | undefined;
      const actor: Actor = {
        role: 'writer',
        async run(context) {
          left = context;
          const cells = cellClient(context.httpClient);
          const busy = async (name: string) => {
            for (let step = 0; step < 5; step++) {
              await cells.append(name, 'x').finally(() => did.push('sees'));
              await context.clock.sleep(10).finally(() => did.push('wakes'));
            }
          };
          await Promise.all([busy('a'), busy('b')]);
        },
      };
      const options = { seed, faults: kills, expected: { requests: 8 } };
      // Even if something of it is still called: nothing is sent, and nobody is woken.
      const settle = async ({ clock }: ActorContext) => {
        const ghost = () => did.push('ghost');
        void cellClient(left!.httpClient).append('ghost', 'x').finally(ghost);
        void left!.clock.sleep(0).finally(ghost);
        await clock.sleep(100);
      };
      const { trace } = await simulate({ storage, actors: [actor], settle }, options);
      const killed = trace.findIndex(({ what }) => what === 'killed');
      expect(killed).toBeGreaterThan(0);
      const before = trace.slice(0, killed).filter(({ what }) => /^(sees|wakes)/.test(what));
      expect(did).toEqual(before.map(({ what }) => what.split(' ')[0]));
      const after = trace.slice(killed + 1).filter(({ actor }) => actor !== 'settle');
      expect(after.filter(({ what }) => !/^(applied late|lost)$/.test(what))).toEqual([]);

      expect([storage.value('ghost'), did.includes('ghost')]).toEqual([undefined, false]);
    }
  });

  it('are started anew if they shall be', async () => {
    const storage = new Cells();
    const starts: string[] = [];
    const worker: Actor = {
      role: 'worker',
      restarts: true,
      async run({ httpClient, name, newId }) {
        starts.push(`${name} ${newId()}`);
        await cellClient(httpClient).append('log', 'x');
      },
    };
    await simulate(
      { storage, actors: [worker] },
      { seed: 1, faults: { kinds: [killedAfter], atMost: 1 }, expected: { requests: 1 } },
    );
    expect(starts.map((start) => start.slice(0, 10).trimEnd())).toEqual([
      expect.stringMatching(/^worker 1/),
      expect.stringMatching(/^worker 1'/),
    ]);
    expect(new Set(starts.map((start) => start.split(' ').at(-1))).size).toBe(2);
    expect(storage.value('log')).toBe('xx');
  });

  it('are never those that may not die', async () => {
    const immortal: Actor = {
      role: 'writer',
      mayDie: false,
      run: ({ httpClient }) => cellClient(httpClient).append('log', 'x'),
    };
    const { faults } = await simulate(
      { storage: new Cells(), actors: [immortal] },
      { seed: 1, faults: kills },
    );
    expect(faults).toEqual([]);
  });
});

it('lets a late request arrive although its sender was killed meanwhile, or not', async () => {
  const outcomes = new Set<string>();
  for (let seed = 0; seed < 100; seed++) {
    const storage = new Cells();
    const actor: Actor = {
      role: 'writer',
      run: ({ httpClient }) =>
        Promise.allSettled(['a', 'b'].map((name) => cellClient(httpClient).append(name, 'x'))),
    };
    const kinds = [faultKinds.late, faultKinds.killedBefore];
    const faults = { kinds, atMost: 2, atLeast: 2 };
    const { trace } = await simulate(
      { storage, actors: [actor] },
      { seed, faults, expected: { requests: 1 } },
    );
    const hit = trace.filter(({ what }) => what === 'sends').map(({ fault }) => fault);
    const told = trace.some(({ what }) => what.startsWith('sees'));
    if (hit.join() === 'late,killedBefore' && !told) outcomes.add(storage.value('a') ?? 'lost');
  }
  expect(outcomes).toEqual(new Set(['x', 'lost']));
});

it('sets the clocks of the actors apart, and not their stopwatches', async () => {
  const clocks = new Map<number, number>();
  const storage = new Cells();
  const actor: Actor = {
    role: 'writer',
    async run({ clock }) {
      clocks.set(clock.now() - storage.clock.now(), clock.monotonic());
    },
  };
  await simulate(
    { storage, actors: [actor, actor, actor] },
    { seed: 1, faults: { atMost: 0, clocksApart: 5_000 } },
  );
  expect(clocks.size).toBe(3);
  expect(Math.max(...[...clocks.keys()].map(Math.abs))).toBeLessThanOrEqual(5_000);
  expect([...clocks.values()]).toEqual([0, 0, 0]);
});
