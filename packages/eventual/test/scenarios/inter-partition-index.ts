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

/** One of the things that a program may do to the two employees. */
async function writeSomething({ employees }: Program, chances: Random): Promise<unknown> {
  const id = chances.between(1, 2);
  const age = chances.between(30, 32);
  const email = `${chances.between(1, 9)}@contoso.com`;
  switch (chances.between(1, 8)) {
    case 1:
      return employees.insert({ department, id, age, email });
    case 2:
      return employees.update({ department, id }, { age });
    case 3:
      return employees.update({ department, id }, { email });
    case 4:
      return employees.delete({ department, id }, { force: true });
    case 5: {
      const one = await employees.get({ department, id });
      return one && employees.update(one, { age: undefined, email });
    }
    case 6:
      return transaction()
        .upsert(employees, { department, id: 1, age, email })
        .upsert(employees, { department, id: 2, age: age + 1, email })
        .commit();
    case 7:
      return employees.modify({ department, id }, (one) => {
        one.age = (one.age ?? 29) + 1;
      });
    default:
      return employees.upsert({ department, id, age, email }, { mode: 'replace' });
  }
}

function writer(storage: ReferenceStorage, writes: number, options: Omit<OutboxOptions, 'queues'>): Actor {
  return {
    role: 'writer',
    async run(context) {
      const program = openProgram(storage, context, options);
      for (let write = 0; write < writes; write++) {
        context.count('writes');
        try {
          await writeSomething(program, context.chances);
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
      const one = workerOf(openProgram(storage, context), older);
      one.start();
      const { signal } = context;
      await new Promise((end) =>
        signal.aborted ? end(0) : signal.addEventListener('abort', end, { once: true }),
      );
      await one.stop();
    },
  };
}

/** Several programs write the same entities, workers carry out what follows, and things go wrong. */
export const interPartitionIndex: Scenario = {
  name: 'inter-partition-index',
  demands: { writers: 2, workers: 2, writes: 3, faults: 1 },
  faults: { atMost: 4, clocksApart: 3_000 },
  build({ random }) {
    const storage = referenceStorage();
    const options = random.pick([
      {},
      { hintDelay: 1 },
      { mode: 'worker', hintDelay: 1 },
      { hints: 'onFailure' },
    ] satisfies Omit<OutboxOptions, 'queues'>[]);
    const watch = guardWatch();
    return {
      storage,
      actors: [
        ...Array.from({ length: random.between(2, 3) }, () => writer(storage, random.between(2, 3), options)),
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

/** What the operators of a service have running anyway: a worker, and now and then a sweep. */
async function settle(storage: ReferenceStorage, context: ActorContext): Promise<void> {
  const program = openProgram(storage, context);
  await workerOf(program).drain({ until: 'empty' });
  await context.clock.sleep(60_000);
  const { failures } = await sweep(program.outbox, { repositories: [program.employees], olderThan: 10_000 });
  for (const { error } of failures) throw error;
}
