import { Entity, Int32, Int64, key, Repository, repair, Text, transaction, verify } from '@tablewright/core';
import { denormalize } from '@tablewright/patterns/denormalization';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { Summary, summarizeOnParent } from '@tablewright/patterns/summary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

// One entity with everything in its transaction: a unique index, lists of ids, a summary in a row of its own, another
// one on its parent's row, and copies of that parent's properties.

const storage = useStorage();

@Entity({ table: 'Library' })
class Author {
  static readonly key = key({ partition: '{shelf}', row: 'author_{id:01}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Text() name!: string;
  @Int64() books?: bigint;
  @Int64() pages?: bigint;
}

@Entity({ table: 'Library' })
class Book {
  static readonly key = key({ partition: '{shelf}', row: 'book_{no:02}' });
  @Text() shelf!: string;
  @Int32() no!: number;
  @Text() isbn!: string;
  @Int32() pages?: number;
  @Text() topic?: string;
  @Int32() authorId?: number;
  @Text() author?: string;
}

const author = denormalize(Author, Book, {
  name: 'author',
  link: { id: 'authorId' },
  copy: { author: 'name' },
});
const written = summarizeOnParent(Book, Author, {
  name: 'written',
  by: { shelf: 'shelf', id: 'authorId' },
  count: 'books',
  sum: { pages: 'pages' },
});
class Authors extends Repository(Author).with(author.source).with(written.parent) {}
class Books extends Repository(Book)
  .with(IntraPartitionIndex({ byIsbn: { row: 'isbn_{isbn}', unique: true, project: ['pages'] } }))
  .with(IndexEntities({ byTopic: { row: 'topic_{topic}' } }))
  .with(author.copies)
  .with(written.children)
  .with(Summary({ shelved: { row: 'shelved', sum: ['pages'] } })) {}

const shelf = 'A';
interface BookData {
  readonly no: number;
  readonly isbn: string;
  readonly pages?: number | undefined;
  readonly topic?: string | undefined;
  readonly authorId?: number | undefined;
}
interface Model {
  readonly authors: Map<number, string>;
  readonly books: Map<number, BookData>;
}
interface World extends Model {
  readonly table: string;
  readonly authorsOf: Authors;
  readonly booksOf: Books;
}
type Step = (world: World) => Promise<unknown>;

const no = fc.integer({ min: 1, max: 4 });
const authorId = fc.integer({ min: 1, max: 2 });
const name = fc.constantFrom('Woolf', 'Joyce', 'Mann');
const data = fc.record({
  isbn: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  pages: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  topic: fc.option(fc.constantFrom('sea', 'city'), { nil: undefined }),
  authorId: fc.option(authorId, { nil: undefined }),
});

/** Values that are not there are left out. */
const stored = (book: BookData) =>
  Object.fromEntries(
    Object.entries({ shelf, ...book }).filter(([, value]) => value !== undefined),
  ) as never as Book;

/** Whether the model would take it: ISBNs are unique, and authors are there. */
function fits({ authors, books }: Model, changed: readonly BookData[]): boolean {
  const after = new Map([...books, ...changed.map((book) => [book.no, book] as const)]);
  const isbns = [...after.values()].map(({ isbn }) => isbn);
  const known = changed.every((book) => book.authorId === undefined || authors.has(book.authorId));
  return new Set(isbns).size === isbns.length && known;
}

/** A write that the model refuses is refused, and changes nothing. */
async function attempt(
  world: World,
  changed: readonly BookData[],
  write: () => Promise<unknown>,
): Promise<void> {
  if (!fits(world, changed)) {
    const before = await storedRows(storage.emulator, world.table, shelf);
    await expect(write()).rejects.toMatchObject({
      code: expect.stringMatching(/UNIQUE_VIOLATION|SOURCE_NOT_FOUND|PARENT_MISSING/),
    });
    expect(await storedRows(storage.emulator, world.table, shelf)).toEqual(before);
    return;
  }
  await write();
  for (const book of changed) world.books.set(book.no, book);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(no, data).map(
    ([n, more]): Step =>
      (world) => {
        const book = { no: n, ...more };
        return attempt(world, [book], () => world.booksOf.upsert(stored(book), { mode: 'replace' }));
      },
  ),
  no.map(
    (n): Step =>
      async ({ booksOf, books }) => {
        books.delete(n);
        await booksOf.delete({ shelf, no: n }, { force: true });
      },
  ),
  fc.tuple(authorId, name).map(
    ([id, called]): Step =>
      async ({ authorsOf, authors }) => {
        authors.set(id, called);
        await authorsOf.upsert({ shelf, id, name: called });
      },
  ),
  authorId.map(
    (id): Step =>
      async ({ authorsOf, authors, books }) => {
        const inUse = [...books.values()].some((book) => book.authorId === id);
        const removing = authorsOf.delete({ shelf, id }, { force: true });
        if (inUse)
          await expect(removing).rejects.toMatchObject({
            code: expect.stringMatching(/PARENT_IN_USE|STILL_REFERRED_TO/),
          });
        else {
          await removing;
          authors.delete(id);
        }
      },
  ),
  // Two books exchange everything, the unique value included.
  fc.tuple(no, no).map(
    ([a, b]): Step =>
      async (world) => {
        const [one, other] = [world.books.get(a), world.books.get(b)];
        if (!one || !other || a === b) return;
        const swapped = [
          { ...other, no: a },
          { ...one, no: b },
        ];
        await attempt(world, swapped, () => {
          const both = transaction();
          for (const book of swapped) both.upsert(world.booksOf, stored(book), { mode: 'replace' });
          return both.commit();
        });
      },
  ),
  // An author and a book at once: the copy is of what the transaction itself stores.
  fc.tuple(authorId, name, no, data).map(
    ([id, called, n, more]): Step =>
      async (world) => {
        const book = { no: n, ...more, authorId: id };
        const known = world.authors.get(id);
        world.authors.set(id, called);
        const possible = fits(world, [book]);
        await attempt(world, [book], () =>
          transaction()
            .upsert(world.authorsOf, { shelf, id, name: called })
            .upsert(world.booksOf, stored(book), { mode: 'replace' })
            .commit(),
        );
        if (possible) return;
        if (known === undefined) world.authors.delete(id);
        else world.authors.set(id, known);
      },
  ),
  fc.array(fc.tuple(no, data), { maxLength: 6 }).map(
    (all): Step =>
      async (world) => {
        const items = all.map(([n, more]) => ({ no: n, ...more }));
        const outcomes = new Map<number, boolean>();
        await world.booksOf.bulk(
          items.map((book) => ({ upsert: stored(book), mode: 'replace' as const })),
          { onOutcome: (outcome) => void outcomes.set(outcome.index, outcome.status === 'done') },
        );
        items.forEach((book, index) => {
          if (outcomes.get(index)) world.books.set(book.no, book);
        });
      },
  ),
);

/** What must be stored, worked out from the model alone. */
function expectedRows({ authors, books }: Model): Record<string, Record<string, string>> {
  const rows: Record<string, Record<string, string>> = {};
  const all = [...books.values()];
  const totals = (of: readonly BookData[]) => of.reduce((sum, { pages = 0 }) => sum + pages, 0);
  for (const [id, called] of authors) {
    const own = all.filter((book) => book.authorId === id);
    rows[`author_${id}`] = {
      name: `String:${called}`,
      books: `Int64:${own.length}`,
      pages: `Int64:${totals(own)}`,
    };
  }
  for (const book of all) {
    const { isbn, pages, topic } = book;
    rows[`book_0${book.no}`] = {
      isbn: `String:${isbn}`,
      ...(pages !== undefined && { pages: `Int32:${pages}` }),
      ...(topic !== undefined && { topic: `String:${topic}` }),
      ...(book.authorId !== undefined && {
        authorId: `Int32:${book.authorId}`,
        author: `String:${authors.get(book.authorId)}`,
      }),
    };
    rows[`isbn_${isbn}`] = {
      ...(pages !== undefined && { pages: `Int32:${pages}` }),
      tw__row: `String:book_0${book.no}`,
    };
  }
  for (const topic of new Set(all.flatMap((book) => book.topic ?? []))) {
    const ids = all.filter((book) => book.topic === topic).map((book) => `"0${book.no}"`);
    rows[`topic_${topic}`] = { Ids: `String:[${ids.sort().join(',')}]` };
  }
  if (all.length > 0) rows['shelved'] = { Count: `Int64:${all.length}`, Sum_pages: `Int64:${totals(all)}` };
  return rows;
}

describe('everything in one transaction', () => {
  it('agrees with the entities after any steps, row by row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const table = storage.emulator.uniqueName('Library');
        const authorsOf = new Authors(storage.store(), { table });
        const booksOf = new Books(storage.store(), { table });
        await booksOf.context.store.createTable(table);
        const world: World = { table, authorsOf, booksOf, authors: new Map(), books: new Map() };
        for (const run of steps) await run(world);
        expect(await storedRows(storage.emulator, table, shelf)).toEqual(expectedRows(world));
        expect(await verify(booksOf)).toMatchObject({ clean: true });
        expect(await verify(authorsOf)).toMatchObject({ clean: true });
      }),
      { numRuns: 25 },
    );
  });

  it('what another program damages of each kind is found, and mended', async () => {
    const table = storage.emulator.uniqueName('Library');
    const authorsOf = new Authors(storage.store(), { table });
    const booksOf = new Books(storage.store(), { table });
    await authorsOf.insert({ shelf, id: 1, name: 'Woolf' });
    await booksOf.bulk(
      [1, 2, 3].map((n) => ({
        insert: { shelf, no: n, isbn: String(n), pages: n, topic: 'sea', authorId: 1 },
      })),
    );
    const before = await storedRows(storage.emulator, table, shelf);
    const raw = storage.emulator.rawTable(table);
    await raw.deleteEntity(shelf, 'isbn_1');
    await raw.updateEntity({ partitionKey: shelf, rowKey: 'topic_sea', Ids: '["01"]' }, 'Merge');
    await raw.updateEntity({ partitionKey: shelf, rowKey: 'book_02', author: 'Nobody' }, 'Merge');
    await raw.updateEntity(
      { partitionKey: shelf, rowKey: 'author_1', books: { type: 'Int64', value: '7' } },
      'Merge',
    );
    await raw.deleteEntity(shelf, 'shelved');
    const { findings } = await verify(booksOf);
    expect(findings.map(({ derivation, kind }) => `${derivation} ${kind}`).sort()).toEqual([
      'author stale',
      'byIsbn missing',
      'byTopic stale',
      'shelved missing',
      'written stale',
    ]);
    await repair(booksOf);
    expect(await verify(booksOf)).toMatchObject({ clean: true });
    expect(await storedRows(storage.emulator, table, shelf)).toEqual(before);
  });
});
