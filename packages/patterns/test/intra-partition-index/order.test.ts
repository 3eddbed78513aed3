import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

@Entity({ table: 'Books' })
class Book {
  static readonly key = key({ partition: '{shelf}', row: 'book_{id:03}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Text() title!: string;
}

class Books extends Repository(Book).with(IntraPartitionIndex({ byTitle: { row: 'title_{title}' } })) {}

const storage = useStorage();
/** Nothing that keys escape: spaces, what stands beside them, and characters of two code units. */
const title = fc.string({
  unit: fc.constantFrom(' ', '!', 'a', 'b', '}', '\u00a0', '日', '😀'),
  maxLength: 4,
});

it('a non-unique index keeps the exact order of its text, and equals in the order of the entities', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(title, { minLength: 2, maxLength: 12 }),
      title,
      title,
      async (titles, from, to) => {
        const books = new Books(storage.store(), { table: storage.emulator.uniqueName('Books') });
        await Promise.all(titles.map((text, id) => books.insert({ shelf: 'A', id, title: text })));
        const sorted = titles
          .map((text, id) => ({ text, id }))
          .sort((a, b) => (a.text === b.text ? a.id - b.id : a.text < b.text ? -1 : 1));
        const ids = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id);
        const index = books.byTitle.query({ shelf: 'A' });
        expect(ids(await index.scan('partition').all())).toEqual(ids(sorted));
        expect(ids(await index.between({ title: from }, { title: to }).all())).toEqual(
          ids(sorted.filter(({ text }) => text >= from && text <= to)),
        );
        expect(ids(await index.startsWith({ title: from }).all())).toEqual(
          ids(sorted.filter(({ text }) => text.startsWith(from))),
        );
      },
    ),
    { numRuns: 40 },
  );
});
