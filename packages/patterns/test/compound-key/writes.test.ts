import { LimitError, transaction } from '@tablewright/core';
import { type Fault, faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Badge, Employee, EmployeeRepository, plain, Review, sales } from '../support/family.js';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();
const jones = { ...sales, id: 123 };
let table: string;
let employees: EmployeeRepository;
const recorded = <T>(run: () => Promise<T>) => storage.emulator.http.record(run);
const rowKeys = async () => Object.keys(await storedRows(storage.emulator, table));
const reviews = (count: number) => Array.from({ length: count }, (_, year) => ({ year }));
/** Something that another client does just before a transaction arrives. */
const rival = (act: () => Promise<unknown>): Fault => ({
  name: 'rival',
  applies: ({ path }) => path === '$batch',
  async run({ send }) {
    await act();
    return send();
  },
});

beforeEach(async () => {
  table = storage.emulator.uniqueName('Written');
  await storage.emulator.rawTable(table).createTable();
  employees = new EmployeeRepository(storage.store(), { table });
});

describe('insertFamily', () => {
  it('is one transaction, and any other client can read its rows', async () => {
    const badge = { ...jones, code: 'A', door: 'x' };
    const explained = await employees.explainInsertFamily(jones, {
      reviews: [{ year: 2012 }],
      badges: [badge],
    });
    const { result, requests } = await recorded(() =>
      employees.insertFamily(
        { ...jones, name: 'Jo' },
        { reviews: [{ year: 2012, rating: 4 }], badges: [badge] },
      ),
    );
    expect(requests.map(({ operation }) => operation)).toEqual(['POST $batch']);
    expect(explained).toMatchObject({ reads: [], open: [], requests: { least: 1, most: 1 } });
    expect(explained.write?.operations.map(({ kind, row }) => [kind, row.rowKey])).toEqual([
      ['insert', 'empid_000123'],
      ['insert', 'empid_000123_2012'],
      ['insert', 'empid_000123_badge_A'],
    ]);
    expect(await storedRows(storage.emulator, table)).toEqual({
      empid_000123: { EntityType: 'String:Employee', name: 'String:Jo' },
      empid_000123_2012: { EntityType: 'String:review', rating: 'Int32:4' },
      empid_000123_badge_A: { EntityType: 'String:Badge', door: 'String:x' },
    });
    expect(plain(result)).toEqual(plain(await employees.family(jones)));
    // What it gives can be written on, without being read.
    await employees.reviews.update(result.reviews[0]!, { rating: 5 });
    await employees.update(result.parent, { name: 'Joe' });
    expect(result.reviews[0]).toBeInstanceOf(Review);
  });

  it('takes instances as they are, and data without what the parent tells', async () => {
    const parent = Object.assign(new Employee(), jones);
    const review = Object.assign(new Review(), { ...jones, year: 2012 });
    const family = await employees.insertFamily(parent, { reviews: new Set([review, { year: 2013 }]) });
    expect([family.parent, family.reviews[0]]).toEqual([parent, review]);
    expect(family.reviews[1]).toEqual(Object.assign(new Review(), { ...jones, year: 2013 }));
    const undefinedKey = { year: 2014, id: undefined } as unknown as { year: number };
    await employees.insertFamily(
      { ...sales, id: 1 },
      { reviews: [undefinedKey], badges: undefined as never },
    );
    expect(await employees.reviews.of({ ...sales, id: 1 }).count()).toBe(1);
    expect(plain(await employees.insertFamily({ ...sales, id: 2 }))).toEqual({
      parent: { ...sales, id: 2 },
      reviews: [],
      badges: [],
    });
  });

  it('is refused before anything is sent', async () => {
    const untyped = employees as unknown as {
      insertFamily(parent: unknown, children?: unknown): Promise<unknown>;
    };
    const half = Object.assign(new Review(), { year: 2012 });
    const { requests } = await recorded(async () => {
      for (const [children, code] of [
        [{ reviews: [{ id: 124, year: 2012 }] }, 'TRANSACTION_INVALID'],
        [{ reviews: [{ department: 'Support', year: 2012 }] }, 'TRANSACTION_INVALID'],
        [{ reviews: [{}] }, 'KEY_VALUE_INVALID'],
        [{ reviews: [{ id: null, year: 2012 }] }, 'KEY_VALUE_INVALID'],
        [{ reviews: [half] }, 'KEY_VALUE_INVALID'],
        [{ reviews: [{ year: 10_000 }] }, 'KEY_VALUE_INVALID'],
        [{ reviews: [null] }, 'OPTIONS_INVALID'],
        [{ reviews: { year: 2012 } }, 'OPTIONS_INVALID'],
        [{ reviews: 'all' }, 'OPTIONS_INVALID'],
        [{ reviews: null }, 'OPTIONS_INVALID'],
        [{ awards: [] }, 'OPTIONS_INVALID'],
        [{ parent: [] }, 'OPTIONS_INVALID'],
        [[], 'OPTIONS_INVALID'],
        ['reviews', 'OPTIONS_INVALID'],
        [{ reviews: [{ year: 2012 }, { year: 2012 }] }, 'ENTITY_EXISTS'],
        [{ reviews: reviews(100) }, 'LIMIT_EXCEEDED'],
        [{ badges: [{ code: 'x'.repeat(500) }] }, 'KEY_TOO_LONG'],
        [{ badges: [{ code: 'x', door: 'x'.repeat(32 * 1024 + 1) }] }, 'LIMIT_EXCEEDED'],
      ] as const) {
        const outcome = await untyped.insertFamily(jones, children).then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
        expect([children, outcome]).toEqual([children, code]);
      }
      await expect(untyped.insertFamily(null)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    });
    expect(requests).toEqual([]);
  });

  it('holds 100 entities and 4 MiB, all or nothing', async () => {
    const { requests } = await recorded(() => employees.insertFamily(jones, { reviews: reviews(99) }));
    expect(requests).toHaveLength(1);
    expect((await employees.family(jones)).reviews).toHaveLength(99);
    const door = 'x'.repeat(32 * 1024);
    const large = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ code: `${i}`, door: door.replaceAll('x', 'é') }));
    await expect(employees.insertFamily({ ...sales, id: 1 }, { badges: large(80) })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: { limit: 'TRANSACTION_BYTES' },
    });
    await employees.insertFamily({ ...sales, id: 1 }, { badges: large(40) });
    // One that is there already stops them all.
    await employees.reviews.insert({ ...sales, id: 2, year: 2012 });
    const second = employees.insertFamily({ ...sales, id: 2 }, { reviews: [{ year: 2011 }, { year: 2012 }] });
    await expect(second).rejects.toMatchObject({ code: 'ENTITY_EXISTS', details: { entity: 'review' } });
    expect(plain(await employees.family({ ...sales, id: 2 }))).toEqual({
      reviews: [{ ...sales, id: 2, year: 2012 }],
      badges: [],
    });
  });

  it('knows whether it happened when the reply is lost', async () => {
    storage.emulator.http.inject(faults.dropReply(), { when: ({ path }) => path === '$batch' });
    const { parent } = await employees.insertFamily(jones, { reviews: reviews(3) });
    expect(parent.id).toBe(123);
    expect(await rowKeys()).toHaveLength(4);
  });
});

