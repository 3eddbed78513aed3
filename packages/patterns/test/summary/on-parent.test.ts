import { etagOf, Repository, transaction } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Department, type Departments, type Employees, employee, openOffice, type Teams } from './office.js';

const storage = useStorage();
const SALES = { name: 'Sales' };
const RED = { department: 'Sales', team: 'red' };
const BLUE = { department: 'Sales', team: 'blue' };
const one = { department: 'Sales', id: 1 };
let table: string;
let employees: Employees;
let departments: Departments;
let teams: Teams;

beforeEach(() => {
  ({ table, employees, departments, teams } = openOffice(
    storage.store(),
    storage.emulator.uniqueName('Office'),
  ));
});

const rows = () => storedRows(storage.emulator, table);
const department = async () => (await rows())['department'];
const methods = async (run: () => Promise<unknown>) => {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map(({ method }) => method).join(' ');
};

describe('totals on a parent', () => {
  it('begin at zero, and follow inserts, changes and deletes of children', async () => {
    const sales = await departments.insert({ ...SALES, location: 'Oslo' });
    expect(sales).toMatchObject({ employeeCount: 0n, salaries: 0n });
    expect(await department()).toEqual({
      location: 'String:Oslo',
      EmployeeCount: 'Int64:0',
      Salaries: 'Int64:0',
    });
    await employees.insert(employee(1, { salary: 9_007_199_254_740_993n }));
    await employees.insert(employee(2, { salary: 7n }));
    expect(await department()).toEqual({
      location: 'String:Oslo',
      EmployeeCount: 'Int64:2',
      Salaries: 'Int64:9007199254741000',
    });
    await employees.update(one, { salary: null });
    expect(await departments.get(SALES)).toMatchObject({ employeeCount: 2n, salaries: 7n });
    await employees.delete(one, { force: true });
    await employees.delete({ ...one, id: 2 }, { force: true });
    expect(await departments.get(SALES)).toMatchObject({ location: 'Oslo', employeeCount: 0n, salaries: 0n });
  });

  it('move with a child from one parent to another, in one transaction', async () => {
    await departments.insert(SALES);
    await teams.insert(RED);
    await teams.insert(BLUE);
    await employees.insert(employee(1, { team: 'red', rating: 4.5 }));
    expect(await methods(() => employees.update(one, { team: 'blue' }))).toBe('GET GET GET POST');
    expect(await teams.get(RED)).toMatchObject({ size: 0, ratings: 0n });
    expect(await teams.get(BLUE)).toMatchObject({ size: 1, ratings: 45n });
    await employees.update(one, { team: null });
    expect(await teams.get(BLUE)).toMatchObject({ size: 0, ratings: 0n });
    await employees.update(one, { team: 'red', active: false });
    expect(await teams.get(RED)).toMatchObject({ size: 0 });
  });

  it('come with the parent that the same transaction inserts', async () => {
    const [sales] = await transaction()
      .insert(departments, { ...SALES, employeeCount: 77n })
      .insert(employees, employee(1, { salary: 5n }))
      .insert(employees, employee(2, { salary: 6n }))
      .commit();
    expect(sales).toMatchObject({ employeeCount: 2n, salaries: 11n });
    // What the instance knows is what is stored: it may be written again as it is.
    await departments.replace(sales as Department);
    await departments.update(sales as Department, { location: 'Oslo' });
    expect(await departments.get(SALES)).toMatchObject({
      employeeCount: 2n,
      salaries: 11n,
      location: 'Oslo',
    });
  });

  it('a sum that its column cannot hold is refused, and nothing is written', async () => {
    await departments.insert(SALES);
    await employees.insert(employee(1, { salary: 2n ** 63n - 1n }));
    const error = { code: 'VALUE_INVALID', details: { property: 'salary' } };
    await expect(employees.insert(employee(2, { salary: 1n }))).rejects.toMatchObject(error);
    expect(await departments.get(SALES)).toMatchObject({ employeeCount: 1n });
  });
});

