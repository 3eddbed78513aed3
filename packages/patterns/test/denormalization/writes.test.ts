import { transaction, verify } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import {
  ALL_SIDES,
  ClearingDepartments,
  ClearingEmployees,
  COMPANY,
  type Department,
  type Departments,
  department,
  dept,
  type Employees,
  emp,
  employee,
  REFUSING_SIDES,
} from './company.js';

const storage = useStorage();

describe.each(ALL_SIDES)('copies (%s)', (_kind, Sources, Referrers) => {
  let table: string;
  let employees: Employees;
  let departments: Departments;

  beforeEach(async () => {
    table = storage.emulator.uniqueName('Copies');
    employees = new Sources(storage.store(), { table });
    departments = new Referrers(storage.store(), { table });
    await employees.insert(employee(1, 'Jones', { email: 'jones@contoso.com', salary: 7n }));
    await employees.insert(employee(2, 'Smith'));
  });

  const rowOf = async (name: string) => (await storedRows(storage.emulator, table, COMPANY))[`dept_${name}`];
  const JONES = {
    managerName: 'String:Jones',
    managerEmail: 'String:jones@contoso.com',
    managerSalary: 'Int64:7',
  };
  const clean = async () => {
    expect(await verify(employees)).toMatchObject({ clean: true });
    expect(await verify(departments)).toMatchObject({ clean: true });
  };

  it('are made when an entity begins to refer to another, and the instance carries them', async () => {
    const sales = await departments.insert(department('Sales', { managerId: 1 }));
    expect(sales).toMatchObject({ managerName: 'Jones', managerSalary: 7n });
    expect(await rowOf('Sales')).toEqual({ managerId: 'Int32:1', ...JONES });
    await departments.update(sales, { managerId: 2 });
    expect(sales).toMatchObject({ managerName: 'Smith', managerEmail: undefined });
    expect(await rowOf('Sales')).toEqual({ managerId: 'Int32:2', managerName: 'String:Smith' });
    await departments.update(sales, { managerId: null });
    expect(await rowOf('Sales')).toEqual({});
    expect(sales.managerName).toBeUndefined();
    await clean();
  });

  it('follow their source, whatever comes and goes there', async () => {
    await departments.insert(department('Sales', { managerId: 1 }));
    await departments.insert(department('Support', { managerId: 1 }));
    await departments.insert(department('Other', { managerId: 2 }));
    await employees.update(emp(1), { lastName: 'Brown', email: null });
    const BROWN = { managerId: 'Int32:1', managerName: 'String:Brown', managerSalary: 'Int64:7' };
    expect(await rowOf('Sales')).toEqual(BROWN);
    expect(await rowOf('Support')).toEqual(BROWN);
    expect(await rowOf('Other')).toEqual({ managerId: 'Int32:2', managerName: 'String:Smith' });
    await employees.modify(emp(2), (one) => {
      one.email = 'smith@contoso.com';
    });
    expect(await rowOf('Other')).toMatchObject({ managerEmail: 'String:smith@contoso.com' });
    await employees.upsert(employee(2, 'Green'), { mode: 'replace' });
    expect(await rowOf('Other')).toEqual({ managerId: 'Int32:2', managerName: 'String:Green' });
    await employees.upsert(employee(2, 'White'));
    await employees.replace(employee(1, 'Black'), { force: true });
    expect(await rowOf('Other')).toMatchObject({ managerName: 'String:White' });
    expect(await rowOf('Sales')).toEqual({ managerId: 'Int32:1', managerName: 'String:Black' });
    await clean();
  });

  it('are never what a caller puts there himself', async () => {
    const lie = { managerName: 'Me', managerEmail: 'me@contoso.com' };
    const sales = await departments.insert(department('Sales', { managerId: 2, ...lie }));
    const free = await departments.insert(department('Free', lie));
    expect(sales).toMatchObject({ managerName: 'Smith', managerEmail: undefined });
    expect(free).toMatchObject({ managerName: undefined, managerEmail: undefined });
    for (const target of [sales, dept('Sales')]) {
      await departments.update(target, { ...lie, town: 'Bonn' });
      expect(await rowOf('Sales')).toEqual({
        managerId: 'Int32:2',
        managerName: 'String:Smith',
        town: 'String:Bonn',
      });
    }
    expect(sales.managerName).toBe('Smith');
    await departments.update(dept('Sales'), { managerName: null });
    await departments.upsert(department('Sales', { managerName: 'Me' }));
    await departments.replace(department('Free', lie), { force: true });
    expect(await rowOf('Sales')).toMatchObject({ managerName: 'String:Smith' });
    expect(await rowOf('Free')).toEqual({});
    await departments.upsert(department('Sales', { managerName: 'Me' }), { mode: 'replace' });
    expect(await rowOf('Sales')).toEqual({});
    await clean();
  });

  it('of somebody who is not there are refused before anything is sent', async () => {
    const { requests } = await storage.emulator.http.record(() =>
      expect(departments.insert(department('Sales', { managerId: 9 }))).rejects.toMatchObject({
        code: 'SOURCE_NOT_FOUND',
        details: { entity: 'Department', source: 'Employee', copies: 'manager' },
      }),
    );
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    const sales = await departments.insert(department('Sales', { managerId: 1 }));
    await expect(departments.update(sales, { managerId: 9 })).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
    });
    expect(await rowOf('Sales')).toEqual({ managerId: 'Int32:1', ...JONES });
  });

  it('are right when a transaction writes both sides', async () => {
    await transaction()
      .insert(departments, department('Sales', { managerId: 3 }))
      .insert(employees, employee(3, 'Young'))
      .insert(departments, department('Support', { managerId: 1 }))
      .commit();
    expect(await rowOf('Sales')).toEqual({ managerId: 'Int32:3', managerName: 'String:Young' });
    // The managers of two departments are exchanged, and both of them change.
    await transaction()
      .update(departments, dept('Sales'), { managerId: 1 })
      .update(employees, emp(1), { lastName: 'One' })
      .update(departments, dept('Support'), { managerId: 3 })
      .update(employees, emp(3), { lastName: 'Three' })
      .commit();
    expect(await rowOf('Sales')).toEqual({ managerId: 'Int32:1', ...JONES, managerName: 'String:One' });
    expect(await rowOf('Support')).toEqual({ managerId: 'Int32:3', managerName: 'String:Three' });
    // The department changes something else, and its manager his name.
    const support = await departments.getOrThrow(dept('Support'));
    await transaction()
      .update(departments, support, { town: 'Bonn' })
      .update(employees, emp(3), { lastName: 'Drei', email: 'x@contoso.com' })
      .commit();
    expect(support).toMatchObject({ managerName: 'Drei', managerEmail: 'x@contoso.com' });
    await departments.update(support, { town: 'Ulm', managerName: 'nobody' });
    expect(await rowOf('Support')).toEqual({
      managerId: 'Int32:3',
      managerName: 'String:Drei',
      managerEmail: 'String:x@contoso.com',
      town: 'String:Ulm',
    });
    await clean();
  });

  it('go when their entity turns away from a source that the same transaction deletes', async () => {
    const sales = await departments.insert(department('Sales', { managerId: 1 }));
    await transaction()
      .delete(employees, emp(1), { force: true })
      .update(departments, sales, { managerId: 2 })
      .commit();
    expect(await rowOf('Sales')).toEqual({ managerId: 'Int32:2', managerName: 'String:Smith' });
    await transaction()
      .delete(employees, emp(2), { force: true })
      .delete(departments, dept('Sales'), { force: true })
      .commit();
    expect(await storedRows(storage.emulator, table, COMPANY)).toEqual({});
  });

  it('are kept by bulk as by single calls', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `D${i}`);
    const inserted = await departments.bulk(
      names.map((name, i) => ({ insert: department(name, { managerId: (i % 3) + 1 }) })),
    );
    expect(inserted).toMatchObject({ done: 20, failed: 10 });
    await employees.bulk([
      { insert: employee(3, 'Young') },
      { update: emp(1), changes: { lastName: 'Brown' } },
      { update: emp(2), changes: { email: 'smith@contoso.com' } },
    ]);
    for await (const one of departments.query({ company: COMPANY }).scan('partition')) {
      const wanted = one.managerId === 1 ? { managerName: 'Brown' } : { managerEmail: 'smith@contoso.com' };
      expect(one).toMatchObject(wanted);
    }
    await clean();
  });

  it('count requests', async () => {
    const count = async (run: () => Promise<unknown>) =>
      (await storage.emulator.http.record(run)).requests.length;
    const index = _kind === 'index' ? 1 : 0;
    let sales: Department | undefined;
    // The source is read, and held in the transaction.
    const inserting = async () => {
      sales = await departments.insert(department('Sales', { managerId: 1 }));
    };
    expect(await count(inserting)).toBe(2);
    expect(await count(() => departments.insert(department('Free')))).toBe(1);
    expect(await count(() => departments.update(sales!, { town: 'Bonn' }))).toBe(1);
    expect(await count(() => departments.update(sales!, { managerId: 2 }))).toBe(2);
    const jones = await employees.getOrThrow(emp(1));
    const smith = await employees.getOrThrow(emp(2));
    expect(await count(() => employees.update(jones, { lastName: 'Nobody’s' }))).toBe(2);
    expect(await count(() => employees.update(smith, { lastName: 'Schmidt' }))).toBe(2 + index);
    expect(await count(() => employees.insert(employee(3, 'New')))).toBe(1);
    expect(await count(() => employees.delete(jones))).toBe(2);
    expect(await count(() => departments.get(dept('Sales')))).toBe(1);
  });

  it('tell beforehand what they will read', async () => {
    const sales = await departments.explain.insert(department('Sales', { managerId: 1 }));
    expect(sales).toMatchObject({ requests: { least: 2, most: 2 } });
    expect(sales.reads).toMatchObject([{ kind: 'pointRead', rowKey: 'empid_000001' }]);
    const jones = await employees.getOrThrow(emp(1));
    const changed = await employees.explain.update(jones, { lastName: 'Brown' });
    expect(changed.reads).toHaveLength(1);
    expect(changed.requests.least).toBe(2);
  });
});

