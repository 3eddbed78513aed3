import { Entity, Int32, key, OutcomeUnknownError, Repository, TableStore, Text } from '@tablewright/core';
import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, ActorContext, Scenario } from '@tablewright/testing/simulation';

@Entity({ table: 'Counters' })
class Counter {
  static readonly key = key({ partition: '{group}', row: '{name}' });
  @Text() group!: string;
  @Text() name!: string;
  @Int32() value = 0;
}

class CounterRepository extends Repository(Counter) {}

const NAMES = ['apples', 'pears'];

/** What the writers know of one counter: additions that took place, and those of which they cannot tell. */
interface Ledger {
  applied: number;
  /** Those of writers that were killed meanwhile, too. */
  unknown: number;
}

type Books = Readonly<Record<string, Ledger>>;

const openStore = (storage: ReferenceStorage, context: ActorContext) =>
  TableStore.fromConnectionString(storage.connectionString, context);

/** Adds one to a counter. */
export type Add = (counters: CounterRepository, name: string) => Promise<unknown>;

const byModify: Add = (counters, name) =>
  counters.modify({ group: 'fruit', name }, (counter) => {
    counter.value++;
  });

/** Adds to counters that others add to as well. */
function writer(storage: ReferenceStorage, books: Books, additions: number, add: Add): Actor {
  return {
    role: 'writer',
    async run(context) {
      const counters = new CounterRepository(openStore(storage, context));
      for (let addition = 0; addition < additions; addition++) {
        const name = context.chances.pick(NAMES);
        const ledger = books[name]!;
        ledger.unknown++;
        context.count('writes');
        try {
          await add(counters, name);
          ledger.unknown--;
          ledger.applied++;
        } catch (error) {
          if (!(error instanceof OutcomeUnknownError)) throw error;
          const outcome = await error.resolve();
          if (outcome !== 'unknown') ledger.unknown--;
          if (outcome === 'applied') ledger.applied++;
        }
      }
    },
  };
}

/** Several writers add to the same counters: no addition is lost, and none takes place twice. */
export const countersWith = (name: string, add: Add): Scenario => ({
  name,
  demands: { writers: 2, writes: 4, faults: 1 },
  async build({ random }) {
    const storage = referenceStorage();
    const setUp = new CounterRepository(
      TableStore.fromConnectionString(storage.connectionString, { httpClient: storage.service }),
    );
    for (const name of NAMES) await setUp.insert({ group: 'fruit', name, value: 0 });
    const books: Books = Object.fromEntries(NAMES.map((name) => [name, { applied: 0, unknown: 0 }]));
    return {
      storage,
      actors: Array.from({ length: random.between(2, 4) }, () =>
        writer(storage, books, random.between(2, 3), add),
      ),
      async check(context) {
        const counters = new CounterRepository(openStore(storage, context));
        for (const [name, { applied, unknown }] of Object.entries(books)) {
          const { value } = await counters.getOrThrow({ group: 'fruit', name });
          if (value < applied || value > applied + unknown) {
            throw new Error(
              `${name}: ${value}, but ${applied} additions took place, and perhaps ${unknown} more.`,
            );
          }
        }
      },
    };
  },
});

export const counters = countersWith('counters', byModify);
