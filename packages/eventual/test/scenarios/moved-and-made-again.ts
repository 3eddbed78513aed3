import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, Scenario } from '@tablewright/testing/simulation';
import { openProgram, type Program, workerOf } from '../support/actors.js';
import { earlier } from '../support/simulated/earlier.js';
import { EXPECTED, isOneOf } from '../support/simulated/outcomes.js';
import { staffHolds } from '../support/simulated/staff-holds.js';
import { workerActor } from '../support/simulated/worker-actor.js';

const key = { department: 'Sales', id: 1 };

/** The others come in between: what is to follow may have to wait for what is to go before. */
const MOST_TRIES = 4;

/** Makes one write as soon as its time has come. `false`: it has not. */
type Write = (program: Program) => Promise<unknown>;

const move: Write = ({ employees }) => employees.update(key, { age: 31 });

/** Only once it has moved. */
const deleteMoved: Write = async ({ employees }) => {
  const loaded = await employees.get(key);
  return loaded?.age === 31 ? employees.delete(key, { force: true }) : false;
};

/** Where it was at first. */
const makeAgain: Write = ({ employees }) => employees.insert({ ...key, age: 30, email: '1@contoso.com' });

function writer(storage: ReferenceStorage, write: Write): Actor {
  return {
    role: 'writer',
    async run(context) {
      const program = openProgram(storage, context, { hintDelay: 15 });
      context.count('writes');
      for (let time = 1; time <= MOST_TRIES; time++) {
        try {
          if ((await write(program)) !== false) return;
        } catch (error) {
          if (!isOneOf(error, EXPECTED)) throw error;
        }
      }
    },
  };
}

/**
 * One moves an entity, one deletes it, and one makes it again where it was, by clocks that differ: the first two may be
 * slow to clear away what the third one needs.
 */
export const movedAndMadeAgain: Scenario = {
  name: 'moved-and-made-again',
  demands: { writers: 3, workers: 2, writes: 3, faults: 1 },
  faults: { atMost: 2, clocksApart: 10_000 },
  async build() {
    const storage = referenceStorage();
    const { employees } = openProgram(storage, earlier(storage));
    await employees.insert({ ...key, age: 30, email: '0@contoso.com' });
    // Later by every clock.
    storage.clock.advance(20_000);
    const worker = workerActor((context) => workerOf(openProgram(storage, context)));
    return {
      storage,
      actors: [...[move, deleteMoved, makeAgain].map((write) => writer(storage, write)), worker, worker],
      ...staffHolds(storage),
    };
  },
};
