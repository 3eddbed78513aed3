import { etagOf, SYSTEM_PREFIX, transaction } from '@tablewright/core';
import type { Fault } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { Badge, Employee, EmployeeRepository, plain, Review, sales } from '../support/family.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const jones = { ...sales, id: 123 };
let table: string;
let employees: EmployeeRepository;
const raw = () => storage.emulator.rawTable(table);
const recorded = (run: () => Promise<unknown>) => storage.emulator.http.record(run);

beforeEach(async () => {
  table = storage.emulator.uniqueName('Family');
  await raw().createTable();
  employees = new EmployeeRepository(storage.store(), { table });
});

describe('family', () => {
  beforeEach(async () => {
    await employees.insert({ ...jones, name: 'Jo' });
    await employees.reviews.insert({ ...jones, year: 2013, rating: 3 });
    await employees.reviews.insert({ ...jones, year: 2012, rating: 4 });
    await employees.badges.insert({ ...jones, code: 'A', door: 'north' });
    await employees.insert({ ...sales, id: 124, name: 'Al' });
    await employees.reviews.insert({ ...sales, id: 124, year: 2012 });
    await employees.reviews.insert({ department: 'Support', id: 123, year: 2012 });
  });

  it('is a parent with all of its children, typed and in order, by one range read', async () => {
    const { result, requests } = await recorded(() => employees.family(jones));
    expect(plain(result as object)).toEqual({
      parent: { ...jones, name: 'Jo' },
      reviews: [
        { ...jones, year: 2012, rating: 4 },
        { ...jones, year: 2013, rating: 3 },
      ],
      badges: [{ ...jones, code: 'A', door: 'north' }],
    });
    const { parent, reviews, badges } = await employees.family(jones);
    expect(parent).toBeInstanceOf(Employee);
    expect(reviews.every((review) => review instanceof Review)).toBe(true);
    expect(badges[0]).toBeInstanceOf(Badge);
    expect(requests).toHaveLength(1);
    const filter = new URL(requests[0]!.url).searchParams.get('$filter');
    expect(filter).toBe("PartitionKey eq 'Sales' and RowKey ge 'empid_000123' and RowKey lt 'empid_000124'");
    expect(employees.families(jones).explain().parts).toMatchObject([{ kind: 'scan', table, filter }]);
  });

  it('is made of ordinary entities: with ETags, for their own repositories', async () => {
    const { parent, reviews, badges } = await employees.familyOrThrow(jones);
    expect(etagOf(parent)).toBe(etagOf(await employees.getOrThrow(jones)));
    const { requests } = await recorded(async () => {
      await employees.update(parent, { name: 'Joe' });
      await employees.reviews.update(reviews[0]!, { rating: 5 });
      await transaction()
        .delete(employees.badges, badges[0]!)
        .update(employees.reviews, reviews[1]!, { rating: 1 })
        .insert(employees.badges, { ...jones, code: 'B' })
        .commit();
    });
    expect(requests).toHaveLength(3);
    await expect(employees.badges.update(badges[0]!, { door: 'x' })).rejects.toMatchObject({
      code: 'ENTITY_NOT_FOUND',
    });
    expect(plain(await employees.family(jones))).toEqual({
      parent: { ...jones, name: 'Joe' },
      reviews: [
        { ...jones, year: 2012, rating: 5 },
        { ...jones, year: 2013, rating: 1 },
      ],
      badges: [{ ...jones, code: 'B' }],
    });
  });

  it('has a child by one point read', async () => {
    const { result, requests } = await recorded(() => employees.reviews.get({ ...jones, year: 2012 }));
    expect(result).toMatchObject({ rating: 4 });
    expect(requests.map(({ method, url }) => [method, new URL(url).pathname.split('/').at(-1)])).toEqual([
      ['GET', decodeURI(`${table}(PartitionKey='Sales',RowKey='empid_000123_2012')`)],
    ]);
  });

  it('has its children by a range, also by the parent itself', async () => {
    const parent = await employees.getOrThrow(jones);
    const { result, requests } = await recorded(() =>
      employees.reviews.of(parent).between({ year: 2013 }, { year: 2020 }).all(),
    );
    expect(plain(result as object)).toEqual([{ ...jones, year: 2013, rating: 3 }]);
    expect(requests).toHaveLength(1);
    expect(await employees.reviews.of(jones).count()).toBe(2);
    expect(await employees.badges.of(jones).startsWith({ code: 'A' }).count()).toBe(1);
    const untyped = employees.reviews as unknown as { of(owner: unknown): unknown };
    for (const owner of [sales, { ...sales, id: null }, { ...sales, id: undefined }, { id: 1 }]) {
      expect(() => untyped.of(owner)).toThrow(expect.objectContaining({ code: 'KEY_VALUE_INVALID' }));
    }
    expect(() => untyped.of(null)).toThrow('of() takes a Employee, or the key of one.');
  });

  it('without a parent has its orphans', async () => {
    await employees.delete(await employees.getOrThrow(jones));
    const family = await employees.family(jones);
    expect(family.parent).toBeUndefined();
    expect(family.reviews).toHaveLength(2);
    await expect(employees.familyOrThrow(jones)).rejects.toMatchObject({
      code: 'ENTITY_NOT_FOUND',
      details: { entity: 'Employee', table },
    });
  });

  it('is empty where nothing is stored, by one request', async () => {
    const { result, requests } = await recorded(() => employees.family({ ...sales, id: 7 }));
    expect(result).toEqual({ parent: undefined, reviews: [], badges: [] });
    expect(requests).toHaveLength(1);
    const nowhere = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('None') });
    expect(await nowhere.family(jones)).toEqual({ parent: undefined, reviews: [], badges: [] });
  });

  it('takes a whole key, and checks it before anything is sent', async () => {
    const untyped = employees as unknown as { family(key: unknown): Promise<unknown> };
    const { requests } = await recorded(async () => {
      for (const [key, code] of [
        [sales, 'KEY_VALUE_INVALID'],
        [{ id: 1 }, 'KEY_VALUE_INVALID'],
        [{ ...sales, id: 1_000_000 }, 'KEY_VALUE_INVALID'],
        [{ ...sales, id: '123' }, 'KEY_VALUE_INVALID'],
        [{ ...sales, id: null }, 'KEY_VALUE_INVALID'],
        [{ department: 'x'.repeat(513), id: 1 }, 'KEY_TOO_LONG'],
        [{ department: '', id: 1 }, 'KEY_VALUE_INVALID'],
        [null, 'OPTIONS_INVALID'],
        ['empid_000123', 'OPTIONS_INVALID'],
      ] as const) {
        await expect(untyped.family(key)).rejects.toMatchObject({ code });
      }
    });
    expect(requests).toEqual([]);
  });
});

