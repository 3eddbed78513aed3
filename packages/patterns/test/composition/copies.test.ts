import { Entity, Int32, key, Repository, repair, Text, transaction, verify } from '@tablewright/core';
import { denormalize } from '@tablewright/patterns/denormalization';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { Summary } from '@tablewright/patterns/summary';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import type { Exchange } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Survey } from '../wide-entity/support/survey.js';
import { survey, valuesOf } from '../wide-entity/support/surveys.js';

const storage = useStorage();

@Entity({ table: 'Library' })
class Author {
  static readonly key = key({ partition: '{shelf}', row: 'author_{id}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Text() name!: string;
}

@Entity({ table: 'Library' })
class Book {
  static readonly key = key({ partition: '{shelf}', row: 'book_{no:02}' });
  @Text() shelf!: string;
  @Int32() no!: number;
  @Text() title!: string;
  @Int32() pages?: number;
  @Int32() authorId?: number;
  @Text() author?: string;
}

const author = denormalize(Author, Book, {
  name: 'author',
  link: { id: 'authorId' },
  copy: { author: 'name' },
});
const at = (no: number) => ({ shelf: 'A', no });

describe('beside indexes, lists and summaries', () => {
  class Authors extends Repository(Author)
    .with(IntraPartitionIndex({ byName: { row: 'name_{name}', unique: true } }))
    .with(author.source)
    .with(Summary({ authors: { row: 'authors' } })) {}
  class Books extends Repository(Book)
    .with(IntraPartitionIndex({ byTitle: { row: 'title_{title}', project: ['pages'] } }))
    .with(IndexEntities({ byAuthor: { row: 'of_{authorId}' } }))
    .with(author.copies)
    .with(Summary({ books: { row: 'books', sum: ['pages'] } })) {}

  it('all of it changes in one transaction', async () => {
    const table = storage.emulator.uniqueName('Library');
    const authors = new Authors(storage.store(), { table });
    const books = new Books(storage.store(), { table });
    await authors.insert({ shelf: 'A', id: 1, name: 'Woolf' });
    await authors.insert({ shelf: 'A', id: 2, name: 'Joyce' });
    await books.insert({ ...at(1), title: 'Orlando', pages: 300, authorId: 1 });
    await books.insert({ ...at(2), title: 'Flush', pages: 150, authorId: 1 });
    await authors.update({ shelf: 'A', id: 1 }, { name: 'V. Woolf' });
    await transaction()
      .update(books, at(2), { authorId: 2, pages: 151, title: 'Ulysses' })
      .update(authors, { shelf: 'A', id: 2 }, { name: 'J. Joyce' })
      .commit();
    const rows = await storedRows(storage.emulator, table, 'A');
    expect(rows['book_01']).toMatchObject({ author: 'String:V. Woolf' });
    expect(rows['book_02']).toMatchObject({ author: 'String:J. Joyce' });
    expect(await books.byAuthor.keys({ shelf: 'A', authorId: 2 })).toEqual([at(2)]);
    expect((await books.books.get({ shelf: 'A' })).sum.pages).toBe(451n);
    expect(await authors.byName.get({ shelf: 'A', name: 'J. Joyce' })).toMatchObject({ id: 2 });
    // A new name is refused where somebody else has it, and then no copy changes.
    await expect(authors.update({ shelf: 'A', id: 1 }, { name: 'J. Joyce' })).rejects.toMatchObject({
      code: 'UNIQUE_VIOLATION',
    });
    expect(await storedRows(storage.emulator, table, 'A')).toEqual(rows);
    for (const report of [await verify(authors), await verify(books)]) expect(report.clean).toBe(true);
  });
});

describe('of entities that take several rows', () => {
  const parent = denormalize(Survey, Survey, {
    name: 'parent',
    link: { id: 'n000' },
    copy: { author: 'title' },
  });
  class Surveys extends Repository(Survey).with(parent.copies).with(WideEntity()).with(parent.source) {}
  const north = (id: number) => ({ region: 'north', id });
  const wide = (id: number, more: Partial<Survey> = {}) => {
    const { n000: _, ...rest } = survey(id, 250, 10);
    return Object.assign(new Survey(), rest, more);
  };

  it('copies are right, and the rows belong together', async () => {
    const table = storage.emulator.uniqueName('Wide');
    const surveys = new Surveys(storage.store(), { table });
    await surveys.insert(wide(1));
    await surveys.insert(wide(2));
    const child = await surveys.insert(wide(3, { n000: 1 }));
    expect(Object.keys(await storedRows(storage.emulator, table, 'north')).length).toBeGreaterThan(5);
    expect(child.author).toBe('survey 1');
    await surveys.update(north(1), { title: 'first' });
    expect(valuesOf(await surveys.get(north(3)))).toEqual(valuesOf(wide(3, { n000: 1, author: 'first' })));
    const loaded = await surveys.getOrThrow(north(3));
    await surveys.update(loaded, { n000: 2, t09: 'five' });
    expect(await surveys.get(north(3))).toMatchObject({ author: 'survey 2', t09: 'five' });
    await surveys.update(loaded, { n000: null });
    expect((await surveys.getOrThrow(north(3))).author).toBeUndefined();
    // Of the source only a further row changes: it is held all the same, and so are its copies right.
    await transaction()
      .update(surveys, north(1), { t09: 'six' })
      .update(surveys, loaded, { n000: 1 })
      .commit();
    const raw = storage.emulator.rawTable(table);
    await raw.updateEntity({ partitionKey: 'north', rowKey: 'survey_000003', author: 'wrong' }, 'Merge');
    expect((await verify(surveys)).findings).toMatchObject([
      { kind: 'stale', derivation: 'parent', rowKey: 'survey_000003' },
    ]);
    expect(await repair(surveys)).toMatchObject({ clean: true, mended: { stale: 1 } });
    expect(valuesOf(await surveys.get(north(3)))).toEqual(
      valuesOf(wide(3, { n000: 1, t09: 'five', author: 'first' })),
    );
    await expect(surveys.delete(north(1), { force: true })).rejects.toMatchObject({
      code: 'STILL_REFERRED_TO',
      details: { referrers: 1 },
    });
  });

  it('a source is held where its copied columns are, though the transaction writes another of its rows', async () => {
    const table = storage.emulator.uniqueName('Held');
    const surveys = new Surveys(storage.store(), { table });
    await surveys.insert(wide(1));
    await surveys.insert(wide(3));
    const [first, third] = [await surveys.getOrThrow(north(1)), await surveys.getOrThrow(north(3))];
    const rival = {
      name: 'rival',
      async run({ send }: Exchange) {
        const row = { partitionKey: 'north', rowKey: 'survey_000001', title: 'changed' };
        await storage.emulator.rawTable(table).updateEntity(row, 'Merge');
        return send();
      },
    };
    const race = storage.emulator.http.inject(rival, { when: ({ path }) => path === '$batch' });
    const both = transaction().update(surveys, first, { t09: 'six' }).update(surveys, third, { n000: 1 });
    await expect(both.commit()).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    expect(race.fired).toBe(1);
    expect(await verify(surveys)).toMatchObject({ clean: true });
  });
});
