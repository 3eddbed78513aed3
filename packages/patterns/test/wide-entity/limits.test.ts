import { Entity, key, Repository, Text, transaction } from '@tablewright/core';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();

@Entity({ table: 'Books' })
class Book {
  static readonly key = key({ partition: 'books', row: '{id}' });
  @Text() id!: string;
  @Text() a?: string;
  @Text() b?: string;
  @Text() c?: string;
  @Text() d?: string;
  @Text() e?: string;
  @Text() f?: string;
  @Text() g?: string;
  @Text() h?: string;
  @Text() i?: string;
  @Text() j?: string;
  @Text() k?: string;
  @Text() l?: string;
  @Text() m?: string;
  @Text() n?: string;
  @Text() o?: string;
  @Text() p?: string;
}

class Books extends Repository(Book).with(WideEntity()) {}

const NAMES = [...'abcdefghijklmnop'];
const MIB = 1_048_576;

/** By the formula in common use: 4, twice both keys, and for each column 8, twice its name, 4 and twice its text. */
function bookOf(bytes: number): Book {
  const id = 'x';
  const units = (bytes - 4 - 2 * ('books'.length + id.length) - NAMES.length * (8 + 2 + 4)) / 2;
  const texts = NAMES.map((name, at) => {
    const length = Math.floor(units / NAMES.length) + (at < Math.floor(units) % NAMES.length ? 1 : 0);
    return [name, name.repeat(length)];
  });
  return Object.assign(new Book(), { id }, Object.fromEntries(texts));
}

describe('the size of a row', () => {
  let books: Books;
  const rows = async () => Object.keys(await storedRows(storage.emulator, books.context.table, 'books'));

  beforeEach(() => {
    books = new Books(storage.store(), { table: storage.emulator.uniqueName('Books') });
  });

  it.each([
    ['just below 1 MiB is one row', MIB - 2, 1],
    ['1 MiB is one row', MIB, 1],
    ['beyond 1 MiB is two rows', MIB + 2, 2],
  ])('%s', async (_, bytes, count) => {
    const book = bookOf(bytes);
    await books.insert(book);
    expect(await rows()).toHaveLength(count);
    expect(valuesOf(await books.get({ id: 'x' }))).toEqual(valuesOf(book));
  });

  it('an entity that grows beyond it, and becomes smaller again, takes the rows that it needs', async () => {
    const book = await books.insert(bookOf(MIB));
    await books.update(book, { a: `${book.a}!` });
    expect(await rows()).toHaveLength(2);
    await books.update(book, { a: 'a' });
    expect(await rows()).toHaveLength(1);
    expect(valuesOf(await books.get({ id: 'x' }))).toEqual(valuesOf(book));
    await books.update(book, { p: 'p'.repeat(32_768), a: 'a'.repeat(32_768) });
    expect(await rows()).toHaveLength(2);
    await books.update(book, { b: null });
    expect(await rows()).toHaveLength(1);
    expect((await books.getOrThrow({ id: 'x' })).p).toHaveLength(32_768);
  });
});

describe('the size of a transaction', () => {
  let surveys: Surveys;

  beforeEach(async () => {
    surveys = new Surveys(storage.store(), { table: storage.emulator.uniqueName('Sizes') });
    await surveys.insert(survey(99, 1));
  });

  it('100 rows are one, 101 are refused', async () => {
    const many = (count: number) => {
      const all = transaction();
      for (let id = 1; id <= count; id++) all.insert(surveys, survey(id, 250, 2));
      return all;
    };
    await expect(many(51).commit()).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: { limit: 'TRANSACTION_OPERATIONS', most: 100, actual: 102 },
    });
    expect(await surveys.get({ region: 'north', id: 1 })).toBeUndefined();
    const { requests } = await storage.emulator.http.record(() => many(50).commit());
    expect(requests).toHaveLength(1);
    expect(await surveys.query({ region: 'north' }).scan('partition').count()).toBe(51);
  });

  it('up to 4 MiB an entity is one request, and beyond it as many as explain says', async () => {
    let ones = 0;
    let several = 0;
    for (let units = 19_700; units <= 20_100; units += 50) {
      const entity = survey(units, 250, 70, units);
      const { write, requests: promised } = await surveys.explain.insert(entity);
      const { requests } = await storage.emulator.http.record(() => surveys.insert(entity));
      expect(requests).toHaveLength(promised.least);
      if (write!.before) several++;
      else ones++;
      const sizes = requests.map(({ body }) => Buffer.byteLength(body ?? ''));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * MIB);
      if (write!.before) expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(4 * MIB);
      expect(valuesOf(await surveys.get({ region: 'north', id: units }))).toEqual(valuesOf(entity));
    }
    expect([ones > 0, several > 0]).toEqual([true, true]);
  });
});
