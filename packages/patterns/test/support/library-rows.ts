import type { StoredEntity } from '@tablewright/testing';

/** What any client sees of a row. */
type Cells = Readonly<Record<string, unknown>>;

const BEHIND = ' \uFFEE';

/**
 * Compares the rows of `library.ts` with what follows from its authors, publishers and books, worked out by hand. All of it is
 * changed in one transaction, so it holds at every moment.
 */
export function checkLibrary(stored: readonly StoredEntity[]): void {
  const rows = new Map(stored.map(({ rowKey, cells }) => [rowKey, plain(cells)] as const));
  const authors = beginning(rows, 'author_');
  const books = beginning(rows, 'book_');
  const wanted = new Map<string, Cells>();
  for (const [rowKey, { name }] of authors) {
    const own = [...books.values()].filter(({ authorId }) => `author_${authorId}` === rowKey);
    wanted.set(rowKey, { name, books: BigInt(own.length), pages: pagesOf(own) });
  }
  for (const [rowKey, cells] of beginning(rows, 'publisher_')) wanted.set(rowKey, cells);
  for (const [rowKey, book] of books) {
    const { author: _, publisher: __, ...own } = book;
    const author = authors.get(`author_${book['authorId']}`);
    const publisher = rows.get(`publisher_${book['publisherId']}`);
    wanted.set(rowKey, {
      ...own,
      ...(author && { author: author['name'] }),
      ...(publisher && { publisher: publisher['name'] }),
    });
    if (book['publisherId'] !== undefined) {
      wanted.set(`published_publisher_${book['publisherId']}  ${rowKey}`, { tw__row: rowKey });
    }
    wanted.set(`isbn_${book['isbn']}`, { ...only(book, 'pages'), tw__row: rowKey });
  }
  for (const topic of new Set([...books.values()].flatMap((book) => book['topic'] ?? []))) {
    const about = new Map([...books].filter(([, book]) => book['topic'] === topic));
    const ids = [...about.keys()].map((rowKey) => rowKey.slice('book_'.length)).sort();
    wanted.set(`topic_${topic}`, { Ids: JSON.stringify(ids) });
  }
  if (books.size > 0) wanted.set('shelved', totalsOf([...books.values()]));
  checkShards(rows, books);
  checkMarks(rows);
  for (const rowKey of new Set([...rows.keys(), ...wanted.keys()])) {
    if (rowKey.startsWith('about_') || rowKey.startsWith('readings_')) continue;
    const [is, should] = [text(rows.get(rowKey)), text(wanted.get(rowKey))];
    if (is !== should) throw new Error(`${rowKey} is ${is}, but should be ${should}.`);
  }
}

/** What the shards of a topic say together; which book counts in which of them is not known here. */
function checkShards(rows: ReadonlyMap<string, Cells>, books: ReadonlyMap<string, Cells>): void {
  const topics = new Set([...books.values()].flatMap((book) => book['topic'] ?? []));
  const shards = beginning(rows, 'about_');
  for (const rowKey of shards.keys()) topics.add(rowKey.slice('about_'.length).split(BEHIND)[0]!);
  for (const topic of topics) {
    const about = [...books.values()].filter((book) => book['topic'] === topic);
    const own = [...beginning(shards, `about_${topic}${BEHIND}`).values()];
    const sum = (column: string) => own.reduce((all, cells) => all + (cells[column] as bigint), 0n);
    const is = text({ Count: sum('Count'), Sum_pages: sum('Sum_pages') });
    const should = text(totalsOf(about));
    if (is !== should) throw new Error(`about_${topic} is ${is}, but should be ${should}.`);
    if (own.some(({ Count }) => (Count as bigint) < 1n))
      throw new Error(`about_${topic} has an empty shard.`);
  }
}

/** An entity's own row tells of each further row, and of no other. */
function checkMarks(rows: ReadonlyMap<string, Cells>): void {
  const further = [...rows.keys()].filter(
    (rowKey) => rowKey.startsWith('readings_') && rowKey.includes(BEHIND),
  );
  const told = [...beginning(rows, 'readings_')].flatMap(([rowKey, cells]) =>
    'tw__P_0001' in cells ? [`${rowKey}${BEHIND}P_0001`] : [],
  );
  if (further.join() !== told.join())
    throw new Error(`There are [${further}], but the marks tell of [${told}].`);
}

function totalsOf(books: readonly Cells[]): Cells {
  return { Count: BigInt(books.length), Sum_pages: pagesOf(books) };
}

function pagesOf(books: readonly Cells[]): bigint {
  return books.reduce((sum, { pages = 0 }) => sum + BigInt(pages as number), 0n);
}

function beginning(rows: ReadonlyMap<string, Cells>, prefix: string): ReadonlyMap<string, Cells> {
  return new Map([...rows].filter(([rowKey]) => rowKey.startsWith(prefix)));
}

function only(cells: Cells, name: string): Cells {
  return cells[name] === undefined ? {} : { [name]: cells[name] };
}

function plain(cells: StoredEntity['cells']): Cells {
  return Object.fromEntries([...cells].map(([name, { value }]) => [name, value]));
}

function text(cells: Cells | undefined): string {
  const sorted = cells && Object.entries(cells).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted ? sorted.map(([name, value]) => `${name}=${value}`).join(' ') : 'not there';
}
