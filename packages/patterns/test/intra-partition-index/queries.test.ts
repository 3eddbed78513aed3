import { isView, type OptionsError } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Employee, EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const sales = { department: 'Sales' };
let employees: EmployeeRepository;

beforeAll(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('Queried') });
  const people: [number, Partial<Employee>][] = [
    [1, { firstName: 'Jo', age: 30, active: true, hired: new Date(1_000), tags: ['a', 'b'] }],
    [2, { firstName: 'Jo Ann', age: 20, active: true, hired: new Date(3_000), tags: ['b'] }],
    [3, { firstName: 'Joan', age: 25, hired: new Date(2_000), tags: ['c', 'a'] }],
    [4, { firstName: 'Jo', age: 41, active: true }],
    [5, { firstName: 'Al', lastName: 'Jonesy', age: 25, active: true }],
    [6, { firstName: 'Al', lastName: 'Adams', badge: 7 }],
  ];
  for (const [id, more] of people) await employees.insert(employee(id, more));
  await employees.insert(employee(7, { department: 'Ops', firstName: 'Jo', age: 30, active: true }));
});

const ids = async (query: { all(): Promise<readonly { readonly id: number }[]> }) =>
  (await query.all()).map(({ id }) => id);

describe('an index by its name', () => {
  it('gives the entity of a unique value, as a view', async () => {
    const found = await employees.byEmail.get({ ...sales, email: 'person3@contoso.com' });
    expect({ ...found }).toEqual({
      ...sales,
      id: 3,
      email: 'person3@contoso.com',
      firstName: 'Joan',
      lastName: 'Jones',
    });
    expect(isView(found)).toBe(true);
    expect(await employees.byEmail.get({ ...sales, email: 'person7@contoso.com' })).toBeUndefined();
    expect({ ...(await employees.byBadge.get({ ...sales, badge: 7 })) }).toEqual({
      ...employee(6, { firstName: 'Al', lastName: 'Adams', badge: 7 }),
    });
  });

  it('has its own order', async () => {
    const named = employees.byName.query({ ...sales, lastName: 'Jones' });
    expect(await ids(named)).toEqual([1, 4, 2, 3]);
    expect(await ids(employees.newest.query(sales).scan('partition'))).toEqual([2, 3, 1]);
  });

  it('knows prefixes, ranges and beginnings', async () => {
    expect(await ids(employees.byName.query({ ...sales, lastName: 'Jones', firstName: 'Jo' }))).toEqual([
      1, 4,
    ]);
    const jones = employees.byName.query({ ...sales, lastName: 'Jones' });
    expect(await ids(jones.between({ firstName: 'Jo ' }, { firstName: 'Jo~' }))).toEqual([2, 3]);
    expect(await ids(jones.startsWith({ firstName: 'Jo ' }))).toEqual([2]);
    expect(await ids(jones.startsWith({ firstName: 'Jo' }))).toEqual([1, 4, 2, 3]);
    expect(await ids(employees.byAge.query(sales).between({ age: 25 }, { age: 40 }))).toEqual([5, 1]);
    const since = employees.newest.query(sales).between({ hired: new Date(2_000) });
    expect(await ids(since)).toEqual([2, 3]);
  });

  it('is read by one range of keys, filtered by what its rows carry', async () => {
    const query = employees.byName
      .query({ ...sales, lastName: 'Jones', firstName: 'Jo' })
      .where({ age: { ge: 35 } });
    const plan = query.explain();
    expect(plan).toMatchObject({ path: 'byName', access: 'range', fetchPrimary: false });
    expect(plan.parts).toMatchObject([
      {
        filter:
          "PartitionKey eq 'Sales' and RowKey ge 'name_Jones_Jo  empid_' and RowKey lt 'name_Jones_Jo  empid`' and age ge 35",
      },
    ]);
    expect(await ids(query)).toEqual([4]);
  });

  it('reads no more than the bounds of its last text ask for', async () => {
    const query = employees.byName
      .query({ ...sales, lastName: 'Jones' })
      .between({ firstName: 'Jo' }, { firstName: 'Jo B' });
    const read = query.explain().parts.map((part) => ('filter' in part ? part.filter : part));
    expect(read).toEqual([
      "PartitionKey eq 'Sales' and RowKey ge 'name_Jones_Jo' and RowKey lt 'name_Jones_Jp'",
    ]);
    expect(await ids(query)).toEqual([1, 4, 2]);
  });

  it('has one row for each element of an array', async () => {
    const tagged = employees.byTag.query({ ...sales, tags: 'a' });
    expect(await ids(tagged)).toEqual([1, 3]);
    expect({ ...(await tagged.first()) }).toEqual({ ...sales, id: 1, email: 'person1@contoso.com' });
    expect(await ids(employees.byTag.query(sales).scan('partition'))).toEqual([1, 3, 1, 2, 3]);
    expect(await employees.byTag.query({ ...sales, tags: 'z' }).all()).toEqual([]);
  });

  it('selects, takes, counts and pages', async () => {
    const jones = employees.byName.query({ ...sales, lastName: 'Jones' });
    const some = await jones.select('age').take(2).all();
    expect(some.map((view) => ({ ...view }))).toEqual([
      { ...sales, id: 1, lastName: 'Jones', firstName: 'Jo', age: 30 },
      { ...sales, id: 4, lastName: 'Jones', firstName: 'Jo', age: 41 },
    ]);
    expect(await jones.count()).toBe(4);
    expect(await employees.byEmail.query(sales).startsWith({ email: 'person' }).count()).toBe(6);
    const first = await jones.page({ size: 3 });
    const second = await jones.page({ size: 3, token: first.token! });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([1, 4, 2, 3]);
    expect(second.token).toBeUndefined();
  });

  it('says what its rows do not carry', async () => {
    const query = employees.byEmail.query({ ...sales, age: 30 });
    await expect(query.scan('partition').all()).rejects.toMatchObject({
      code: 'INDEX_LACKS_PROPERTY',
      details: { index: 'byEmail', property: 'age' },
    });
    await expect(employees.byName.query(sales).all()).rejects.toMatchObject({ code: 'SCAN_REFUSED' });
  });
});

