import { etagOf } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Customer, customer, de, Employee, employee, People } from './people.js';

const storage = useStorage();
let table: string;
let people: People;
const rows = () => storedRows(storage.emulator, table, 'DE');

beforeEach(() => {
  table = storage.emulator.uniqueName('Writes');
  people = new People(storage.store(), { table });
});

describe('each entity is written as its class says', () => {
  it('insert', async () => {
    const jo = employee(1, { born: new Date('1990-01-02T00:00:00Z') });
    expect(await people.insert(jo)).toBe(jo);
    await people.insert(customer(2, { orders: 3 }));
    expect(await rows()).toEqual({
      person_000001: {
        EntityType: 'String:employee',
        name: 'String:E1',
        department: 'String:Sales',
        born: 'DateTime:1990-01-02T00:00:00.000Z',
      },
      person_000002: { EntityType: 'String:customer', name: 'String:C2', orders: 'Int32:3' },
    });
    await expect(people.insert(customer(1))).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
  });

  it('get and narrow', async () => {
    await people.insert(employee(1));
    await people.insert(customer(2, { orders: 3 }));
    const one = await people.getOrThrow(de(1));
    expect(one).toBeInstanceOf(Employee);
    if (one instanceof Employee) expect(one.department).toBe('Sales');
    const two = await people.get(de(2));
    expect(two).toBeInstanceOf(Customer);
    expect(two?.describe()).toBe('C2, 3 orders');
    expect(await people.get(de(3))).toBeUndefined();
    await expect(people.getOrThrow(de(3))).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    expect(await people.exists(de(1))).toBe(true);
    expect(await people.exists(de(3))).toBe(false);
    const many = await people.getMany([de(2), de(3), de(1), de(2)]);
    expect(many.map((p) => p?.constructor.name)).toEqual(['Customer', undefined, 'Employee', 'Customer']);
  });

  it('update of what was read, of what was changed by hand, and of nothing', async () => {
    await people.bulk([{ insert: employee(1) }, { insert: customer(2, { orders: 3 }) }]);
    const one = await people.getOrThrow(de(1));
    expect(await people.update(one, { name: 'Jo' })).toBe(one);
    const two = await people.getOrThrow(de(2));
    if (two instanceof Customer) await people.update(two, { orders: null });
    two.name = 'Ann';
    await people.update(two);
    await people.update(two);
    expect(await rows()).toEqual({
      person_000001: { EntityType: 'String:employee', name: 'String:Jo', department: 'String:Sales' },
      person_000002: { EntityType: 'String:customer', name: 'String:Ann' },
    });
  });

  it('replace, upsert and delete', async () => {
    await people.upsert(employee(1, { email: 'a' }));
    await people.upsert(customer(2, { orders: 3 }));
    await people.upsert(employee(1, { department: 'IT' }));
    await people.upsert(customer(2), { mode: 'replace' });
    expect(await rows()).toMatchObject({
      person_000001: { department: 'String:IT', email: 'String:a' },
      person_000002: { EntityType: 'String:customer', name: 'String:C2' },
    });
    const one = await people.getOrThrow(de(1));
    await people.replace(Object.assign(one, { name: 'New' }));
    await people.replace(customer(2, { orders: 9 }), { force: true });
    expect(await rows()).toMatchObject({
      person_000001: { name: 'String:New' },
      person_000002: { orders: 'Int32:9' },
    });
    expect(await people.delete(one)).toBe(true);
    expect(await people.delete(customer(2), { force: true })).toBe(true);
    expect(await people.delete(customer(2), { force: true })).toBe(false);
    expect(await rows()).toEqual({});
  });

  it('upsert and replace do not write over a row of another class', async () => {
    await people.insert(employee(1));
    const before = await rows();
    await expect(people.upsert(customer(1))).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
    await expect(people.replace(customer(1), { force: true })).rejects.toMatchObject({
      code: 'ENTITY_NOT_FOUND',
    });
    expect(await people.delete(customer(1), { force: true })).toBe(false);
    expect(await rows()).toEqual(before);
  });
});

