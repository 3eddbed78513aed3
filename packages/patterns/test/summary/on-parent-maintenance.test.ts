import { drop, lifecycle, Repository, rebuild, repair, verify } from '@tablewright/core';
import { summarizeOnParent } from '@tablewright/patterns/summary';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import {
  Department,
  type Departments,
  Employee,
  type Employees,
  employee,
  openOffice,
  type Teams,
} from './office.js';

const storage = useStorage();
const SALES = { name: 'Sales' };
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
const raw = () => storage.emulator.rawTable(table);
const put = (rowKey: string, columns: object, mode: 'Merge' | 'Replace' = 'Merge') =>
  raw().upsertEntity({ partitionKey: 'Sales', rowKey, ...columns }, mode);
const int64 = (value: number) => ({ type: 'Int64', value: String(value) });

describe('damage', () => {
  beforeEach(async () => {
    await departments.insert({ ...SALES, location: 'Oslo' });
    await teams.insert({ department: 'Sales', team: 'red', lead: 'jones' });
    await teams.insert({ department: 'Sales', team: 'empty', lead: 'smith' });
    await employees.bulk([1, 2].map((id) => ({ insert: employee(id, { team: 'red', salary: 5n }) })));
    // Of another program, and none of our business.
    await put('department', { founded: int64(1984), note: 'kept' });
    await put('department_2', { EmployeeCount: int64(9) });
    await put('team', { size: 9 });
  });

  it('is not seen where there is none', async () => {
    expect(await verify(employees)).toMatchObject({ clean: true, scanned: 2, findings: [] });
    expect(await verify(departments)).toMatchObject({ clean: true });
  });

  it.each<readonly [string, 'headcount' | 'teamSize', string, () => Promise<unknown>]>([
    ['a wrong count', 'headcount', 'department', () => put('department', { EmployeeCount: int64(7) })],
    ['a wrong sum', 'headcount', 'department', () => put('department', { Salaries: int64(-1) })],
    ['a count of another type', 'headcount', 'department', () => put('department', { EmployeeCount: 2 })],
    ['a count that is none', 'headcount', 'department', () => put('department', { EmployeeCount: 'two' })],
    ['a count without children', 'teamSize', 'team_empty', () => put('team_empty', { size: 1 })],
  ])('%s is found and mended, and nothing else is touched', async (_, derivation, rowKey, damage) => {
    const before = await rows();
    await damage();
    const finding = { kind: 'stale', derivation, partitionKey: 'Sales', rowKey };
    expect((await verify(employees)).findings).toEqual([finding]);
    expect(await repair(employees)).toMatchObject({ clean: true, mended: { stale: 1 } });
    expect(await rows()).toEqual(before);
  });

  it.each(['department', 'team_red', 'team_empty'])(
    'lost columns of %s are found and mended',
    async (rowKey) => {
      const before = await rows();
      const { etag, timestamp, EmployeeCount, Salaries, size, ratings, ...rest } = await raw().getEntity(
        'Sales',
        rowKey,
      );
      await put(
        rowKey,
        { ...rest, ...(rest['founded'] !== undefined && { founded: int64(1984) }) },
        'Replace',
      );
      expect((await verify(employees)).findings).toMatchObject([{ kind: 'stale', rowKey }]);
      expect(await repair(employees)).toMatchObject({ clean: true });
      expect(await rows()).toEqual(before);
    },
  );

  it('a missing parent is reported, and not made', async () => {
    await raw().deleteEntity('Sales', 'team_red');
    const finding = {
      kind: 'missing',
      derivation: 'teamSize',
      partitionKey: 'Sales',
      rowKey: 'team_red',
      primary: expect.stringMatching(/^empid_00000[12]$/) as string,
    };
    expect((await verify(employees)).findings).toEqual([finding]);
    expect(await repair(employees)).toMatchObject({
      clean: false,
      findings: [finding],
      mended: { missing: 0 },
    });
    expect(Object.keys(await rows())).not.toContain('team_red');
    // Its owner brings it back, and then it can be mended.
    await teams.insert({ department: 'Sales', team: 'red' });
    expect(await repair(employees)).toMatchObject({ clean: true, mended: { stale: 1 } });
    expect(await teams.get({ department: 'Sales', team: 'red' })).toMatchObject({ size: 2 });
  });

  it('of one partition is found among many rows, too', async () => {
    await employees.bulk(Array.from({ length: 30 }, (_, i) => ({ insert: employee(i + 10) })));
    await put('department', { EmployeeCount: int64(7) });
    await put('team_red', { size: 0 });
    const { findings } = await verify(employees, { pageSize: 5 });
    expect(findings.map(({ rowKey }) => rowKey).toSorted()).toEqual(['department', 'team_red']);
    expect(await repair(employees, { pageSize: 5 })).toMatchObject({ clean: true, mended: { stale: 2 } });
    expect(await departments.get(SALES)).toMatchObject({ employeeCount: 32n, salaries: 10n });
  });
});

