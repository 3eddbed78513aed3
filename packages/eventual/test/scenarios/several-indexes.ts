import type { Scenario } from '@tablewright/testing/simulation';
import { damagedThere, movedLongAgo, oneThere } from '../support/clients/begun.js';
import { collecting, sweeping, verifying } from '../support/clients/chores.js';
import { clientScenario } from '../support/clients/client-scenario.js';
import { History } from '../support/clients/history.js';
import { mending } from '../support/clients/mending.js';
import { reading } from '../support/clients/reading.js';
import { NAMED, TOGETHER, WRITES } from '../support/clients/writes.js';

const EVERYTHING = {
  writes: [...Object.values(WRITES), ...Object.values(TOGETHER)],
  entities: 2,
  clocksApart: 3_000,
  modes: [{}, { hintDelay: 1 }, { mode: 'worker', hintDelay: 1 }, { hints: 'onFailure' }],
} as const;

/** Four indexes in two tables: each of them has intents and guards of its own. */
export const severalIndexes: Scenario = clientScenario({ name: 'several-indexes', ...EVERYTHING });

/** A client that comes and goes by clocks that differ: what one index does about it concerns the others. */
export const clientsMadeAgain: Scenario = clientScenario({
  name: 'clients-made-again',
  writes: [WRITES.insert, WRITES.delete],
  entities: 1,
  clocksApart: 10_000,
  modes: [{ hintDelay: 1 }],
  writesEach: [1, 2],
  begin: oneThere,
});

/** A message that is handled again: what took place before, under the same name, brings nothing old back. */
export const namedWrites: Scenario = clientScenario({
  name: 'named-writes',
  writes: [NAMED.insert, NAMED.insert, NAMED.move, NAMED.delete, WRITES.move, WRITES.delete],
  entities: 1,
  clocksApart: 3_000,
  modes: [{ hintDelay: 15 }, { mode: 'worker', hintDelay: 1 }],
});

/** Whoever clears away old guards meets those who come to need them again. */
export const sweptAndCollected: Scenario = clientScenario({
  name: 'swept-and-collected',
  ...EVERYTHING,
  clocksApart: 10_000,
  begin: movedLongAgo,
  // What was written before becomes old enough for the collector.
  pauses: [0, 0, 5_400_000],
  pollInterval: 600_000,
  beside: (storage) => ({ actors: [sweeping(storage), collecting(storage)] }),
});

/** Repair and rebuild put right what is damaged while others write, and damage nothing of theirs. */
export const mended: Scenario = clientScenario({
  name: 'mended',
  ...EVERYTHING,
  writesEach: [1, 2],
  begin: damagedThere,
  beside: mending,
});

/** What is on its way is not taken for damage: one client that comes back to where it was while somebody looks. */
export const verified: Scenario = clientScenario({
  name: 'verified',
  writes: [WRITES.insert, WRITES.delete, WRITES.move, WRITES.move, WRITES.retag, WRITES.replace],
  entities: 1,
  clocksApart: 3_000,
  modes: [{ hintDelay: 15 }, { mode: 'worker', hintDelay: 1 }],
  begin: oneThere,
  beside: (storage) => ({ actors: [verifying(storage)] }),
});

/** Copies lag behind, and entities that were found by them are as they are. */
export const verifiedReads: Scenario = clientScenario({
  name: 'verified-reads',
  ...EVERYTHING,
  begin: oneThere,
  beside(storage) {
    const history = new History();
    return { actors: [reading(storage, history)], watch: (snapshot) => history.look(snapshot) };
  },
});
