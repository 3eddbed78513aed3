import { Entity, Int32, key, Repository, rebuild, repair, Text, verify } from '@tablewright/core';
import { denormalize } from '@tablewright/patterns/denormalization';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import {
  COMPANY,
  Department,
  Departments,
  department,
  dept,
  Employee,
  Employees,
  emp,
  employee,
  IndexedDepartments,
  IndexedEmployees,
} from './company.js';

const storage = useStorage();
let table: string;
const raw = () => storage.emulator.rawTable(table);
const rows = () => storedRows(storage.emulator, table, COMPANY);
const merge = (rowKey: string, columns: object) =>
  raw().updateEntity({ partitionKey: COMPANY, rowKey, ...columns }, 'Merge');

beforeEach(() => {
  table = storage.emulator.uniqueName('Kept');
});

describe('damage', () => {
  let departments: IndexedDepartments;
  beforeEach(async () => {
    const employees = new IndexedEmployees(storage.store(), { table });
    departments = new IndexedDepartments(storage.store(), { table });
    await employees.insert(employee(1, 'Jones', { email: 'jones@contoso.com' }));
    await employees.insert(employee(2, 'Smith'));
    await departments.insert(department('Sales', { managerId: 1 }));
    await departments.insert(department('Support', { managerId: 2 }));
    await departments.insert(department('Free'));
  });

  const replaced = async (rowKey: string, left: readonly string[]) => {
    const found = await raw().getEntity(COMPANY, rowKey);
    const kept = Object.entries(found).filter(([name]) => left.includes(name));
    return raw().updateEntity({ partitionKey: COMPANY, rowKey, ...Object.fromEntries(kept) }, 'Replace');
  };

  it.each<readonly [string, string, string, () => Promise<unknown>]>([
    ['another value', 'dept_Sales', 'stale', () => merge('dept_Sales', { managerName: 'Wrong' })],
    ['another type', 'dept_Sales', 'stale', () => merge('dept_Sales', { managerName: 7 })],
    ['no copies', 'dept_Sales', 'stale', () => replaced('dept_Sales', ['managerId'])],
    ['one copy too many', 'dept_Support', 'stale', () => merge('dept_Support', { managerEmail: 'x' })],
    ['copies of nobody', 'dept_Free', 'stale', () => merge('dept_Free', { managerName: 'Nobody' })],
  ])('%s (%s) is found and mended', async (_, rowKey, kind, damage) => {
    const before = await rows();
    expect(await verify(departments)).toMatchObject({ clean: true });
    await damage();
    const finding = { kind, derivation: 'manager', partitionKey: COMPANY, rowKey, primary: rowKey };
    expect((await verify(departments)).findings).toEqual([finding]);
    expect(await repair(departments)).toMatchObject({ clean: true, mended: { [kind]: 1 } });
    expect(await rows()).toEqual(before);
  });

  it.each<readonly [string, string, () => Promise<unknown>]>([
    [
      'missing',
      'managed_empid_000001  dept_Sales',
      () => raw().deleteEntity(COMPANY, 'managed_empid_000001  dept_Sales'),
    ],
    [
      'stray',
      'managed_empid_000002  dept_Sales',
      () =>
        raw().createEntity({
          partitionKey: COMPANY,
          rowKey: 'managed_empid_000002  dept_Sales',
          tw__row: 'dept_Sales',
        }),
    ],
    ['foreign', 'managed_what', () => raw().createEntity({ partitionKey: COMPANY, rowKey: 'managed_what' })],
  ])('a %s row of the index (%s) is found', async (kind, rowKey, damage) => {
    const before = await rows();
    await damage();
    expect((await verify(departments)).findings).toMatchObject([
      { kind, derivation: 'managerReferrers', partitionKey: COMPANY, rowKey },
    ]);
    const { mended } = await repair(departments);
    if (kind === 'foreign') expect(mended.foreign).toBe(0);
    else {
      expect(mended[kind as 'stray']).toBe(1);
      expect(await rows()).toEqual(before);
    }
  });

  it('a copy of another type is right again after the next write', async () => {
    const before = await rows();
    await merge('dept_Sales', { managerName: 7 });
    await departments.update(dept('Sales'), { town: 'Bonn' });
    expect(await rows()).toEqual({ ...before, dept_Sales: { ...before['dept_Sales'], town: 'String:Bonn' } });
  });

  it('a source that is gone leaves no copies', async () => {
    await raw().deleteEntity(COMPANY, 'empid_000001');
    expect((await verify(departments)).findings).toMatchObject([{ kind: 'stale', rowKey: 'dept_Sales' }]);
    expect(await repair(departments)).toMatchObject({ clean: true, mended: { stale: 1 } });
    expect((await rows())['dept_Sales']).toEqual({ managerId: 'Int32:1' });
    // It can still be changed, and be given another one.
    await departments.update(dept('Sales'), { town: 'Bonn' });
    await departments.update(dept('Sales'), { managerId: 2 });
    expect((await rows())['dept_Sales']).toMatchObject({ managerName: 'String:Smith' });
  });

  it('repair beside writers undoes none of their changes', async () => {
    const employees = new IndexedEmployees(storage.store(), { table });
    await merge('dept_Sales', { managerName: 'Wrong' });
    await merge('dept_Support', { managerName: 'Wrong' });
    await Promise.all([
      repair(departments),
      employees.update(emp(1), { lastName: 'Brown' }),
      departments.update(dept('Support'), { town: 'Bonn' }),
    ]);
    expect(await repair(departments)).toMatchObject({ clean: true });
    expect((await rows())['dept_Sales']).toMatchObject({ managerName: 'String:Brown' });
    expect((await rows())['dept_Support']).toMatchObject({
      managerName: 'String:Smith',
      town: 'String:Bonn',
    });
  });
});

