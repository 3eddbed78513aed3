import type { TableClient } from '@azure/data-tables';
import {
  EntityChangedError,
  etagOf,
  KeyMismatchError,
  MixedTable,
  OptionsError,
  PropertyBag,
  PropertyBags,
  ScanRefusedError,
  StoredValueError,
  SYSTEM_PREFIX,
} from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { rawCells } from '../differential/support/raw-rows.js';
import { useStorage } from '../support/storage.js';
import {
  Customer,
  Customers,
  Department,
  Departments,
  Employee,
  Employees,
  People,
  Review,
  Reviews,
  Staff,
  Worker,
  Workers,
} from './support/people.js';
import { reply, rowText } from './support/reply.js';

const storage = useStorage();
let table: string;
let raw: TableClient;
let people: People;

beforeEach(async () => {
  table = storage.emulator.uniqueName('People');
  raw = storage.emulator.rawTable(table);
  await raw.createTable();
  people = new People(storage.store(), { table });
});

async function fill(): Promise<void> {
  const store = storage.store();
  const employees = new Employees(store, { table });
  await employees.insert({ department: 'Sales', id: 2, name: 'Bo', salary: 2n ** 60n });
  await employees.insert({ department: 'Sales', id: 1, name: 'Al' });
  await employees.insert({ department: 'Legal', id: 3, name: 'Cy' });
  await new Customers(store, { table }).insert({ department: 'Sales', email: 'a@b.c', orders: 7 });
  await new Departments(store, { table }).insert({ department: 'Sales', headcount: 2 });
  await raw.createEntity({
    partitionKey: 'Sales',
    rowKey: 'note_1',
    rating: { type: 'Double', value: '5' },
    seen: { type: 'DateTime', value: '2014-07-31T18:00:00.1234567Z' },
  });
  // Looks like an employee, but no employee has such a key.
  await raw.createEntity({ partitionKey: 'Sales', rowKey: 'emp_12', name: 'No' });
  await raw.createEntity({ partitionKey: 'Sales', rowKey: `${SYSTEM_PREFIX}own`, tw__x: 1 });
}

const nameOf = (item: object) => item.constructor.name;

describe('a mixed table', () => {
  beforeEach(fill);

  it('gives each row as an instance of its class, in the order of the keys, and all others as bags', async () => {
    const { result, requests } = await storage.emulator.http.record(() =>
      people.query({ partition: { department: 'Sales' } }).all(),
    );
    expect(requests.length).toBe(1);
    expect(result.map(nameOf)).toEqual([
      'Customer',
      'Department',
      'Employee',
      'Employee',
      'PropertyBag',
      'PropertyBag',
    ]);
    const told: unknown[] = [];
    for await (const item of people.query({ partition: { department: 'Sales' } })) {
      if (item instanceof Employee) told.push([item.id, item.name, item.salary]);
      else if (item instanceof Customer) told.push([item.email, item.orders]);
      else if (item instanceof Department) told.push([item.headcount]);
      else told.push([item.rowKey, item.typeOf('rating'), item.get('rating'), item.get('seen')]);
    }
    expect(told).toEqual([
      ['a@b.c', 7],
      [2],
      [1, 'Al', undefined],
      [2, 'Bo', 2n ** 60n],
      ['emp_12', undefined, undefined, undefined],
      ['note_1', 'Edm.Double', 5, '2014-07-31T18:00:00.1234567Z'],
    ]);
  });

  it('reads a range of row keys, and whole tables when that is asked for', async () => {
    const rows = async (...scope: Parameters<People['query']>) =>
      (await people.query(...scope).all()).map(nameOf);
    const partitionKey = 'Sales';
    expect(await rows({ partitionKey, rowKey: { startsWith: 'emp_0' } })).toEqual(['Employee', 'Employee']);
    expect(await rows({ partitionKey, rowKey: { ge: 'dept', lt: 'emp_000002' } })).toEqual([
      'Department',
      'Employee',
    ]);
    expect(
      await rows({ partitionKey, rowKey: { startsWith: 'emp_', ge: 'emp_000002', lt: 'emp_1' } }),
    ).toEqual(['Employee']);
    expect(await rows({ partition: { department: 'Legal' } })).toEqual(['Employee']);
    expect(await rows({ scan: 'table', rowKey: { startsWith: 'emp_0' } })).toEqual([
      'Employee',
      'Employee',
      'Employee',
    ]);
    expect((await rows({ scan: 'table' })).length).toBe(7);
    const { requests } = await storage.emulator.http.record(() =>
      rows({ partitionKey, rowKey: { ge: 'x', lt: 'c' } }),
    );
    expect(requests).toEqual([]);
  });

  it('reads single rows by their keys', async () => {
    expect(await people.get('Sales', 'emp_000001')).toBeInstanceOf(Employee);
    expect(await people.get('Sales', 'dept')).toBeInstanceOf(Department);
    expect(await people.get('Sales', 'note_1')).toBeInstanceOf(PropertyBag);
    expect(await people.get('Sales', 'none')).toBeUndefined();
  });

  it('gives entities that their ordinary repositories write, and bags that bags write', async () => {
    const store = storage.store();
    const employees = new Employees(store, { table });
    const employee = await people.get('Sales', 'emp_000001');
    if (!(employee instanceof Employee)) throw new TypeError('not an employee');
    expect(etagOf(employee)).toBe(etagOf((await employees.get(employee))!));
    const { requests } = await storage.emulator.http.record(() =>
      employees.update(employee, { name: 'Ali' }),
    );
    expect(requests.map(({ method, body }) => [method, body])).toEqual([['PATCH', '{"name":"Ali"}']]);
    for await (const item of people.query({ partitionKey: 'Sales' })) {
      if (item instanceof Department) await new Departments(store, { table }).update(item, { headcount: 3 });
      if (item instanceof PropertyBag && item.has('rating')) {
        await new PropertyBags(store, { table }).update(item.set('rating', 6));
        await expect(
          new PropertyBags(store, { table }).update(new PropertyBag('Sales', 'note_1'), {
            ifMatch: 'W/"other"',
          }),
        ).rejects.toThrow(EntityChangedError);
      }
    }
    const note = await rawCells(raw, 'Sales', 'note_1');
    expect(note['rating']).toEqual({ type: 'Double', value: '6' });
    expect((await raw.getEntity('Sales', 'dept'))['headcount']).toBe(3);
  });

  it('does not hide a row of a class that cannot be read', async () => {
    await raw.createEntity({ partitionKey: 'Sales', rowKey: 'emp_000009', salary: 'much' });
    await expect(people.query({ partitionKey: 'Sales' }).all()).rejects.toThrow(StoredValueError);
    await expect(people.get('Sales', 'emp_000009')).rejects.toThrow(StoredValueError);
  });

  it('goes on behind empty pages, and over pages', async () => {
    storage.emulator.http.inject(faults.emptyPage());
    expect((await people.query({ partitionKey: 'Sales' }).all()).length).toBe(6);
  });
});

