import { repair, verify } from '@tablewright/core';
import { sweep } from '@tablewright/eventual';
import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, ActorContext, Random, Scenario } from '@tablewright/testing/simulation';
import { openProgram, workerOf } from '../support/actors.js';
import { rowsOf } from '../support/check-rows.js';
import { guardWatch } from '../support/simulated/guard-watch.js';
import { tolerating } from '../support/simulated/outcomes.js';
import type { ProgramOptions } from '../support/simulated/program.js';
import { staffHolds } from '../support/simulated/staff-holds.js';
import { workerActor } from '../support/simulated/worker-actor.js';
import { type Employees, OlderEmployees } from '../support/staff.js';

/** The worker of the other declaration leaves what it does not know, and has it shown again. */
const MODES: readonly ProgramOptions[] = [{ hintDelay: 1 }, { hintDelay: 1, mode: 'worker' }];
const WRITES_EACH = 3;

async function write(employees: Employees | OlderEmployees, chances: Random): Promise<void> {
  const key = { department: 'Sales', id: chances.between(1, 2) };
  const value = { ...key, age: chances.between(30, 31), email: `${chances.between(1, 9)}@contoso.com` };
  const mode = chances.pick(['merge', 'replace'] as const);
  if (chances.chance(0.3)) await employees.delete(key, { force: true });
  else await employees.upsert(value, { mode });
}

function writer(storage: ReferenceStorage, options: ProgramOptions, older: boolean): Actor {
  return {
    role: 'writer',
    async run(context) {
      const { store, outbox, employees } = openProgram(storage, context, options);
      const staff = older ? new OlderEmployees(store, { outbox }) : employees;
      for (let number = 0; number < WRITES_EACH; number++) {
        context.count('writes');
        await tolerating(() => write(staff, context.chances));
      }
    },
  };
}

/** What was recorded by either of them is carried out by its own sweeper, whatever the other one left. */
async function finishAll(storage: ReferenceStorage, context: ActorContext): Promise<void> {
  const { store, outbox, employees } = openProgram(storage, context);
  for (const staff of [new OlderEmployees(store, { outbox }), employees]) {
    const { failures } = await sweep(outbox, { repositories: [staff], olderThan: 10_000 });
    for (const { error } of failures) throw error;
  }
  const { intents } = rowsOf(storage.snapshot());
  if (intents.length > 0) throw new Error(`${intents.length} intents are held up`);
}

/**
 * Programs that were deployed with another index under the same name write and work beside the new ones. Then they are
 * gone, sometimes with their work undone, and `repair()` by the new ones leaves everything as these have it.
 */
export const rollingDeployment: Scenario = {
  name: 'rolling-deployment',
  demands: { writers: 2, workers: 2, writes: 3, faults: 1 },
  faults: { atMost: 4, clocksApart: 3_000 },
  build({ random }) {
    const storage = referenceStorage();
    const options = random.pick(MODES);
    const writers = [true, false, ...(random.chance(0.5) ? [false] : [])];
    const worker = (older: boolean) =>
      workerActor((context) => workerOf(openProgram(storage, context), {}, older));
    const finished = random.chance(0.5);
    const staff = staffHolds(storage);
    const watch = guardWatch();
    return {
      storage,
      actors: [...writers.map((older) => writer(storage, options, older)), worker(true), worker(false)],
      // Meanwhile no copy is wrong for certain: each of them is as one of the declarations has it, or is on its way.
      invariant: () => watch(storage.snapshot()),
      async settle(context) {
        const { employees } = openProgram(storage, context);
        // Nothing of the old programs is under way any more.
        await context.clock.sleep(200_000);
        if (finished) await finishAll(storage, context);
        await repair(employees);
        await staff.settle(context);
        const { findings } = await verify(employees);
        if (findings.length > 0) throw new Error(`verify() found ${JSON.stringify(findings)}`);
      },
      check: staff.check,
    };
  },
};
