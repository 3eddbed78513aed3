import { Entity, Enum, Int32, Int64, Json, key, Repository, Text } from '@tablewright/core';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Customer, customer, type Opened, openCustomers } from '../support/customers.js';
import { expectedRows } from '../support/expected-rows.js';
import { useStorage } from '../support/storage.js';
import { allRows, systemRows, userRows } from '../support/stored-rows.js';

const storage = useStorage();
let opened: Opened;
const key1 = { region: 'North', id: 1 };
const jones = () =>
  customer(1, {
    email: 'jones  j/1@contoso.com',
    name: 'Jane Ann',
    city: 'Sankt #1/Pölten',
    age: 7,
    active: true,
    tags: ['b', 'a b', 'b', '#c'],
  });

beforeEach(async () => {
  opened = await openCustomers(storage);
});

async function expectRows(...customers: Customer[]): Promise<void> {
  const { emulator } = storage;
  const { table, indexes } = opened;
  const stored = { table: await userRows(emulator, table), indexes: await userRows(emulator, indexes) };
  expect(stored).toEqual(expectedRows(customers));
  expect(await systemRows(emulator, table, 'intent')).toEqual({});
}

describe('the rows that other clients see', () => {
  it('are the entity and its copies elsewhere, with the declared names and types', async () => {
    await opened.customers.insert(jones());
    await expectRows(jones());
    expect(Object.keys(await userRows(storage.emulator, opened.table)).sort()).toEqual([
      'North | cust_0001',
      'city_Sankt ~231~2FPölten | city_Jane ~Ann  North  cust_0001',
      'emails | email_jones ~ ~j~2F1@contoso.com  North  cust_0001',
    ]);
    expect(Object.keys(await userRows(storage.emulator, opened.indexes)).sort()).toEqual([
      'age_North | age_007  cust_0001',
      'tags | tag_a ~b  North  cust_0001',
      'tags | tag_b  North  cust_0001',
      'tags | tag_~23c  North  cust_0001',
    ]);
  });

  it('carry the version of the entity that they were made from, and so do the guards beside them', async () => {
    await opened.customers.insert(jones());
    const rows = await allRows(storage.emulator, opened.table);
    const { tw__v, tw__ops } = rows['North | cust_0001']!;
    expect(tw__v).toMatch(/^Int64:\d{13}$/);
    expect(tw__ops).toMatch(/^String:[0-9a-f]{16}$/);
    const copy = rows['emails | email_jones ~ ~j~2F1@contoso.com  North  cust_0001']!;
    expect(copy).toEqual({
      name: 'String:Jane Ann',
      tw__row: 'String:cust_0001',
      tw__partition: 'String:North',
      tw__v,
    });
    const guards = Object.entries(await systemRows(storage.emulator, opened.table, 'guard'));
    expect(guards.map(([place]) => place.slice(0, place.indexOf(' | '))).sort()).toEqual([
      'city_Sankt ~231~2FPölten',
      'emails',
    ]);
    for (const [, guard] of guards) {
      expect(guard).toMatchObject({
        SourceTable: `String:${opened.table}`,
        SourcePartition: 'String:North',
        SourceRow: 'String:cust_0001',
        tw__v,
      });
    }
    const emails = guards.find(([place]) => place.startsWith('emails'))![1];
    expect(emails.Keys).toBe('String:["email_jones ~ ~j~2F1@contoso.com  North  cust_0001"]');
    expect(emails.Derivation).toBe('String:byEmail');
  });

  it('are only those for which the entity has values', async () => {
    const one = customer(1, { age: 30, tags: [] });
    await opened.customers.insert(one);
    await expectRows(one);
    expect(await userRows(storage.emulator, opened.indexes)).toEqual({});
  });

  it('move with a value, and come and go with it', async () => {
    const { customers } = opened;
    const entity = await customers.insert(jones());
    const moved = { email: 'new@contoso.com', active: false, tags: ['b', 'z'], city: 'Graz' };
    await customers.update(entity, moved);
    await expectRows(Object.assign(jones(), moved));
    await customers.update(key1, { city: null, active: true });
    const now: Customer = Object.assign(jones(), { ...moved, active: true });
    delete now.city;
    await expectRows(now);
    await customers.modify(key1, (one) => {
      one.city = 'Wien';
    });
    await expectRows(Object.assign(now, { city: 'Wien' }));
  });

  it('go with the entity, and come again with one of the same key', async () => {
    const { customers } = opened;
    const entity = await customers.insert(jones());
    await customers.insert(customer(2, { city: 'Graz' }));
    await customers.delete(entity);
    await expectRows(customer(2, { city: 'Graz' }));
    await customers.insert(jones());
    await expectRows(jones(), customer(2, { city: 'Graz' }));
    await customers.delete(key1, { force: true });
    await expectRows(customer(2, { city: 'Graz' }));
  });

  it('stay apart from those of entities with the same values, in whatever partition', async () => {
    const same = { email: 'same@contoso.com', name: 'Same', city: 'Graz', tags: ['x'], age: 5, active: true };
    const twins = [
      customer(1, same),
      customer(2, same),
      customer(1, { ...same, region: 'North ' }),
      customer(1, { ...same, region: 'No/rth' }),
    ];
    for (const one of twins) await opened.customers.insert(one);
    await expectRows(...twins);
    await opened.customers.delete(twins[0]!);
    await expectRows(...twins.slice(1));
  });

  it('are not touched by a change that none of them shows', async () => {
    const { customers, table } = opened;
    const entity = await customers.insert(customer(1, { active: true }));
    const before = await allRows(storage.emulator, table);
    const { requests } = await storage.emulator.http.record(() =>
      customers.update(entity, { age: undefined, active: false }),
    );
    expect(requests).toHaveLength(1);
    const after = await allRows(storage.emulator, table);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(after['North | cust_0001']?.tw__v).toBe(before['North | cust_0001']?.tw__v);
  });
});

