import { isView } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Customer, customer, customersWith, type Opened, openCustomers } from '../support/customers.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
let opened: Opened;
const graz = { city: 'Graz' };

beforeAll(async () => {
  opened = await openCustomers(storage);
  const people: [number, Partial<Customer>][] = [
    [1, { name: 'Jo', ...graz, age: 30, active: true, tags: ['a', 'b'] }],
    [2, { name: 'Jo Ann', ...graz, age: 20, active: true, tags: ['b'], region: 'South' }],
    [3, { name: 'Joan', ...graz, age: 25, tags: ['c', 'a'] }],
    [4, { name: 'Al', ...graz, age: 41, active: true }],
    [5, { name: 'Jo', city: 'Wien', age: 25, active: true, email: 'c1@contoso.com' }],
    [6, { name: 'Zoe' }],
  ];
  for (const [id, more] of people) await opened.customers.insert(customer(id, more));
});

const ids = async (query: { all(): Promise<readonly { readonly id: number }[]> }) =>
  (await query.all()).map(({ id }) => id);

describe('copies', () => {
  it('come in the order of the index, from all partitions, as views', async () => {
    const { customers } = opened;
    expect(await ids(customers.byCity.query(graz))).toEqual([4, 1, 2, 3]);
    expect(await ids(customers.byCity.query({ ...graz, name: 'Jo' }))).toEqual([1]);
    expect(await ids(customers.byCity.query(graz).startsWith({ name: 'Jo' }))).toEqual([1, 2, 3]);
    expect(await ids(customers.byAge.query({ region: 'North' }).between({ age: 25 }, { age: 41 }))).toEqual([
      5, 1, 4,
    ]);
    expect(await ids(customers.byEmail.query({ email: 'c1@contoso.com' }))).toEqual([1, 5]);
    expect(await ids(customers.byTag.query({ tags: 'a' }))).toEqual([1, 3]);
    const [copy] = await customers.byEmail.query({ email: 'c6@contoso.com' }).all();
    expect(isView(copy)).toBe(true);
    expect({ ...copy }).toEqual({ region: 'North', id: 6, email: 'c6@contoso.com', name: 'Zoe' });
  });

  it('that are whole have everything, and still are no entities', async () => {
    const [copy] = await opened.customers.byCity.query({ city: 'Wien' }).all();
    expect({ ...copy }).toEqual({
      ...customer(5, { name: 'Jo', city: 'Wien', age: 25, active: true, email: 'c1@contoso.com' }),
    });
    expect(isView(copy)).toBe(true);
  });

  it('cannot be written back', async () => {
    const { customers } = opened;
    const [copy] = await customers.byCity.query({ city: 'Wien' }).all();
    const entity = copy as unknown as Customer;
    for (const write of [
      () => customers.insert(entity),
      () => customers.replace(entity, { force: true }),
      () => customers.upsert(entity),
      () => customers.update(entity, { age: 1 }),
      () => customers.delete(entity, { force: true }),
    ]) {
      await expect(write()).rejects.toMatchObject({ code: 'VIEW_NOT_WRITABLE' });
    }
    expect((await customers.get(copy!))?.id).toBe(5);
  });

  it('are filtered by what they carry, and say what they do not', async () => {
    const { customers } = opened;
    expect(await ids(customers.byCity.query(graz).where({ age: { ge: 30 } }))).toEqual([4, 1]);
    await expect(
      customers.byEmail
        .query({ email: 'x' })
        .where({ age: 3 } as never)
        .all(),
    ).rejects.toMatchObject({
      code: 'INDEX_LACKS_PROPERTY',
    });
  });

  it('select, count and come in pages', async () => {
    const query = opened.customers.byCity.query(graz);
    expect((await query.select('age').all()).map(({ age }) => age)).toEqual([41, 30, 20, 25]);
    expect(await query.count()).toBe(4);
    const first = await query.page({ size: 3 });
    const second = await query.page({ size: 3, token: first.token! });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([4, 1, 2, 3]);
    expect(second.token).toBeUndefined();
  });
});

describe('entities', () => {
  it('are those that the index leads to, and can be written', async () => {
    const { customers } = opened;
    const found = await customers.byTag.entities({ tags: 'c' }).all();
    expect(found).toEqual([customer(3, { name: 'Joan', ...graz, age: 25, tags: ['c', 'a'] })]);
    expect(found[0]).toBeInstanceOf(Customer);
    await customers.update(found[0]!, { age: 26 });
    await customers.update(found[0]!, { age: 25 });
  });

  it('are filtered by anything that an entity has', async () => {
    const { customers } = opened;
    expect(
      await ids(customers.byEmail.entities({ email: 'c1@contoso.com' }).where({ city: 'Wien' })),
    ).toEqual([5]);
    expect(await ids(customers.byTag.entities({ tags: 'a' }).where({ age: { ge: 30 } }))).toEqual([1]);
  });

  it('select, count and come in pages', async () => {
    const query = opened.customers.byCity.entities(graz);
    const ages = await query.select('age').all();
    expect(ages.map(({ age }) => age)).toEqual([41, 30, 20, 25]);
    expect(isView(ages[0])).toBe(true);
    expect(await query.count()).toBe(4);
    expect((await query.readonly().all()).map(({ id }) => id)).toEqual([4, 1, 2, 3]);
    const first = await query.page({ size: 3 });
    const second = await query.page({ size: 3, token: first.token! });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([4, 1, 2, 3]);
    expect(await query.take(2).all()).toHaveLength(2);
    expect((await query.first())?.id).toBe(4);
  });
});