describe('views', () => {
  it('are refused by every write, and lead to the entity', async () => {
    const [view] = await employees.byName.query({ ...sales, lastName: 'Adams' }).all();
    const entity = view as unknown as Employee;
    for (const write of [
      () => employees.insert(entity),
      () => employees.replace(entity, { force: true }),
      () => employees.upsert(entity),
      () => employees.update(entity, { age: 1 }),
      () => employees.delete(entity, { force: true }),
    ]) {
      await expect(write()).rejects.toMatchObject({ code: 'VIEW_NOT_WRITABLE' });
    }
    expect(await employees.get(view!)).toEqual(employee(6, { firstName: 'Al', lastName: 'Adams', badge: 7 }));
    expect(Object.isFrozen(view)).toBe(true);
  });
});

describe('queries of the repository', () => {
  it.each<readonly [string, object, string]>([
    ['a unique value', { email: 'person1@contoso.com' }, 'byEmail'],
    ['a whole name', { lastName: 'Jones', firstName: 'Jo' }, 'byName'],
    ['what a sparse index is limited to', { active: true, age: 25 }, 'byAge'],
    ['a badge', { badge: 7 }, 'byBadge'],
  ])('use an index unasked for %s', async (_, args, path) => {
    const query = employees.query({ ...sales, ...args });
    expect(query.explain().path).toBe(path);
    const found = await query.all();
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((entity) => entity instanceof Employee)).toBe(true);
    const scanned = await employees.query(sales).scan('partition').where(args).readonly().all();
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(scanned.map(({ id }) => id)));
  });

  it('use the rows of elements unasked', async () => {
    const query = employees.query(sales).where({ tags: { contains: 'a' } });
    expect(query.explain().path).toBe('byTag');
    expect(await ids(query)).toEqual([1, 3]);
  });

  it('do not use a sparse index that may lack rows', () => {
    expect(() => employees.query({ ...sales, age: 25 }).explain()).toThrow(
      expect.objectContaining({ code: 'SCAN_REFUSED' }),
    );
  });

  it('see entities only, however many copies there are', async () => {
    expect(await ids(employees.query(sales).scan('partition'))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await employees.query().scan('table').count()).toBe(7);
  });

  it('give entities that can be written', async () => {
    const [entity] = await employees.query({ ...sales, email: 'person5@contoso.com' }).all();
    await employees.update(entity!, { age: 26 });
    expect((await employees.get({ ...sales, id: 5 }))?.age).toBe(26);
    await employees.update(entity!, { age: 25 });
  });
});

describe('hostile arguments', () => {
  const get = (key: unknown) => employees.byEmail.get(key as never);
  it.each<readonly [string, unknown, string]>([
    ['undefined', undefined, 'OPTIONS_INVALID'],
    ['null', null, 'OPTIONS_INVALID'],
    ['text', 'a', 'OPTIONS_INVALID'],
    ['an array', [], 'KEY_VALUE_INVALID'],
    ['a part of the key', sales, 'KEY_VALUE_INVALID'],
    ['null in the key', { ...sales, email: null }, 'KEY_VALUE_INVALID'],
    ['a number', { ...sales, email: 7 }, 'VALUE_INVALID'],
    ['an object', { ...sales, email: { ge: '' } }, 'VALUE_INVALID'],
  ])('a key that is %s is refused', async (_, key, code) => {
    const { requests, error } = await storage.emulator.http
      .record(async () => get(key).then(undefined, (reason: unknown) => reason as OptionsError))
      .then(({ requests: sent, result }) => ({ requests: sent, error: result }));
    expect(error).toMatchObject({ code });
    expect(requests).toEqual([]);
  });

  it('nothing is asked with an unknown property', async () => {
    const query = () => employees.byName.query({ ...sales, nope: 1 } as never).all();
    await expect(query()).rejects.toMatchObject({ code: 'CONDITION_INVALID' });
    await expect(async () => employees.byName.query(null as never).all()).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
  });
});