describe('lifecycle', () => {
  const later = (state: 'building' | 'ready' | 'dropping') => {
    const total = summarizeOnParent(Employee, Department, {
      name: 'later',
      by: { name: 'department' },
      count: 'employeeCount',
      sum: { salaries: 'salary' },
      state,
    });
    return {
      employees: new (Repository(Employee).with(total.children))(storage.store(), { table }),
      departments: new (Repository(Department).with(total.parent))(storage.store(), { table }),
    };
  };

  it('is built over older entities beside writers, and dropped', async () => {
    const plain = {
      employees: new (Repository(Employee))(storage.store(), { table }),
      departments: new (Repository(Department))(storage.store(), { table }),
    };
    await plain.departments.insert({ ...SALES, location: 'Oslo' });
    await plain.departments.insert({ name: 'Empty', location: 'Rome' });
    for (const id of [1, 2, 3]) await plain.employees.insert(employee(id, { salary: 1n }));
    const building = later('building');
    await building.employees.delete({ department: 'Sales', id: 1 }, { force: true });
    await building.employees.insert(employee(4, { salary: 10n }));
    await building.departments.update(SALES, { location: 'Bern' });
    expect(await rebuild(building.employees, 'later')).toMatchObject({ complete: true });
    expect(await lifecycle(building.employees)).toMatchObject([{ name: 'later', built: true }]);
    const ready = later('ready');
    expect(await ready.departments.get(SALES)).toMatchObject({ employeeCount: 3n, salaries: 12n });
    expect(await ready.departments.get({ name: 'Empty' })).toMatchObject({ employeeCount: 0n });
    expect(await verify(ready.employees)).toMatchObject({ clean: true });

    // Of another program: it only begins like a department.
    await put('department_2', { EmployeeCount: int64(9) });
    const dropping = later('dropping');
    const stale = await ready.departments.getOrThrow(SALES);
    expect(await drop(dropping.employees, 'later')).toMatchObject({ deleted: 2 });
    expect((await rows())['department']).toEqual({ location: 'String:Bern' });
    expect((await rows())['department_2']).toEqual({ EmployeeCount: 'Int64:9' });
    expect((await storedRows(storage.emulator, table, 'Empty'))['department']).toEqual({
      location: 'String:Rome',
    });
    await dropping.employees.delete({ department: 'Sales', id: 2 }, { force: true });
    await dropping.departments.update(stale, { location: 'Oslo' });
    await dropping.departments.insert({ name: 'New' });
    expect((await rows())['department']).toEqual({ location: 'String:Oslo' });
    expect(await storedRows(storage.emulator, table, 'New')).toEqual({ department: {} });
    expect(await dropping.departments.delete(SALES, { force: true })).toBe(true);
  });

  it('an entity with children that are known already is not deleted while it is built', async () => {
    const building = later('building');
    await building.departments.insert(SALES);
    await building.employees.insert(employee(1));
    const deletion = building.departments.delete(SALES, { force: true });
    await expect(deletion).rejects.toMatchObject({ code: 'PARENT_IN_USE' });
  });
});