describe('a child without a parent', () => {
  const refused = { code: 'PARENT_MISSING', details: { entity: 'Employee', parent: 'Department' } };

  it('is refused before anything is sent', async () => {
    await storage.store().createTable(table);
    expect(await methods(() => expect(employees.insert(employee(1))).rejects.toMatchObject(refused))).toBe(
      'GET',
    );
    await departments.insert(SALES);
    await expect(employees.insert(employee(1, { team: 'red' }))).rejects.toMatchObject({
      code: 'PARENT_MISSING',
      details: { parent: 'Team', derivation: 'teamSize' },
    });
    expect(Object.keys(await rows())).toEqual(['department']);
  });

  it('is refused when the same transaction deletes the parent', async () => {
    await departments.insert(SALES);
    const both = transaction().delete(departments, SALES, { force: true }).insert(employees, employee(1));
    await expect(both.commit()).rejects.toMatchObject({ ...refused, details: { item: 1 } });
  });

  it('is refused in bulk alone, and the others are stored', async () => {
    await departments.insert(SALES);
    await teams.insert(RED);
    const ids = [1, 2, 3, 4, 5];
    const team = (id: number) => (id === 3 ? 'green' : 'red');
    const report = await employees.bulk(ids.map((id) => ({ insert: employee(id, { team: team(id) }) })));
    expect(report).toMatchObject({ done: 4, failed: 1 });
    expect(report.failures).toMatchObject([{ index: 2, error: { code: 'PARENT_MISSING' } }]);
    expect(await teams.get(RED)).toMatchObject({ size: 4 });
    expect(await departments.get(SALES)).toMatchObject({ employeeCount: 4n });
  });

  it('that lost its parent may go, and may be changed in what is not summed up', async () => {
    await departments.insert(SALES);
    await employees.insert(employee(1));
    await storage.emulator.rawTable(table).deleteEntity('Sales', 'department');
    await employees.update(one, { email: 'a' });
    await expect(employees.update(one, { salary: 1n })).rejects.toMatchObject(refused);
    expect(await employees.delete(one, { force: true })).toBe(true);
    expect(await rows()).toEqual({});
  });
});