describe('writes by key', () => {
  beforeEach(async () => {
    await people.bulk([{ insert: employee(1, { email: 'a' }) }, { insert: customer(2, { orders: 3 }) }]);
  });

  it('update properties of the base class, whatever the class', async () => {
    expect(await people.update(de(1), { name: 'Jo' })).toBeInstanceOf(Employee);
    const two = await people.update(de(2), { name: 'Ann', born: new Date(0) });
    expect(two).toMatchObject({ id: 2, name: 'Ann', orders: 3 });
    await people.update(de(2), { born: null });
    expect(await rows()).toEqual({
      person_000001: {
        EntityType: 'String:employee',
        name: 'String:Jo',
        department: 'String:Sales',
        email: 'String:a',
      },
      person_000002: { EntityType: 'String:customer', name: 'String:Ann', orders: 'Int32:3' },
    });
    await expect(people.update(de(3), { name: 'x' })).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
  });

  it('under ifMatch only that version', async () => {
    const one = await people.getOrThrow(de(1));
    const ifMatch = etagOf(one)!;
    await people.update(de(1), { name: 'x' }, { ifMatch });
    await expect(people.update(de(1), { name: 'y' }, { ifMatch })).rejects.toMatchObject({
      code: 'ENTITY_CHANGED',
    });
    // Also where the row says already what it is to say.
    await expect(people.update(de(1), { name: 'x' }, { ifMatch })).rejects.toMatchObject({
      code: 'ENTITY_CHANGED',
    });
    await expect(people.delete(de(1), { ifMatch })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    expect((await people.getOrThrow(de(1))).name).toBe('x');
    expect(await people.delete(de(1), { ifMatch: etagOf(await people.getOrThrow(de(1)))! })).toBe(true);
  });

  it('delete', async () => {
    expect(await people.delete(de(1), { force: true })).toBe(true);
    expect(await people.delete(de(1), { force: true })).toBe(false);
    await expect(people.delete(de(2))).rejects.toMatchObject({ code: 'ETAG_MISSING' });
    expect(Object.keys(await rows())).toEqual(['person_000002']);
  });

  it('modify', async () => {
    const done = await people.modify(de(2), (p) => {
      if (p instanceof Customer) p.orders = (p.orders ?? 0) + 1;
    });
    expect(done).toMatchObject({ orders: 4 });
    expect(await people.of(Customer).getOrThrow(de(2))).toMatchObject({ orders: 4 });
    await expect(people.modify(de(3), () => {})).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    await expect(
      people.modify(de(2), () => {
        throw new Error('mine');
      }),
    ).rejects.toThrow('mine');
  });
});

describe('what is refused before anything is sent', () => {
  class Intern extends Employee {}
  const view = async () => (await people.query({ country: 'DE' }).select('name').scan('partition').all())[0]!;

  it.each<readonly [string, () => Promise<unknown>, string]>([
    ['a plain object', () => people.insert({ ...employee(9), describe: () => '' }), 'OPTIONS_INVALID'],
    ['a subclass that is no member', () => people.insert(new Intern()), 'OPTIONS_INVALID'],
    ['another class', () => people.insert(new Date() as never), 'OPTIONS_INVALID'],
    ['nothing', () => people.insert(undefined as never), 'OPTIONS_INVALID'],
    ['an array', () => people.upsert([employee(1)] as never), 'OPTIONS_INVALID'],
    ['an unseen instance', () => people.update(employee(1)), 'ETAG_MISSING'],
    ['an unseen replacement', () => people.replace(employee(1)), 'ETAG_MISSING'],
    [
      'a property of a subclass by key',
      () => people.update(de(1), { orders: 1 } as never),
      'PROPERTY_UNKNOWN',
    ],
    ['no changes by key', () => people.update(de(1) as never), 'OPTIONS_INVALID'],
    ['half a key', () => people.update({ country: 'DE' } as never, { name: 'x' }), 'KEY_VALUE_INVALID'],
    ['a bad version', () => people.update(de(1), { name: 'x' }, { ifMatch: 'x' }), 'OPTIONS_INVALID'],
    ['both guards', () => people.delete(de(1), { ifMatch: 'W/"x"', force: true }), 'OPTIONS_INVALID'],
    ['no function', () => people.modify(de(1), undefined as never), 'OPTIONS_INVALID'],
    ['no attempts', () => people.modify(de(1), () => {}, { attempts: 0 }), 'OPTIONS_INVALID'],
    ['an id that no key holds', () => people.insert(employee(1_000_000)), 'KEY_VALUE_INVALID'],
    ['a name that is no text', () => people.insert(employee(1, { name: 1 as never })), 'VALUE_INVALID'],
  ])('%s', async (_, run, code) => {
    const { requests, result } = await storage.emulator.http.record(() =>
      run().then(undefined, (error: unknown) => error),
    );
    expect(result).toMatchObject({ code });
    expect(requests).toEqual([]);
  });

  it('views', async () => {
    await people.insert(employee(1));
    const seen = await view();
    await expect(people.insert(seen as never)).rejects.toMatchObject({ code: 'VIEW_NOT_WRITABLE' });
    await expect(people.update(seen as never, { name: 'x' })).rejects.toMatchObject({
      code: 'VIEW_NOT_WRITABLE',
    });
    await expect(people.delete(seen as never, { force: true })).rejects.toMatchObject({
      code: 'VIEW_NOT_WRITABLE',
    });
    expect(() => people.of(Intern as never)).toThrow(/Employee, Customer/);
  });

  it('an aborted call, and one without time', async () => {
    await people.insert(employee(1));
    const signal = AbortSignal.abort();
    await expect(people.modify(de(1), () => {}, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    const { requests } = await storage.emulator.http.record(async () => {
      await expect(people.update(de(1), { name: 'x' }, { timeout: 0 })).rejects.toMatchObject({
        code: 'TIMEOUT',
      });
      await expect(people.delete(de(1), { force: true, timeout: 0 })).rejects.toMatchObject({
        code: 'TIMEOUT',
      });
    });
    expect(requests).toEqual([]);
  });
});