describe('a declaration for entities that are older', () => {
  const declare = (state: 'building' | 'ready' | 'dropping', index = false) => {
    const declared = denormalize(Employee, Department, {
      name: 'manager',
      link: { id: 'managerId' },
      copy: { managerName: 'lastName' },
      state,
      ...(index && { referrers: { index: 'managed_' } }),
    });
    return {
      employees: new (Repository(Employee).with(declared.source))(storage.store(), { table }),
      departments: new (Repository(Department).with(declared.copies))(storage.store(), { table }),
    };
  };

  it.each([[false], [true]])('is built beside writers, and then ready (index: %s)', async (index) => {
    const plain = new (Repository(Department))(storage.store(), { table });
    const people = new (Repository(Employee))(storage.store(), { table });
    await people.insert(employee(1, 'Jones'));
    await plain.insert(department('Sales', { managerId: 1, managerName: 'older' }));
    await plain.insert(department('Support', { managerId: 1 }));
    await plain.insert(department('Later', { managerId: 2 }));
    const building = declare('building', index);
    // Whatever is written is right from now on, and whoever refers to nobody gets copies when that one comes.
    await building.departments.update(dept('Sales'), { town: 'Bonn' });
    expect((await rows())['dept_Sales']).toMatchObject({ managerName: 'String:Jones' });
    await building.employees.update(emp(1), { lastName: 'Brown' });
    expect((await rows())['dept_Support']).toMatchObject({ managerName: 'String:Brown' });
    await building.departments.update(dept('Later'), { town: 'Ulm' });
    await building.employees.insert(employee(2, 'Late'));
    expect((await rows())['dept_Later']).toMatchObject({ managerName: 'String:Late' });
    await plain.insert(department('Last', { managerId: 1 }));
    expect(await rebuild(building.departments, 'manager')).toMatchObject({
      complete: true,
      mended: { stale: 1 },
    });
    if (index)
      expect(await rebuild(building.departments, 'managerReferrers')).toMatchObject({ complete: true });
    const ready = declare('ready', index);
    expect(await verify(ready.departments)).toMatchObject({ clean: true });
    await ready.employees.update(emp(1), { lastName: 'Green' });
    expect((await rows())['dept_Last']).toMatchObject({ managerName: 'String:Green' });
    expect(await verify(ready.departments)).toMatchObject({ clean: true });
  });

  it('is given up: the properties are the caller’s again', async () => {
    const ready = declare('ready');
    await ready.employees.insert(employee(1, 'Jones'));
    await ready.departments.insert(department('Sales', { managerId: 1 }));
    const dropping = declare('dropping');
    await dropping.employees.delete(emp(1), { force: true });
    await dropping.departments.update(dept('Sales'), { managerName: 'mine' });
    expect((await rows())['dept_Sales']).toMatchObject({ managerName: 'String:mine' });
  });
});

describe('versions', () => {
  @Entity({
    table: 'Company',
    version: 2,
    upgrade: { 1: ({ boss, ...rest }) => ({ ...rest, managerId: boss }) },
  })
  class NewDepartment {
    static readonly key = key({ partition: '{company}', row: 'dept_{name}' });
    @Text() company!: string;
    @Text() name!: string;
    @Int32() managerId?: number;
    @Text() managerName?: string;
  }
  const declared = denormalize(Employee, NewDepartment, {
    name: 'manager',
    link: { id: 'managerId' },
    copy: { managerName: 'lastName' },
  });
  class NewEmployees extends Repository(Employee).with(declared.source) {}
  class NewDepartments extends Repository(NewDepartment).with(declared.copies) {}

  it('rows of an older one are found, and brought to the present one with their copies', async () => {
    const employees = new NewEmployees(storage.store(), { table });
    const departments = new NewDepartments(storage.store(), { table });
    await employees.insert(employee(1, 'Jones'));
    await raw().createEntity({
      partitionKey: COMPANY,
      rowKey: 'dept_Old',
      boss: 1,
      extra: { type: 'Int64', value: '5' },
    });
    await employees.update(emp(1), { lastName: 'Brown' });
    expect((await rows())['dept_Old']).toMatchObject({
      managerId: 'Int32:1',
      managerName: 'String:Brown',
      extra: 'Int64:5',
    });
    expect(await departments.get(dept('Old'))).toMatchObject({ managerId: 1, managerName: 'Brown' });
    expect(await verify(departments)).toMatchObject({ clean: true });
  });

  it('rows of a newer one are not written by older code', async () => {
    const employees = new NewEmployees(storage.store(), { table });
    await employees.insert(employee(1, 'Jones'));
    await raw().createEntity({ partitionKey: COMPANY, rowKey: 'dept_New', managerId: 1, tw__version: 3 });
    await expect(employees.update(emp(1), { lastName: 'Brown' })).rejects.toMatchObject({
      code: 'ENTITY_NEWER',
    });
  });
});

it('a source whose value cannot be read is not copied', async () => {
  const employees = new Employees(storage.store(), { table });
  const departments = new Departments(storage.store(), { table });
  await employees.insert(employee(1, 'Jones'));
  await departments.insert(department('Sales', { managerId: 1 }));
  await merge('empid_000001', { email: 7 });
  await expect(departments.insert(department('New', { managerId: 1 }))).rejects.toMatchObject({
    code: 'STORED_VALUE_INVALID',
  });
  // A referrer with a link that leads nowhere is in nobody's way.
  await merge('dept_Sales', { managerId: 'what' });
  await employees.update(emp(1), { email: 'x', lastName: 'Brown' });
  expect(await employees.get(emp(1))).toMatchObject({ email: 'x' });
});
