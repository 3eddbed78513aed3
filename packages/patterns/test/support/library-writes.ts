import { type TableStore, transaction } from '@tablewright/core';
import type { Random } from '@tablewright/testing/simulation';
import { Authors, type Book, Books, Publishers, ReadingsRepository } from './library.js';

/** One program that writes the library. */
export interface Librarian {
  readonly books: Books;
  readonly authors: Authors;
  readonly publishers: Publishers;
  readonly readings: ReadingsRepository;
}

export function librarianOf(store: TableStore): Librarian {
  return {
    books: new Books(store),
    authors: new Authors(store),
    publishers: new Publishers(store),
    readings: new ReadingsRepository(store),
  };
}

export const shelf = 'A';

/** What a book is to be, without what is copied into it; `undefined`: not there. */
export type BookData = Omit<Book, 'shelf' | 'no' | 'author' | 'publisher'>;

export function drawBook(chances: Random, isbn: string): BookData {
  return {
    isbn,
    ...(chances.chance(0.8) && { pages: chances.between(1, 9) }),
    ...(chances.chance(0.8) && { topic: chances.pick(['sea', 'city']) }),
    ...(chances.chance(0.8) && { authorId: chances.between(1, 2) }),
    ...(chances.chance(0.8) && { publisherId: 1 }),
  };
}

/** A change of a program's own two books: what it wants of them, and how it gets there. */
export interface Write {
  readonly wanted: ReadonlyMap<number, BookData | undefined>;
  /** It keeps to what it has read: an author who is renamed meanwhile changes the book, too. */
  readonly asRead?: boolean;
  run(librarian: Librarian): Promise<unknown>;
}

type Own = readonly [number, BookData];

const stored = ([no, data]: Own): Book => ({ shelf, no, ...data }) as Book;

/** An optional value that is not there is taken away. */
function fill(book: Book, { isbn, ...data }: BookData): void {
  book.isbn = isbn;
  for (const name of ['pages', 'topic', 'authorId', 'publisherId'] as const) {
    if (data[name] === undefined) delete book[name];
    else Object.assign(book, { [name]: data[name] });
  }
}

export const insertOne = (one: Own): Write => ({
  wanted: new Map([one]),
  run: ({ books }) => books.insert(stored(one)),
});

type Changing = (one: Own, other: Own, before: BookData) => Write;

/** The ways to change a book that is there. */
export const CHANGES: readonly Changing[] = [
  (one) => ({
    wanted: new Map([one]),
    run: ({ books }) => books.modify({ shelf, no: one[0] }, (book) => fill(book, one[1])),
  }),
  ([no, { pages = 1, topic = 'city' }], _, before) => ({
    wanted: new Map([[no, { ...before, pages, topic }]]),
    run: ({ books }) => books.update({ shelf, no }, { pages, topic }),
  }),
  (one) => ({
    wanted: new Map([one]),
    asRead: true,
    run: async ({ books }) => {
      const book = await books.getOrThrow({ shelf, no: one[0] });
      fill(book, one[1]);
      return books.replace(book);
    },
  }),
  (one) => ({
    wanted: new Map([one]),
    run: ({ books }) => books.upsert(stored(one), { mode: 'replace' }),
  }),
  ([no, data], _, before) => ({
    wanted: new Map([[no, { ...before, ...data }]]),
    run: ({ books }) => books.upsert(stored([no, data]), { mode: 'merge' }),
  }),
];

/** The ways to change two of them at once: they may exchange what is unique. */
export const TOGETHER: readonly Changing[] = [
  (one, other) => ({
    wanted: new Map([one, other]),
    run: ({ books }) =>
      transaction()
        .upsert(books, stored(one), { mode: 'replace' })
        .upsert(books, stored(other), { mode: 'replace' })
        .commit(),
  }),
  ([no, data], other) => ({
    wanted: new Map([
      [no, { ...data, authorId: 2 }],
      [other[0], { ...other[1], authorId: 2 }],
    ]),
    run: ({ books, authors }) =>
      transaction()
        .upsert(books, stored([no, { ...data, authorId: 2 }]), { mode: 'replace' })
        .upsert(authors, { shelf, id: 2, name: 'Musil' })
        .upsert(books, stored([other[0], { ...other[1], authorId: 2 }]), { mode: 'replace' })
        .commit(),
  }),
];

export const deleteOne = (no: number): Write => ({
  wanted: new Map([[no, undefined]]),
  run: ({ books }) => books.delete({ shelf, no }, { force: true }),
});

/** What is done to authors and publishers, whom all programs share. */
export const SOURCE_WRITES: readonly ((librarian: Librarian, chances: Random) => Promise<unknown>)[] = [
  ({ authors }, chances) =>
    authors.update({ shelf, id: chances.between(1, 2) }, { name: chances.pick(['Woolf', 'Joyce', 'Mann']) }),
  ({ authors }, chances) =>
    authors.upsert({ shelf, id: chances.between(1, 2), name: chances.pick(['Woolf', 'Joyce']) }),
  ({ authors }, chances) => authors.delete({ shelf, id: chances.between(1, 2) }, { force: true }),
  ({ publishers }, chances) =>
    publishers.update({ shelf, id: 1 }, { name: chances.pick(['Hogarth', 'Egoist']) }),
  ({ publishers }) =>
    publishers.modify({ shelf, id: 1 }, (one) => {
      one.name = `${one.name}+`;
    }),
];
