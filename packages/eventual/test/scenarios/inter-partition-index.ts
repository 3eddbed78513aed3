import { transaction } from '@tablewright/core';
import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, Random, Scenario } from '@tablewright/testing/simulation';
import { openProgram, type Program, workerOf } from '../support/actors.js';
import { earlier } from '../support/simulated/earlier.js';
import { tolerating } from '../support/simulated/outcomes.js';
import type { ProgramOptions } from '../support/simulated/program.js';
import { staffHolds } from '../support/simulated/staff-holds.js';
import { workerActor } from '../support/simulated/worker-actor.js';

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
  options: ProgramOptions,
): Actor {
  return {
    role: 'writer',
    async run(context) {
      const { chances } = context;
      const program = openProgram(storage, context, options);
      for (let number = 0; number < writes; number++) {
        context.count('writes');
        const write = WRITES[chances.pick(kinds)]!;
        const one = { department, id: chances.between(1, entities) };
        await tolerating(() => write(program, chances, one));
      }
    },
  };
}

function worker(storage: ReferenceStorage, older = false): Actor {
  return workerActor((context) => workerOf(openProgram(storage, context), {}, older));
}

interface Situation {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly entities: number;
  /** Milliseconds. */
  readonly clocksApart: number;
  readonly modes: readonly ProgramOptions[];
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
        ...staffHolds(storage),
      };
    },
  };
}

async function begin(storage: ReferenceStorage): Promise<void> {
  const { employees } = openProgram(storage, earlier(storage));
  await employees.insert({ department, id: 1, age: 30, email: '0@contoso.com' });
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
