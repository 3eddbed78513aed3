import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, Random, Scenario } from '@tablewright/testing/simulation';
import { rowsOf, type SeenRow } from '../support/check-rows.js';
import { People, Robots } from '../support/people-and-robots.js';
import { tolerating } from '../support/simulated/outcomes.js';
import {
  impatientWorker,
  openBase,
  type ProgramContext,
  type ProgramOptions,
} from '../support/simulated/program.js';
import { settle } from '../support/simulated/settle.js';
import { staffHolds } from '../support/simulated/staff-holds.js';
import { workerActor } from '../support/simulated/worker-actor.js';

const key = { department: 'Sales', id: 1 };
const MODES: readonly ProgramOptions[] = [
  { hintDelay: 15 },
  { hintDelay: 1 },
  { hintDelay: 1, mode: 'worker' },
];

function open(storage: ReferenceStorage, context: ProgramContext, options: ProgramOptions = {}) {
  const { store, outbox } = openBase(storage, context, options);
  return { outbox, people: new People(store, { outbox }), robots: new Robots(store, { outbox }) };
}

async function write(staff: People | Robots, chances: Random): Promise<void> {
  const age = chances.between(30, 31);
  const email = `${chances.between(1, 9)}@contoso.com`;
  const kind = chances.below(4);
  if (kind === 0) await staff.delete(key, { force: true });
  else if (kind === 1) await staff.update(key, { age });
  else await staff.insert({ ...key, age, email });
}

function writer(storage: ReferenceStorage, options: ProgramOptions, count: number): Actor {
  return {
    role: 'writer',
    async run(context) {
      const { chances } = context;
      const { people, robots } = open(storage, context, options);
      for (let number = 0; number < count; number++) {
        context.count('writes');
        await tolerating(() => write(chances.pick<People | Robots>([people, robots]), chances));
      }
    },
  };
}

const kindOf = ({ cells }: SeenRow) => cells.get('Kind')?.value;

/** A row that is one of this class now, and one of that class then: neither takes the other's copy for its own. */
export const twoClasses: Scenario = {
  name: 'two-classes',
  demands: { writers: 3, workers: 2, writes: 4, faults: 1 },
  faults: { atMost: 3, clocksApart: 10_000 },
  build({ random }) {
    const storage = referenceStorage();
    const options = random.pick(MODES);
    const writers = Array.from({ length: 3 }, () => writer(storage, options, random.between(2, 4)));
    const worker = workerActor((context) => {
      const { outbox, people, robots } = open(storage, context);
      return impatientWorker(outbox, { repositories: [people, robots] });
    });
    const { invariant, check } = staffHolds(storage);
    return {
      storage,
      actors: [...writers, worker, worker],
      invariant,
      settle(context) {
        const { outbox, people, robots } = open(storage, context);
        return settle(context, outbox, [people, robots]);
      },
      check(context) {
        check(context);
        const { primaries, copies } = rowsOf(storage.snapshot());
        if (copies.some((copy) => kindOf(copy) !== kindOf(primaries[0]!))) {
          throw new Error('A4: the copy is one of the other class');
        }
      },
    };
  },
};