describe('the writers of a parent', () => {
  const wrong = { employeeCount: 99n, salaries: -1n };

  beforeEach(async () => {
    await departments.insert({ ...SALES, location: 'Oslo' });
    await employees.insert(employee(1, { salary: 5n }));
  });

  it.each<readonly [string, () => Promise<unknown>]>([
    ['update', () => departments.update(SALES, { location: 'Rome', ...wrong })],
    ['update to nothing', () => departments.update(SALES, { location: 'Rome', employeeCount: null })],
    ['replace', () => departments.replace({ ...SALES, location: 'Rome', ...wrong }, { force: true })],
    ['replace without', () => departments.replace({ ...SALES, location: 'Rome' }, { force: true })],
    ['upsert', () => departments.upsert({ ...SALES, location: 'Rome', ...wrong })],
    ['upsert to replace', () => departments.upsert({ ...SALES, location: 'Rome' }, { mode: 'replace' })],
    [
      'modify',
      () => departments.modify(SALES, (it) => void Object.assign(it, { location: 'Rome', ...wrong })),
    ],
    [
      'an instance',
      async () => {
        const loaded = await departments.getOrThrow(SALES);
        const changed = await departments.update(loaded, { location: 'Rome', ...wrong });
        expect(changed).toMatchObject({ employeeCount: 1n, salaries: 5n });
      },
    ],
    [
      'an instance that lost them',
      async () => {
        const loaded = await departments.getOrThrow(SALES);
        Object.assign(loaded, { location: 'Rome', employeeCount: undefined });
        expect(await departments.update(loaded)).toMatchObject({ employeeCount: 1n });
      },
    ],
    ['bulk', () => departments.bulk([{ upsert: { ...SALES, location: 'Rome', ...wrong } }])],
    [
      'transaction',
      () =>
        transaction()
          .update(departments, SALES, { location: 'Bern', ...wrong })
          .replace(departments, { ...SALES, location: 'Rome' }, { force: true })
          .commit(),
    ],
  ])('%s changes the rest, and never the totals', async (_, write) => {
    await write();
    expect(await department()).toEqual({
      location: 'String:Rome',
      EmployeeCount: 'Int64:1',
      Salaries: 'Int64:5',
    });
  });

  it('need not hear of totals that changed meanwhile', async () => {
    const loaded = await departments.getOrThrow(SALES);
    const other = await departments.getOrThrow(SALES);
    await employees.insert(employee(2, { salary: 6n }));
    expect(await methods(() => departments.update(loaded, { location: 'Rome' }))).toMatch(/^PATCH GET P\w+$/);
    expect(loaded).toMatchObject({ employeeCount: 2n, salaries: 11n });
    await departments.replace(loaded);
    expect(await department()).toMatchObject({ EmployeeCount: 'Int64:2', Salaries: 'Int64:11' });
    // Of what another editor changed they hear.
    await expect(departments.update(other, { location: 'Bern' })).rejects.toMatchObject({
      code: 'ENTITY_CHANGED',
    });
  });

  it('who name a version themselves hear of it', async () => {
    const ifMatch = etagOf(await departments.getOrThrow(SALES))!;
    await employees.insert(employee(2));
    const update = departments.update(SALES, { location: 'Rome' }, { ifMatch });
    await expect(update).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  });

  it('cannot delete it while it has children, or with all of them', async () => {
    const refused = { code: 'PARENT_IN_USE', details: { entity: 'Department', derivation: 'headcount' } };
    const loaded = await departments.getOrThrow(SALES);
    await expect(departments.delete(SALES, { force: true })).rejects.toMatchObject(refused);
    await expect(departments.delete(loaded)).rejects.toMatchObject(refused);
    const bulk = await departments.bulk([{ delete: SALES, force: true }]);
    expect(bulk.failures).toMatchObject([{ error: refused }]);
    await employees.insert(employee(2));
    const some = transaction().delete(departments, SALES, { force: true });
    await expect(some.delete(employees, one, { force: true }).commit()).rejects.toMatchObject(refused);
    await transaction()
      .delete(departments, SALES, { force: true })
      .delete(employees, one, { force: true })
      .delete(employees, { ...one, id: 2 }, { force: true })
      .commit();
    expect(await rows()).toEqual({});
  });

  it('who loaded it without children cannot delete it after one came', async () => {
    await employees.delete(one, { force: true });
    const empty = await departments.getOrThrow(SALES);
    await employees.insert(employee(2));
    await expect(departments.delete(empty)).rejects.toMatchObject({ code: 'PARENT_IN_USE' });
    await employees.delete({ ...one, id: 2 }, { force: true });
    expect(await departments.delete(empty)).toBe(true);
  });

  it('may be written in the transaction of its children, blindly too', async () => {
    const plain = new (class extends Repository(Department) {})(storage.store(), { table });
    await transaction()
      .update(plain, SALES, { location: 'Rome' })
      .insert(employees, employee(2, { salary: 1n }))
      .commit();
    await transaction()
      .update(departments, await departments.getOrThrow(SALES), { location: 'Bern', employeeCount: 7n })
      .insert(employees, employee(3, { salary: 1n }))
      .commit();
    expect(await department()).toEqual({
      location: 'String:Bern',
      EmployeeCount: 'Int64:3',
      Salaries: 'Int64:7',
    });
  });
});

describe('requests', () => {
  it('are one for each parent that changes, and none where nothing does', async () => {
    await departments.insert(SALES);
    await teams.insert(RED);
    expect(await methods(() => employees.insert(employee(1, { salary: 1n })))).toBe('GET POST');
    expect(await methods(() => employees.insert(employee(2, { team: 'red' })))).toBe('GET GET POST');
    const loaded = await employees.getOrThrow(one);
    expect(await methods(() => employees.update(loaded, { email: 'a' }))).toBe('PATCH');
    expect(await methods(() => employees.update(loaded, { salary: 2n }))).toBe('GET POST');
    expect(await methods(() => employees.delete(loaded))).toBe('GET POST');
    const sales = await departments.getOrThrow(SALES);
    expect(await methods(() => departments.update(sales, { location: 'Rome' }))).toBe('PATCH');
    expect(await methods(() => departments.update(SALES, { location: 'Bern' }))).toBe('GET PATCH');
    const fresh = employees.explain.insert(employee(3));
    expect(await fresh).toMatchObject({ requests: { least: 2, most: 2 } });
    expect(JSON.stringify(await fresh)).toContain('"rowKey":"department"');
  });
});