describe('plans', () => {
  it('say which requests there will be', async () => {
    const { customers, table, indexes } = opened;
    const cases = [
      [customers.byCity.query(graz), table, 1],
      [customers.byTag.query({ tags: 'a' }), indexes, 1],
      [customers.byCity.entities(graz), table, 5],
      [customers.byTag.entities({ tags: 'a' }), indexes, 3],
    ] as const;
    for (const [query, of, count] of cases) {
      const plan = query.explain();
      expect(plan.parts).toMatchObject([{ table: of }]);
      const { requests } = await storage.emulator.http.record(async () => void (await query.all()));
      expect(requests).toHaveLength(count);
      expect(plan.requests.least).toBeLessThanOrEqual(count);
      if (plan.requests.most !== undefined) expect(plan.requests.most).toBeGreaterThanOrEqual(count);
    }
    const covering = customers.byCity.query(graz).explain();
    expect(covering).toMatchObject({ path: 'byCity', fetchPrimary: false });
    expect(customers.byCity.entities(graz).explain()).toMatchObject({ path: 'byCity', fetchPrimary: true });
    // However little is asked for, what is verified has been read.
    expect(customers.byCity.entities(graz).select('name').explain()).toMatchObject({ fetchPrimary: true });
    expect(customers.byCity.entities(graz).readonly().explain()).toMatchObject({ fetchPrimary: true });
  });

  it('of the repository itself never go by such an index', () => {
    const { customers } = opened;
    expect(() => customers.query().where(graz).explain()).toThrow(
      expect.objectContaining({ code: 'SCAN_REFUSED' }),
    );
    expect(customers.query({ region: 'North' }).where({ email: 'x' }).scan('partition').explain().path).toBe(
      'primary',
    );
  });
});

describe('states', () => {
  const { store, outbox } = {
    store: () => opened.store,
    outbox: () => opened.outbox,
  };
  const inState = async (state: 'building' | 'dropping') => {
    const { Repository } = await import('@tablewright/core');
    const { InterPartitionIndex } = await import('@tablewright/eventual/inter-partition-index');
    const Stated = Repository(Customer).with(
      InterPartitionIndex({
        byEmail: { partition: 'emails', row: 'email_{email}', project: ['name'], state },
      }),
    );
    return new Stated(store(), { table: opened.table, outbox: outbox() });
  };

  it.each(['building', 'dropping'] as const)('%s: not read', async (state) => {
    const customers = await inState(state);
    for (const query of [
      customers.byEmail.query({ email: 'x' }),
      customers.byEmail.entities({ email: 'x' }),
    ]) {
      await expect(query.all()).rejects.toMatchObject({ code: 'INDEX_NOT_READY' });
    }
  });

  it('building is written, dropping is not', async () => {
    const count = (id: number) => opened.customers.byEmail.query({ email: `c${id}@contoso.com` }).count();
    await (await inState('building')).insert(customer(81));
    await (await inState('dropping')).insert(customer(82));
    expect([await count(81), await count(82)]).toEqual([1, 0]);
    for (const id of [81, 82]) await opened.customers.delete({ region: 'North', id }, { force: true });
    expect([await count(81), await count(82)]).toEqual([0, 0]);
  });
});

describe('hostile arguments', () => {
  it.each<readonly [string, unknown, string]>([
    ['null', null, 'OPTIONS_INVALID'],
    ['text', 'a', 'OPTIONS_INVALID'],
    ['a number', { email: 7 }, 'VALUE_INVALID'],
    ['an unknown property', { email: 'x', nope: 1 }, 'CONDITION_INVALID'],
  ])('%s', async (_, args, code) => {
    const { customers } = opened;
    for (const ask of ['query', 'entities'] as const) {
      const { requests, result } = await storage.emulator.http.record(() =>
        (async () => customers.byEmail[ask](args as never).all())().then(
          undefined,
          (error: unknown) => error,
        ),
      );
      expect(result).toMatchObject({ code });
      expect(requests).toEqual([]);
    }
  });

  it('indexes of a table that is not there have nothing', async () => {
    const Customers = customersWith(storage.emulator.uniqueName('Never'));
    const customers = new Customers(opened.store, {
      table: storage.emulator.uniqueName('Never'),
      outbox: opened.outbox,
    });
    expect(await customers.byTag.query({ tags: 'a' }).all()).toEqual([]);
    expect(await customers.byEmail.entities({ email: 'a' }).all()).toEqual([]);
  });
});