describe('rows that are not of the family', () => {
  const insert = (rowKey: string, columns: object = {}) =>
    raw().createEntity({ partitionKey: 'Sales', rowKey, ...columns });

  it('are left out, however alike their keys are', async () => {
    await employees.insertFamily(jones, { reviews: [{ year: 2012 }], badges: [{ code: '' }] });
    for (const rowKey of [
      'empid_0001234',
      'empid_0001234_2012',
      'empid_000123_',
      'empid_000123_20123',
      'empid_000123_2012_01',
      'empid_000123-2012',
      'empid_000123_bad',
      'empid_00012',
      'empid_000123é',
      `${SYSTEM_PREFIX}empid_000123`,
      `empid_000123${SYSTEM_PREFIX}`,
    ]) {
      await insert(rowKey);
    }
    await insert('empid_000123_2013', { EntityType: 'Employee' });
    await insert('empid_000123_2014', { EntityType: 'Review' });
    await insert('empid_000123_2015', { EntityType: 'Badge' });
    await insert('empid_000123_badge_x', { EntityType: 'review' });
    await insert('empid_0001235', { EntityType: 'Employee' });
    expect(plain(await employees.family(jones))).toEqual({
      parent: jones,
      reviews: [{ ...jones, year: 2012 }],
      badges: [{ ...jones, code: '' }],
    });
    expect(await employees.families(sales).all()).toHaveLength(1);
  });

  it('cannot be made by values with separators, quotes or escapes', async () => {
    const codes = [
      '',
      '_',
      '2012',
      '_2012',
      "o'x",
      'a/b#c?',
      '~5F',
      'badge_',
      'é😀',
      '\u{ffff}',
      'x'.repeat(490),
    ];
    const departments = ['Sales', "Sa'les", 'Sa_les', 'a/b', '~', 'Sales_empid_000123'];
    for (const department of departments) {
      await employees.insertFamily(
        { department, id: 123, name: department },
        { badges: codes.map((code) => ({ code })), reviews: [{ year: 2012 }] },
      );
    }
    for (const department of departments) {
      const { parent, badges, reviews } = await employees.family({ department, id: 123 });
      expect(parent?.name).toBe(department);
      expect(badges.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
      expect(reviews).toHaveLength(1);
    }
    await expect(employees.badges.insert({ ...jones, code: 'x'.repeat(500) })).rejects.toMatchObject({
      code: 'KEY_TOO_LONG',
    });
  });
});

describe('large families', () => {
  it('are read to the end, page by page', async () => {
    await employees.insert(jones);
    const years = Array.from({ length: 2_100 }, (_, i) => ({ insert: { ...jones, year: i } }));
    expect((await employees.reviews.bulk(years)).done).toBe(2_100);
    await employees.insert({ ...sales, id: 124 });
    const { result, requests } = await recorded(() => employees.family(jones));
    const { parent, reviews } = result as Awaited<ReturnType<typeof employees.family>>;
    expect(parent?.id).toBe(123);
    expect(reviews.map(({ year }) => year)).toEqual(years.map((_, i) => i));
    expect(requests).toHaveLength(3);
  });
});

describe('on a service without order', () => {
  it('a family is put in order, and families are refused', async () => {
    const cosmos = new EmployeeRepository(storage.store({ profile: 'cosmos' }), { table });
    await cosmos.insertFamily(jones, { reviews: [{ year: 2013 }, { year: 2012 }] });
    const backwards: Fault = {
      name: 'backwards',
      async run({ send }) {
        const reply = await send();
        const page = JSON.parse(reply.bodyAsText ?? '') as { value: unknown[] };
        return { ...reply, bodyAsText: JSON.stringify({ ...page, value: page.value.toReversed() }) };
      },
    };
    storage.emulator.http.inject(backwards);
    const { result, requests } = await recorded(() => cosmos.family(jones));
    expect(requests.map(({ fault }) => fault)).toEqual(['backwards']);
    const { parent, reviews } = result as Awaited<ReturnType<typeof cosmos.family>>;
    expect(parent?.id).toBe(123);
    expect(reviews.map(({ year }) => year)).toEqual([2012, 2013]);
    expect(() => cosmos.families(sales).explain()).toThrow('families() needs the rows of a family');
    expect(await cosmos.deleteFamily(jones)).toBe(3);
    expect(() => cosmos.families(sales).iterate()).toThrow(
      expect.objectContaining({ code: 'ORDER_UNAVAILABLE' }),
    );
  });
});
