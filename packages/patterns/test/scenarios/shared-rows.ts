import { hasCode, TableStore } from '@tablewright/core';
import { type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import {
  type Actor,
  type FaultKind,
  faultKinds,
  type Random,
  type Scenario,
} from '@tablewright/testing/simulation';
import { checkLibrary } from '../support/library-rows.js';
import {
  type BookData,
  CHANGES,
  deleteOne,
  drawBook,
  insertOne,
  type Librarian,
  librarianOf,
  SOURCE_WRITES,
  shelf,
  TOGETHER,
  type Write,
} from '../support/library-writes.js';
import { storeOfOwnProcess } from '../support/own-process.js';

/** What a write may end with, when others change authors and lists at the same time and replies get lost. */
const EXPECTED = [
  'SOURCE_NOT_FOUND',
  'PARENT_MISSING',
  'PARENT_IN_USE',
  'STILL_REFERRED_TO',
  'NETWORK_FAILED',
  'SERVICE_UNAVAILABLE',
  'THROTTLED',
  'TIMEOUT',
  'CONGESTION',
];
/** These too, where several programs write the entity, or where the service was made to say so. */
const REFUSALS = ['ENTITY_EXISTS', 'ENTITY_CHANGED', 'ENTITY_NOT_FOUND', 'UNIQUE_VIOLATION'];

/** What is known of a book that only one program writes: all that it may be. */
type Possible = readonly (BookData | undefined)[];

/** What the programs know of the books. */
type Ledger = Map<number, Possible>;

/** A program that writes two books of its own, and authors and publishers that others write as well. */
function librarian(storage: ReferenceStorage, ledger: Ledger, number: number, honest: boolean): Actor {
  return {
    role: 'writer',
    async run(context) {
      const { chances } = context;
      const own = librarianOf(storeOfOwnProcess(storage, context));
      const nos = [number * 2 + 1, number * 2 + 2];
      for (const no of nos)
        await attempt(own, ledger, insertOne([no, drawBook(chances, String(no))]), honest);
      for (let step = chances.between(2, 4); step > 0; step--) {
        context.count('writes');
        const kind = chances.below(8);
        if (kind < 3) await tolerate(() => chances.pick(SOURCE_WRITES)(own, chances), REFUSALS);
        else if (kind === 3) await attempt(own, ledger, deleteOne(chances.pick(nos)), honest);
        else await change(own, ledger, nos, chances, honest);
      }
    },
  };
}

async function change(
  own: Librarian,
  ledger: Ledger,
  nos: readonly number[],
  chances: Random,
  honest: boolean,
): Promise<void> {
  const [no, other] = chances.chance(0.5) ? [nos[0]!, nos[1]!] : [nos[1]!, nos[0]!];
  const [before, beside] = [ledger.get(no)!, ledger.get(other)!];
  // Only of a book that is there for certain is it known what comes of a change.
  if (before.length !== 1 || beside.length !== 1 || !before[0] || !beside[0]) return;
  const kind = chances.pick([...CHANGES, ...TOGETHER]);
  const swaps = TOGETHER.includes(kind) && chances.chance(0.5);
  const [mine, theirs] = swaps ? [beside[0].isbn, before[0].isbn] : [before[0].isbn, beside[0].isbn];
  const write = kind([no, drawBook(chances, mine)], [other, drawBook(chances, theirs)], before[0]);
  await attempt(own, ledger, write, honest);
}

/** Notes before a write what may come of it, and afterwards what did. */
async function attempt(own: Librarian, books: Ledger, write: Write, honest: boolean): Promise<void> {
  const before = new Map([...write.wanted.keys()].map((no) => [no, books.get(no) ?? [undefined]]));
  for (const [no, data] of write.wanted) books.set(no, [...before.get(no)!, data]);
  const certain = honest && !write.asRead && !inDoubt(before);
  const refused = await tolerate(() => write.run(own), certain ? [] : REFUSALS);
  if (refused === 'unknown') return;
  for (const [no, data] of write.wanted) {
    if (refused === undefined) books.set(no, [data]);
    else if (honest) books.set(no, before.get(no)!);
  }
}

function inDoubt(before: ReadonlyMap<number, Possible>): boolean {
  return [...before.values()].some((possible) => possible.length > 1 || possible[0] === undefined);
}

/** How a write ended: well, with a refusal, or nobody knows how. */
async function tolerate(
  write: () => Promise<unknown>,
  more: readonly string[],
): Promise<'refused' | 'unknown' | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (hasCode(error, 'OUTCOME_UNKNOWN')) return 'unknown';
    if (![...EXPECTED, ...more].some((code) => hasCode(error, code))) throw error;
    return 'refused';
  }
}

const FALSE_REFUSALS: readonly string[] = ['conditionFailed', 'conflict'];
const HONEST: readonly FaultKind[] = Object.values(faultKinds).filter(
  ({ name }) => !FALSE_REFUSALS.includes(name),
);

/** Several programs feed the same rows: after every event these agree with the entities, and nothing is lost. */
function sharedRows(name: string, honest: boolean): Scenario {
  return {
    name,
    demands: { writers: 2, writes: 4, faults: 1 },
    faults: { atMost: 4, ...(honest && { kinds: HONEST }) },
    async build({ random }) {
      const storage = referenceStorage();
      const store = TableStore.fromConnectionString(storage.connectionString, {
        httpClient: storage.service,
      });
      const setUp = librarianOf(store);
      for (const id of [1, 2]) await setUp.authors.insert({ shelf, id, name: 'Woolf' });
      await setUp.publishers.insert({ shelf, id: 1, name: 'Hogarth' });
      const ledger: Ledger = new Map();
      const rows = () => storage.snapshot().tables.get('Library') ?? [];
      return {
        storage,
        actors: Array.from({ length: random.between(2, 3) }, (_, number) =>
          librarian(storage, ledger, number, honest),
        ),
        invariant: () => checkLibrary(rows()),
        async check(context) {
          const own = librarianOf(TableStore.fromConnectionString(storage.connectionString, context));
          await checkBooks(own, ledger);
        },
      };
    },
  };
}

async function checkBooks({ books }: Librarian, ledger: Ledger): Promise<void> {
  const text = (data: Partial<BookData> | undefined) =>
    data && [data.isbn, data.pages, data.topic, data.authorId, data.publisherId].join(' ');
  for (const [no, possible] of ledger) {
    const is = text(await books.get({ shelf, no }));
    const known = possible.map(text);
    if (!known.includes(is))
      throw new Error(`Book ${no} is ${is}, but should be one of ${known.join(', ')}.`);
  }
}

export const honestService = sharedRows('shared-rows', true);
export const falseRefusals = sharedRows('shared-rows-false-refusals', false);