const upper = { to: (value: string) => value.toUpperCase(), from: (stored: string) => stored.toLowerCase() };

@Entity({
  table: 'Orders',
  type: 'Order',
  version: 2,
  discriminator: 'kind',
  upgrade: { 1: (columns) => ({ ...columns, status: 'open' }) },
})
class Order {
  static readonly key = key({ partition: '{shop}', row: 'order_{number:04}' });
  @Text({ convert: upper }) shop!: string;
  @Int32({ store: true }) number!: number;
  @Text({ name: 'CustomerCode', convert: upper }) customer!: string;
  @Enum(['open', 'paid']) status!: 'open' | 'paid';
  @Int64() cents?: bigint;
  @Json() lines?: number[];
}

class Orders extends Repository(Order).with(
  InterPartitionIndex({
    byCustomer: { partition: 'customer_{customer}', row: 'customer_{status}', project: ['cents'] },
    byLine: { partition: 'lines', row: 'line_{lines}', each: { lines: 'int32' } },
    byNumber: { partition: 'numbers', row: 'number_{number:04}_{shop}', project: [] },
  }),
) {}

describe('entities of every sort', () => {
  it('bring discriminator, version and stored key properties along, renamed and converted', async () => {
    const store = storage.store();
    const table = storage.emulator.uniqueName('Orders');
    const orders = new Orders(store, { table, outbox: await storage.outbox(store) });
    await orders.insert({
      shop: 'north',
      number: 1,
      customer: 'c1',
      status: 'open',
      cents: 5n,
      lines: [7, -1],
    });
    const rows = await userRows(storage.emulator, table);
    const source = { tw__row: 'String:order_0001', tw__partition: 'String:NORTH' };
    expect(rows['customer_C1 | customer_open  NORTH  order_0001']).toEqual({
      number: 'Int32:1',
      cents: 'Int64:5',
      kind: 'String:Order',
      tw__version: 'Int32:2',
      ...source,
    });
    expect(rows['lines | line_0000000007  NORTH  order_0001']).toEqual({
      ...rows['NORTH | order_0001'],
      ...source,
    });
    // Nothing of the entity's keys is repeated that the index names itself.
    expect(Object.keys(rows).filter((place) => place.startsWith('numbers'))).toEqual([
      'numbers | number_0001_NORTH',
    ]);
    const [found] = await orders.byCustomer.query({ customer: 'c1' }).all();
    expect({ ...found }).toEqual({
      shop: 'north',
      number: 1,
      customer: 'c1',
      status: 'open',
      cents: 5n,
    });
  });

  it('of an older version get rows as their upgraded form asks for', async () => {
    const store = storage.store();
    const table = storage.emulator.uniqueName('Orders');
    const outbox = await storage.outbox(store);
    const orders = new Orders(store, { table, outbox });
    const raw = storage.emulator.rawTable(table);
    await raw.createTable();
    const old = { partitionKey: 'NORTH', rowKey: 'order_0001', number: 1, CustomerCode: 'C1', kind: 'Order' };
    await raw.createEntity({ ...old, tw__version: 1 });
    await orders.update({ shop: 'north', number: 1 }, { cents: 7n });
    const rows = await userRows(storage.emulator, table);
    expect(rows['customer_C1 | customer_open  NORTH  order_0001']).toMatchObject({ cents: 'Int64:7' });
    expect((await orders.byCustomer.entities({ customer: 'c1' }).all()).map(({ status }) => status)).toEqual([
      'open',
    ]);
  });
});

describe('values that no key holds', () => {
  it('are refused before anything is sent', async () => {
    for (const [more, code] of [
      [{ age: 1000, active: true }, 'KEY_VALUE_INVALID'],
      [{ email: 'x'.repeat(490) }, 'KEY_TOO_LONG'],
      [{ city: 'x'.repeat(508) }, 'KEY_TOO_LONG'],
      [{ tags: [1] as never }, 'KEY_VALUE_INVALID'],
      [{ tags: Array.from({ length: 99 }, (_, n) => `t${n}`) }, 'LIMIT_EXCEEDED'],
    ] as const) {
      const { requests, result } = await storage.emulator.http.record(() =>
        opened.customers.insert(customer(1, more)).then(undefined, (error: unknown) => error),
      );
      expect(result).toMatchObject({ code });
      expect(requests).toEqual([]);
    }
  });

  it('as long as a key may be are written, found and deleted', async () => {
    const tags = Array.from({ length: 98 }, (_, n) => `t${String(n).padStart(2, '0')}`);
    const longest = 512 - 'email_'.length - '  North  cust_0001'.length;
    const one = customer(1, { email: 'x'.repeat(longest), city: 'y'.repeat(507), tags });
    await opened.customers.insert(one);
    await expectRows(one);
    expect(await opened.customers.byCity.entities({ city: one.city! }).count()).toBe(1);
    await opened.customers.delete(one, { force: true });
    await expectRows();
  });
});
