import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, ActorContext, Scenario } from '@tablewright/testing/simulation';
import { openProgram, workerOf } from '../support/actors.js';
import { rowsOf } from '../support/check-rows.js';
import { Additions } from '../support/simulated/additions.js';
import { earlier } from '../support/simulated/earlier.js';
import { isOneOf, NOT_APPLIED } from '../support/simulated/outcomes.js';
import type { ProgramOptions } from '../support/simulated/program.js';
import { staffHolds } from '../support/simulated/staff-holds.js';
import { workerActor } from '../support/simulated/worker-actor.js';
import type { Employees } from '../support/staff.js';

const key = { department: 'Sales', id: 1 };
const AGE = 30;
const MODES: readonly ProgramOptions[] = [
  { hintDelay: 15 },
  { hintDelay: 1, mode: 'worker' },
  { hints: 'onFailure' },
];

async function add(employees: Employees, { chances }: ActorContext, additions: Additions): Promise<void> {
  const name = chances.chance(0.4) ? chances.pick(['one', 'two']) : undefined;
  const end = additions.begin(name);
  try {
    await employees.modify(
      key,
      (loaded) => {
        loaded.age = (loaded.age ?? 0) + 1;
      },
      name === undefined ? {} : { idempotencyKey: name },
    );
  } catch (error) {
    if (isOneOf(error, NOT_APPLIED)) end('nothing');
    else if (!isOneOf(error, ['OUTCOME_UNKNOWN'])) throw error;
    return;
  }
  end('applied');
}

/** Everybody adds one, sometimes under a name that others use, too: whatever is told to have taken place did, once. */
export const additions: Scenario = {
  name: 'additions',
  demands: { writers: 2, workers: 2, writes: 3, faults: 1 },
  faults: { atMost: 4, clocksApart: 3_000 },
  async build({ random }) {
    const storage = referenceStorage();
    const { employees } = openProgram(storage, earlier(storage));
    await employees.insert({ ...key, age: AGE, email: '0@contoso.com' });
    storage.clock.advance(1_000);
    const options = random.pick(MODES);
    const known = new Additions();
    const writers = Array.from({ length: random.between(2, 3) }, () =>
      writer(storage, options, random.between(2, 3), known),
    );
    const worker = workerActor((context) => workerOf(openProgram(storage, context)));
    const { check, ...holds } = staffHolds(storage);
    return {
      storage,
      actors: [...writers, worker, worker],
      ...holds,
      check(context) {
        check(context);
        const [stored] = rowsOf(storage.snapshot()).primaries;
        known.check(Number(stored?.cells.get('age')?.value) - AGE);
      },
    };
  },
};

function writer(storage: ReferenceStorage, options: ProgramOptions, count: number, known: Additions): Actor {
  return {
    role: 'writer',
    async run(context) {
      const { employees } = openProgram(storage, context, options);
      for (let number = 0; number < count; number++) {
        context.count('writes');
        await add(employees, context, known);
      }
    },
  };
}
