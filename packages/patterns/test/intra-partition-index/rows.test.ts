import { beforeEach, describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { expectedRows } from '../support/expected-rows.js';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();
const key1 = { department: 'Sales', id: 1 };
const hired = new Date('2014-07-31T18:00:00.123Z');
const jones = () =>
  employee(1, {
    email: 'jonesj@contoso.com',
    firstName: 'Jane Ann',
    lastName: 'van_der/Jones',
    age: 7,
    active: true,
    badge: 12,
    hired,
    tags: ['b', 'a b', 'b', '#c'],
  });
let table: string;
let employees: EmployeeRepository;
const stored = () => storedRows(storage.emulator, table);

beforeEach(() => {
  table = storage.emulator.uniqueName('Rows');
  employees = new EmployeeRepository(storage.store(), { table });
});

describe('the rows that other clients see', () => {
  it('are the entity and its copies, with the declared names and types', async () => {
    await employees.insert(jones());
    expect(await stored()).toEqual(expectedRows([jones()]));
    expect(Object.keys(await stored()).sort()).toEqual([
      'age_007  empid_000001',
      'badge_0012',
      'email_jonesj@contoso.com',
      'empid_000001',
      'hired_2519954711998769999  empid_000001',
      'name_van~5Fder~2FJones_Jane ~Ann  empid_000001',
      'tag_a ~b  empid_000001',
      'tag_b  empid_000001',
      'tag_~23c  empid_000001',
    ]);
  });

  it('are only those for which the entity has values', async () => {
    await employees.insert(employee(1, { age: 30, tags: [] }));
    expect(Object.keys(await stored()).sort()).toEqual([
      'email_person1@contoso.com',
      'empid_000001',
      'name_Jones_person1  empid_000001',
    ]);
  });

  it('move with a value, and come and go with it', async () => {
    const entity = await employees.insert(jones());
    await employees.update(entity, {
      email: 'new@contoso.com',
      active: false,
      tags: ['b', 'z'],
      badge: null,
    });
    const now = Object.assign(jones(), { email: 'new@contoso.com', active: false, tags: ['b', 'z'] });
    delete now.badge;
    expect(await stored()).toEqual(expectedRows([now]));
    await employees.update(key1, { active: true, badge: 13 });
    expect(await stored()).toEqual(expectedRows([{ ...now, active: true, badge: 13 }]));
  });

  it('go with the entity', async () => {
    const entity = await employees.insert(jones());
    await employees.insert(employee(2));
    await employees.delete(entity);
    expect(await stored()).toEqual(expectedRows([employee(2)]));
    await employees.delete({ department: 'Sales', id: 2 }, { force: true });
    expect(await stored()).toEqual({});
  });

  it('are not written where nothing changed on them', async () => {
    const entity = await employees.insert(employee(1, { hired, tags: ['a'] }));
    storage.emulator.http.clear();
    await employees.update(entity, { age: 31 });
    const [request] = storage.emulator.http.requests;
    const written = [...(request!.body ?? '').matchAll(/RowKey='([^']*)'/g)].map(([, key]) =>
      decodeURIComponent(key!),
    );
    expect(written).toEqual(['empid_000001', 'name_Jones_person1  empid_000001']);
  });

  it('stay apart from other partitions', async () => {
    await employees.insert(employee(1));
    await employees.insert(employee(1, { department: 'Ops' }));
    expect(await stored()).toEqual(expectedRows([employee(1)]));
    expect(await storedRows(storage.emulator, table, 'Ops')).toEqual(expectedRows([employee(1)]));
  });
});