describe('who deletes a source', () => {
  const open = async (Sources: typeof Employees, Referrers: typeof Departments) => {
    const table = storage.emulator.uniqueName('Deleted');
    const employees = new Sources(storage.store(), { table });
    const departments = new Referrers(storage.store(), { table });
    await employees.insert(employee(1, 'Jones'));
    await departments.insert(department('Sales', { managerId: 1, town: 'Bonn' }));
    await departments.insert(department('Support', { managerId: 1 }));
    return { table, employees, departments };
  };

  it.each(REFUSING_SIDES)('is told how many refer to it (%s)', async (_, Sources, Referrers) => {
    const { table, employees } = await open(Sources, Referrers);
    const before = await storedRows(storage.emulator, table, COMPANY);
    await expect(employees.delete(emp(1), { force: true })).rejects.toMatchObject({
      code: 'STILL_REFERRED_TO',
      details: { entity: 'Employee', copies: 'manager', referrers: 2 },
    });
    expect(await storedRows(storage.emulator, table, COMPANY)).toEqual(before);
  });

  it('takes the link away from those who refer to it', async () => {
    const { table, employees, departments } = await open(ClearingEmployees, ClearingDepartments);
    const support = await departments.getOrThrow(dept('Support'));
    await transaction()
      .delete(employees, emp(1), { force: true })
      .update(departments, support, { town: 'Ulm' })
      .commit();
    expect(await storedRows(storage.emulator, table, COMPANY)).toEqual({
      dept_Sales: { town: 'String:Bonn' },
      dept_Support: { town: 'String:Ulm' },
    });
    expect(support).toMatchObject({ managerId: undefined, managerName: undefined });
    expect(await verify(departments)).toMatchObject({ clean: true });
  });
});
