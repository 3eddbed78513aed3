import { hasCode, transaction } from '@tablewright/core';
import { type OutboxOptions, sweep } from '@tablewright/eventual';
import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, ActorContext, Random, Scenario } from '@tablewright/testing/simulation';
import { openProgram, type Program, workerOf } from '../support/actors.js';
import { checkCovered, checkSettled, guardWatch, rowsOf } from '../support/check-rows.js';

/** What a write of a simulation may end with. */
const EXPECTED = [
  'ENTITY_EXISTS',
  'ENTITY_NOT_FOUND',
  'ENTITY_CHANGED',
  'OUTCOME_UNKNOWN',
  'OUTBOX_UNAVAILABLE',
];
const UNREACHED = ['NETWORK_FAILED', 'SERVICE_UNAVAILABLE', 'THROTTLED', 'TIMEOUT', 'CONGESTION'];

const department = 'Sales';

type Write = (program: Program, chances: Random, one: { department: string; id: number }) => Promise<unknown>;

const ages = (chances: Random) => chances.between(30, 32);
const emails = (chances: Random) => `${chances.between(1, 9)}@contoso.com`;

/** What a program may do to an employee. */
const WRITES: Readonly<Record<string, Write>> = {
  insert: ({ employees }, chances, one) =>
    employees.insert({ ...one, age: ages(chances), email: emails(chances) }),
  update: ({ employees }, chances, one) => employees.update(one, { age: ages(chances) }),
  updateCopied: ({ employees }, chances, one) => employees.update(one, { email: emails(chances) }),
  delete: ({ employees }, _, one) => employees.delete(one, { force: true }),
  async takeAway({ employees }, chances, one) {
    const loaded = await employees.get(one);
    if (!loaded) return undefined;
    delete loaded.age;
    return employees.update(loaded, { email: emails(chances) });
  },
  transaction: ({ employees }, chances) =>
    transaction()
      .upsert(employees, { department, id: 1, age: ages(chances), email: emails(chances) })
      .upsert(employees, { department, id: 2, age: ages(chances) + 1, email: emails(chances) })
      .commit(),
  modify: ({ employees }, _, one) =>
    employees.modify(one, (loaded) => {
      loaded.age = (loaded.age ?? 29) + 1;
    }),
  replace: ({ employees }, chances, one) =>
    employees.upsert({ ...one, age: ages(chances), email: emails(chances) }, { mode: 'replace' }),
};

function writer(
  storage: ReferenceStorage,
  { kinds, entities }: Situation,
  writes: number,
  options: Omit<OutboxOptions, 'queues'>,
): Actor {
  return {
    role: 'writer',
    async run(context) {
      const program = openProgram(storage, context, options);
      for (let write = 0; write < writes; write++) {
        context.count('writes');
        try {
          const { chances } = context;
          const write = WRITES[chances.pick(kinds)]!;
          await write(program, chances, { department, id: chances.between(1, entities) });
        } catch (error) {
          if (![...EXPECTED, ...UNREACHED].some((code) => hasCode(error, code))) throw error;
        }
      }
    },
  };
}

function worker(storage: ReferenceStorage, older = false): Actor {
  return {
    role: 'worker',
    background: true,
    restarts: true,
    async run(context) {
      const one = workerOf(openProgram(storage, context), {}, older);
      one.start();
      const { signal } = context;
      await new Promise((end) =>
        signal.aborted ? end(0) : signal.addEventListener('abort', end, { once: true }),
      );
      await one.stop();
    },
  };
}

interface Situation {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly entities: number;
  /** Milliseconds. */
  readonly clocksApart: number;
  readonly modes: readonly Omit<OutboxOptions, 'queues'>[];
  /** Whether the first entity is there when they begin. */
  readonly begun?: boolean;
}

/** Several programs write the same entities, workers carry out what follows, and things go wrong. */
function scenarioOf(situation: Situation): Scenario {
  const { name, clocksApart, modes } = situation;
  return {
    name,
    demands: { writers: 2, workers: 2, writes: 3, faults: 1 },
    faults: { atMost: 4, clocksApart },
    async build({ random }) {
      const storage = referenceStorage();
      if (situation.begun) await begin(storage);
      const options = random.pick(modes);
      const watch = guardWatch();
      const writers = Array.from({ length: random.between(2, 3) }, () =>
        writer(storage, situation, random.between(2, 3), options),
      );
      return {
        storage,
        actors: [
          ...writers,
          worker(storage),
          worker(storage),
          ...(random.below(4) === 0 ? [worker(storage, true)] : []),
        ],
        invariant() {
          const rows = rowsOf(storage.snapshot());
          checkCovered(rows);
          watch(rows);
        },
        settle: (context) => settle(storage, context),
        check: () => checkSettled(rowsOf(storage.snapshot())),
      };
    },
  };
}

async function begin(storage: ReferenceStorage): Promise<void> {
  let ids = 0;
  const program = openProgram(storage, {
    httpClient: storage.service,
    clock: storage.clock,
    random: () => 0.5,
    newId: () => `begun-${++ids}`,
  });
  await program.employees.insert({ department, id: 1, age: 30, email: '0@contoso.com' });
  storage.clock.advance(1_000);
}

export const interPartitionIndex: Scenario = scenarioOf({
  name: 'inter-partition-index',
  kinds: Object.keys(WRITES),
  entities: 2,
  clocksApart: 3_000,
  modes: [{}, { hintDelay: 1 }, { mode: 'worker', hintDelay: 1 }, { hints: 'onFailure' }],
});

/** One entity that comes and goes, by clocks that differ: a later one may have a smaller version. */
export const madeAgain: Scenario = scenarioOf({
  name: 'made-again',
  kinds: ['insert', 'delete', 'delete', 'replace'],
  entities: 1,
  clocksApart: 10_000,
  modes: [{ hintDelay: 1 }, { mode: 'worker', hintDelay: 1 }],
});

/** The same, without the workers' help: whoever deletes meets whoever makes it again. */
export const madeAgainInline: Scenario = scenarioOf({
  name: 'made-again-inline',
  kinds: ['insert', 'delete'],
  entities: 1,
  clocksApart: 10_000,
  modes: [{ hintDelay: 15 }],
  begun: true,
});

/** What the operators of a service have running anyway: a worker, and now and then a sweep. */
async function settle(storage: ReferenceStorage, context: ActorContext): Promise<void> {
  const program = openProgram(storage, context);
  // Hints of what was never sent are kept for a while; nobody has to look at them every second.
  await workerOf(program, { pollInterval: 30_000 }).drain({ until: 'empty' });
  await context.clock.sleep(60_000);
  const { failures } = await sweep(program.outbox, { repositories: [program.employees], olderThan: 10_000 });
  for (const { error } of failures) throw error;
}