describe('deleteFamily', () => {
  const others = async () => {
    await employees.insertFamily({ ...sales, id: 122 }, { reviews: [{ year: 2012 }] });
    await employees.insertFamily({ ...sales, id: 124 }, { reviews: [{ year: 2012 }] });
    const raw = storage.emulator.rawTable(table);
    await raw.createEntity({ partitionKey: 'Sales', rowKey: 'empid_0001234' });
    return rowKeys();
  };

  it('is one read and one transaction, and leaves everybody else', async () => {
    const rest = await others();
    await employees.insertFamily(jones, { reviews: reviews(3), badges: [{ code: 'A' }] });
    const { result, requests } = await recorded(() => employees.deleteFamily(jones));
    expect(result).toBe(5);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(await rowKeys()).toEqual(rest);
    const { result: again, requests: once } = await recorded(() => employees.deleteFamily(jones));
    expect([again, once.length]).toEqual([0, 1]);
  });

  it('deletes orphans', async () => {
    await employees.reviews.insert({ ...jones, year: 2012 });
    expect(await employees.deleteFamily(jones)).toBe(1);
    expect(await rowKeys()).toEqual([]);
  });

  it('takes 100 entities, and refuses more with what to do', async () => {
    await employees.insertFamily(jones, { reviews: reviews(99) });
    expect(await employees.deleteFamily(jones)).toBe(100);
    await employees.insertFamily(jones, { reviews: reviews(99) });
    await employees.reviews.insert({ ...jones, year: 99 });
    const { result: error, requests } = await recorded(() =>
      employees.deleteFamily(jones).catch((e: unknown) => e),
    );
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({ details: { limit: 'TRANSACTION_OPERATIONS', most: 100, actual: 101 } });
    expect((error as Error).message).toContain(
      "Delete children with bulk() of their repositories, such as 'reviews'",
    );
    expect(await rowKeys()).toHaveLength(101);
    // As the message says.
    const all = await employees.reviews.of(jones).all();
    expect((await employees.reviews.bulk(all.map((review) => ({ delete: review })))).done).toBe(100);
    expect(await employees.deleteFamily(jones)).toBe(1);
  });

  it('looks further where other rows lie in between', async () => {
    await employees.insertFamily(jones, { badges: [{ code: 'A' }] });
    const raw = storage.emulator.rawTable(table);
    for (let i = 0; i < 2; i++) {
      await raw.submitTransaction(
        Array.from({ length: 60 }, (_, n) => [
          'create',
          { partitionKey: 'Sales', rowKey: `empid_000123_${i}_${n}` },
        ]),
      );
    }
    expect(await employees.deleteFamily(jones)).toBe(2);
    expect(await rowKeys()).toHaveLength(120);
  });

  it('starts over when one of them changed, went or came', async () => {
    await employees.insertFamily(jones, { reviews: reviews(2), badges: [{ code: 'A' }] });
    const other = new EmployeeRepository(storage.store(), { table });
    const acts: (() => Promise<unknown>)[] = [
      () => other.reviews.modify({ ...jones, year: 0 }, (review) => Object.assign(review, { rating: 1 })),
      () => other.badges.delete({ ...jones, code: 'A' }, { force: true }),
    ];
    for (const act of acts) {
      storage.emulator.http.inject(rival(act), {
        when: ({ path, fault }) => path === '$batch' && fault === undefined,
      });
    }
    const { requests } = await recorded(async () => expect(await employees.deleteFamily(jones)).toBe(3));
    expect(requests.filter(({ fault }) => fault === 'rival')).toHaveLength(2);
    expect(await rowKeys()).toEqual([]);
  });

  it('gives up after so many attempts, or when the caller does', async () => {
    await employees.insertFamily(jones, { reviews: reviews(1) });
    const other = new EmployeeRepository(storage.store(), { table });
    let rating = 0;
    const act = () => other.reviews.update({ ...jones, year: 0 }, { rating: ++rating });
    storage.emulator.http.inject(rival(act), { times: 2 });
    await expect(employees.deleteFamily(jones, { attempts: 2 })).rejects.toMatchObject({
      code: 'CONGESTION',
      details: { entity: 'Employee', attempts: 2 },
    });
    expect(rating).toBe(2);
    expect(await rowKeys()).toHaveLength(2);
    for (const attempts of [0, 1.5, Number.NaN]) {
      await expect(employees.deleteFamily(jones, { attempts })).rejects.toMatchObject({
        code: 'OPTIONS_INVALID',
      });
    }
    const signal = AbortSignal.abort();
    await expect(employees.deleteFamily(jones, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(employees.deleteFamily(jones, { timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const untyped = employees as unknown as { deleteFamily(key: unknown): Promise<unknown> };
    await expect(untyped.deleteFamily(sales)).rejects.toMatchObject({ code: 'KEY_VALUE_INVALID' });
    expect(await rowKeys()).toHaveLength(2);
  });

  it('knows whether it happened when the reply is lost', async () => {
    await employees.insertFamily(jones, { reviews: reviews(3) });
    storage.emulator.http.inject(faults.dropReply(), { when: ({ path }) => path === '$batch' });
    expect(await employees.deleteFamily(jones)).toBe(4);
    expect(await rowKeys()).toEqual([]);
  });
});

describe('a transaction over both repositories', () => {
  it('is one request, all or nothing', async () => {
    const badge: Partial<Badge> = { code: 'A' };
    const { requests } = await recorded(() =>
      transaction()
        .insert(employees, jones)
        .insert(employees.reviews, { ...jones, year: 2012 })
        .insert(employees.badges, { ...jones, code: badge.code! })
        .commit(),
    );
    expect(requests).toHaveLength(1);
    const second = transaction()
      .insert(employees, { ...sales, id: 124 })
      .insert(employees.reviews, { ...jones, year: 2012 })
      .commit();
    await expect(second).rejects.toMatchObject({ code: 'ENTITY_EXISTS', details: { entity: 'review' } });
    expect(await employees.get({ ...sales, id: 124 })).toBeUndefined();
  });
});
