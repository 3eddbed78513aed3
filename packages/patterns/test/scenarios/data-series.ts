import { hasCode, type OutcomeUnknownError, TableStore } from '@tablewright/core';
import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, Scenario } from '@tablewright/testing/simulation';
import { ReadingsRepository } from '../support/library.js';
import { checkLibrary } from '../support/library-rows.js';
import { shelf } from '../support/library-writes.js';
import { storeOfOwnProcess } from '../support/own-process.js';

/** Nothing was sent that could yet be applied. */
const NOT_APPLIED = ['NETWORK_FAILED', 'SERVICE_UNAVAILABLE', 'THROTTLED', 'TIMEOUT', 'CONGESTION'];

/** What the programs know of one slot: increments that took place, and those of which they cannot tell. */
interface Counter {
  applied: number;
  /** Those of programs that were killed meanwhile, too. */
  unknown: number;
}

/** The slots that are counted: one of the entity's own row, and one of the row behind it. */
const PAGES = [0, 3] as const;
type Books = ReadonlyMap<number, Counter>;

const key = { shelf, no: 1 };

function reader(storage: ReferenceStorage, books: Books): Actor {
  return {
    role: 'writer',
    async run(context) {
      const { chances } = context;
      const readings = new ReadingsRepository(storeOfOwnProcess(storage, context));
      for (let step = chances.between(2, 4); step > 0; step--) {
        context.count('writes');
        // Neighbours of the slots, which nobody counts: their writers meet the others at the same rows.
        if (chances.chance(0.2)) await set(readings, chances.between(1, 2));
        else await increment(readings, chances.pick(PAGES), books);
      }
    },
  };
}

async function set({ perPage }: ReadingsRepository, page: number): Promise<void> {
  try {
    await perPage.set(key, page, 7);
  } catch (error) {
    if (!['OUTCOME_UNKNOWN', ...NOT_APPLIED].some((code) => hasCode(error, code))) throw error;
  }
}

async function increment({ perPage }: ReadingsRepository, page: number, books: Books): Promise<void> {
  const counter = books.get(page)!;
  counter.unknown++;
  let outcome = 'applied';
  try {
    await perPage.increment(key, page);
  } catch (error) {
    if (hasCode(error, 'OUTCOME_UNKNOWN')) {
      outcome = await (error as OutcomeUnknownError).resolve().catch(() => 'unknown');
      // An attempt may be under way: that it has not been applied yet says nothing.
      if (outcome === 'notApplied') outcome = 'unknown';
    } else if (NOT_APPLIED.some((code) => hasCode(error, code))) outcome = 'notApplied';
    else throw error;
  }
  if (outcome !== 'unknown') counter.unknown--;
  if (outcome === 'applied') counter.applied++;
}

/** Several programs increment the slots of one series: none is lost, and none is added twice. */
export const series: Scenario = {
  name: 'data-series',
  demands: { writers: 2, writes: 4, faults: 1 },
  faults: { atMost: 4 },
  build({ random }) {
    const storage = referenceStorage();
    const books: Books = new Map(PAGES.map((page) => [page, { applied: 0, unknown: 0 }]));
    return {
      storage,
      actors: Array.from({ length: random.between(2, 4) }, () => reader(storage, books)),
      invariant: () => checkLibrary(storage.snapshot().tables.get('Library') ?? []),
      async check(context) {
        const store = TableStore.fromConnectionString(storage.connectionString, context);
        const read = await new ReadingsRepository(store).perPage.get(key);
        for (const [page, { applied, unknown }] of books) {
          const value = read.at(page);
          if (value >= applied && value <= applied + unknown) continue;
          throw new Error(
            `Page ${page}: ${value}, but ${applied} readings took place, and perhaps ${unknown} more.`,
          );
        }
      },
    };
  },
};
