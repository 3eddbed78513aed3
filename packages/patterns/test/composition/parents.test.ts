import { Entity, Int32, Int64, key, Repository, Text, transaction, verify } from '@tablewright/core';
import { denormalize } from '@tablewright/patterns/denormalization';
import { summarizeOnParent } from '@tablewright/patterns/summary';
import { beforeEach, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

@Entity({ table: 'Company' })
class Department {
  static readonly key = key({ partition: '{company}', row: 'dept_{name}' });
  @Text() company!: string;
  @Text() name!: string;
  @Text() town?: string;
  @Int32() managerId?: number;
  @Text() managerName?: string;
  @Int32() people?: number;
  @Int64() salaries?: bigint;
}

@Entity({ table: 'Company' })
class Employee {
  static readonly key = key({ partition: '{company}', row: 'empid_{id:06}' });
  @Text() company!: string;
  @Int32() id!: number;
  @Text() name!: string;
  @Text() department?: string;
  @Int64() salary?: bigint;
  /** A copy of what the department says. */
  @Text() town?: string;
}

const manager = denormalize(Employee, Department, {
  name: 'manager',
  link: { id: 'managerId' },
  copy: { managerName: 'name' },
  onDelete: 'clear',
});
const staff = summarizeOnParent(Employee, Department, {
  name: 'staff',
  by: { company: 'company', name: 'department' },
  count: 'people',
  sum: { salaries: 'salary' },
});
class Departments extends Repository(Department).with(manager.copies).with(staff.parent) {}
class Employees extends Repository(Employee).with(staff.children).with(manager.source) {}

const storage = useStorage();
const dept = (name: string) => ({ company: 'Contoso', name });
const emp = (id: number) => ({ company: 'Contoso', id });
let table: string;
let departments: Departments;
let employees: Employees;

beforeEach(() => {
  table = storage.emulator.uniqueName('Parents');
  departments = new Departments(storage.store(), { table });
  employees = new Employees(storage.store(), { table });
});

it('a department counts its staff and holds copies of its manager, in the same transactions', async () => {
  const row = async () => (await storedRows(storage.emulator, table, 'Contoso'))['dept_Sales'];
  await departments.insert({ ...dept('Sales'), town: 'Oslo' });
  await employees.insert({ ...emp(1), name: 'jones', department: 'Sales', salary: 5n });
  await departments.update(dept('Sales'), { managerId: 1, people: 9 });
  // One row, changed by two patterns: once.
  const { requests } = await storage.emulator.http.record(() =>
    employees.update(emp(1), { name: 'smith', salary: 6n }),
  );
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(await row()).toEqual({
    town: 'String:Oslo',
    managerId: 'Int32:1',
    managerName: 'String:smith',
    people: 'Int32:1',
    salaries: 'Int64:6',
  });
  const [sales] = await transaction()
    .upsert(departments, { ...dept('Sales'), managerId: 2, people: 50 }, { mode: 'replace' })
    .insert(employees, { ...emp(2), name: 'brown', department: 'Sales', salary: 1n })
    .commit();
  expect(sales).toMatchObject({ managerName: 'brown', people: 2, salaries: 7n });
  await employees.delete(emp(2), { force: true });
  expect(await row()).toEqual({ people: 'Int32:1', salaries: 'Int64:6' });
  expect(await verify(employees)).toMatchObject({ clean: true });
  expect(await verify(departments)).toMatchObject({ clean: true });
});

it('what children change must not be copied on', () => {
  const copied = denormalize(Department, Employee, {
    name: 'copied',
    link: { name: 'department' },
    copy: { salary: 'salaries' },
  });
  expect(() => Repository(Department).with(staff.parent).with(copied.source)).toThrow(/holds the totals/);
});

it('16 writers of several stores leave copies and totals right', async () => {
  const others = [1, 2].map(() => ({
    departments: new Departments(storage.store(), { table }),
    employees: new Employees(storage.store(), { table }),
  }));
  await departments.insert(dept('Sales'));
  await employees.insert({ ...emp(100), name: 'boss', department: 'Sales' });
  await departments.update(dept('Sales'), { managerId: 100 });
  await Promise.all(
    Array.from({ length: 16 }, async (_, i) => {
      const side = others[i % 2]!;
      if (i % 4 === 0) await side.employees.update(emp(100), { name: `boss ${i}` });
      else if (i % 4 === 1) await side.departments.update(dept('Sales'), { town: `town ${i}` });
      else await side.employees.insert({ ...emp(i), name: 'x', department: 'Sales', salary: 1n });
    }),
  );
  const { name } = await employees.getOrThrow(emp(100));
  const sales = await departments.getOrThrow(dept('Sales'));
  expect(sales).toMatchObject({ people: 9, salaries: 8n, managerName: name });
  expect(await verify(employees)).toMatchObject({ clean: true });
  expect(await verify(departments)).toMatchObject({ clean: true });
});