describe('classes that only a discriminator tells apart', () => {
  it('are read together in one range, the related rows of one entity beside it', async () => {
    const store = storage.store();
    const at = { site: 'north', id: 123 };
    await new Workers(store, { table }).insert({ ...at, name: 'Al' });
    await new Reviews(store, { table }).insert({ ...at, year: 2012, verdict: 'good' });
    await new Reviews(store, { table }).insert({ ...at, year: 2013 });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'emp_000123_2014', EntityType: 'other' });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'emp_000123_2015' });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'emp_000123x', EntityType: 'review' });
    const staff = new Staff(store, { table });
    const found = await staff
      .query({ partition: { site: 'north' }, rowKey: { startsWith: 'emp_000123' } })
      .all();
    expect(found.map(nameOf)).toEqual([
      'Worker',
      'Review',
      'Review',
      'PropertyBag',
      'PropertyBag',
      'PropertyBag',
    ]);
    expect(found[1]).toEqual(Object.assign(new Review(), at, { year: 2012, verdict: 'good' }));
    const bag = found[3];
    expect(bag instanceof PropertyBag && bag.get('EntityType')).toBe('other');
    const worker = found[0];
    if (!(worker instanceof Worker)) throw new TypeError('not a worker');
    await new Workers(store, { table }).update(worker, { name: 'Ali' });
  });
});

describe('a resolver', () => {
  it('decides alone, also over classes that nothing else tells apart', async () => {
    class Resolved extends MixedTable([Employee, Customer], {
      resolve: (bag) => (bag.has('salary') ? Employee : bag.get('orders') === 1 ? Customer : undefined),
    }) {}
    const resolved = new Resolved(storage.store(), { table });
    await raw.createEntity({ partitionKey: 'Sales', rowKey: 'emp_000001', salary: 5n });
    await raw.createEntity({ partitionKey: 'Sales', rowKey: 'cust_a', orders: 1 });
    await raw.createEntity({ partitionKey: 'Sales', rowKey: 'cust_b', orders: 2 });
    expect((await resolved.query({ partitionKey: 'Sales' }).all()).map(nameOf)).toEqual([
      'Customer',
      'PropertyBag',
      'Employee',
    ]);
    await raw.createEntity({ partitionKey: 'Sales', rowKey: 'cust_c', salary: 5n });
    await expect(resolved.get('Sales', 'cust_c')).rejects.toThrow(KeyMismatchError);
  });

  it('that names another class is refused, and what it throws comes through', async () => {
    await raw.createEntity({ partitionKey: 'Sales', rowKey: 'x' });
    const other = MixedTable([Employee], { resolve: () => Department as never });
    await expect(new other(storage.store(), { table }).get('Sales', 'x')).rejects.toThrow(OptionsError);
    const own = new RangeError('own');
    const throwing = MixedTable([Employee], {
      resolve: () => {
        throw own;
      },
    });
    await expect(new throwing(storage.store(), { table }).get('Sales', 'x')).rejects.toBe(own);
  });
});

describe('hostile input', () => {
  const any = (value: unknown) => value as never;

  it('to query ends in coded errors, and nothing is sent', async () => {
    const scopes: readonly (readonly [unknown, string])[] = [
      [undefined, 'OPTIONS_INVALID'],
      [null, 'OPTIONS_INVALID'],
      ['Sales', 'OPTIONS_INVALID'],
      [{}, 'SCAN_REFUSED'],
      [{ rowKey: { startsWith: 'x' } }, 'SCAN_REFUSED'],
      [{ scan: 'partition' }, 'OPTIONS_INVALID'],
      [{ scan: 'table', partitionKey: 'p' }, 'OPTIONS_INVALID'],
      [{ partition: { department: 'x' }, partitionKey: 'p' }, 'OPTIONS_INVALID'],
      [{ partition: 'x' }, 'OPTIONS_INVALID'],
      [{ partition: {} }, 'KEY_VALUE_INVALID'],
      [{ partition: { department: 5 } }, 'KEY_VALUE_INVALID'],
      [{ partitionKey: 5 }, 'ROW_INVALID'],
      [{ partitionKey: '' }, 'ROW_INVALID'],
      [{ partitionKey: 'a/b' }, 'ROW_INVALID'],
      [{ partitionKey: 'p', rowKey: 'x' }, 'OPTIONS_INVALID'],
      [{ partitionKey: 'p', rowKey: null }, 'OPTIONS_INVALID'],
      [{ partitionKey: 'p', rowKey: [] }, 'OPTIONS_INVALID'],
      [{ partitionKey: 'p', rowKey: { prefix: 'x' } }, 'OPTIONS_INVALID'],
      [{ partitionKey: 'p', rowkey: { startsWith: 'x' } }, 'OPTIONS_INVALID'],
      [{ partition: { department: 'x' }, rowkey: {} }, 'OPTIONS_INVALID'],
      [[], 'OPTIONS_INVALID'],
      [{ partitionKey: 'p', rowKey: { startsWith: 5 } }, 'OPTIONS_INVALID'],
      [{ partitionKey: 'p', rowKey: { lt: 'x\ud83d' } }, 'OPTIONS_INVALID'],
      [{ partitionKey: 'p', rowKey: { ge: 'x'.repeat(513) } }, 'OPTIONS_INVALID'],
    ];
    const { requests } = await storage.emulator.http.record(async () => {
      for (const [scope, code] of scopes) {
        const query = () => people.query(any(scope));
        expect(query, JSON.stringify(scope)).toThrow(expect.objectContaining({ code }));
      }
    });
    expect(requests).toEqual([]);
    expect(() => people.query(any({}))).toThrow(ScanRefusedError);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const revoked = any(proxy);
    expect(() => people.query(revoked)).toThrow(OptionsError);
    expect(() => people.query({ partition: revoked })).toThrow(OptionsError);
    expect(() => people.query({ partitionKey: 'p', rowKey: revoked })).toThrow(OptionsError);
    expect(() => MixedTable(revoked)).toThrow(OptionsError);
    await expect(new PropertyBags(storage.store(), { table }).delete(revoked)).rejects.toThrow(OptionsError);
  });

  it('in bounds cannot leave the quotes of the filter', async () => {
    await fill();
    const startsWith = "x' or RowKey ge '";
    expect(await people.query({ partitionKey: 'Sales', rowKey: { startsWith } }).all()).toEqual([]);
    expect(await people.query({ partitionKey: "Sales' or PartitionKey gt '" }).all()).toEqual([]);
  });

  it('in stored columns stays in its row', async () => {
    const members = '"__proto__":"x","constructor":5.0,"toString":"y","EntityType":{"a":1}';
    storage.emulator.http.inject(
      reply(`{"value":[${rowText('Sales', 'zzz', members.replace('{"a":1}', '1'))}]}`),
    );
    const [bag] = await people.query({ partitionKey: 'Sales' }).all();
    expect(bag).toBeInstanceOf(PropertyBag);
    expect((bag as PropertyBag).names()).toEqual(['__proto__', 'constructor', 'toString', 'EntityType']);
    storage.emulator.http.inject(
      reply(rowText('Sales', 'emp_000001', '"__proto__":"x","constructor":"y","name":"Al"')),
    );
    const employee = await people.get('Sales', 'emp_000001');
    expect(employee).toBeInstanceOf(Employee);
    expect(employee).toEqual(Object.assign(new Employee(), { department: 'Sales', id: 1, name: 'Al' }));
  });
});
