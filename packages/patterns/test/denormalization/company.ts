import { Entity, Int32, Int64, key, Repository, Text } from '@tablewright/core';
import { denormalize } from '@tablewright/patterns/denormalization';

@Entity({ table: 'Company' })
export class Employee {
  static readonly key = key({ partition: '{company}', row: 'empid_{id:06}' });
  @Text() company!: string;
  @Int32() id!: number;
  @Text() lastName!: string;
  @Text() email?: string;
  @Int64() salary?: bigint;
}

@Entity({ table: 'Company' })
export class Department {
  static readonly key = key({ partition: '{company}', row: 'dept_{name}' });
  @Text() company!: string;
  @Text() name!: string;
  @Text() town?: string;
  @Int32() managerId?: number;
  @Text() managerName?: string;
  @Text() managerEmail?: string;
  @Int64() managerSalary?: bigint;
}

const copies = {
  link: { id: 'managerId' },
  copy: { managerName: 'lastName', managerEmail: 'email', managerSalary: 'salary' },
} as const;

export const manager = denormalize(Employee, Department, { name: 'manager', ...copies });
export class Employees extends Repository(Employee).with(manager.source) {}
export class Departments extends Repository(Department).with(manager.copies) {}

/** The same, with rows that lead from a manager to his departments. */
export const indexed = denormalize(Employee, Department, {
  name: 'manager',
  ...copies,
  referrers: { index: 'managed_' },
});
export class IndexedEmployees extends Repository(Employee).with(indexed.source) {}
export class IndexedDepartments extends Repository(Department).with(indexed.copies) {}

/** The same, and who loses his manager has none. */
export const clearing = denormalize(Employee, Department, { name: 'manager', ...copies, onDelete: 'clear' });
export class ClearingEmployees extends Repository(Employee).with(clearing.source) {}
export class ClearingDepartments extends Repository(Department).with(clearing.copies) {}

/** How a source finds its referrers, and both sides' repositories. */
const SCAN = ['scan', Employees, Departments] as const;
const INDEX = ['index', IndexedEmployees, IndexedDepartments] as const;
const CLEAR = ['clear', ClearingEmployees, ClearingDepartments] as const;
/** All ways, and those where nobody goes while others refer to him. */
export const ALL_SIDES = [SCAN, INDEX, CLEAR] as const;
export const REFUSING_SIDES = [SCAN, INDEX] as const;

export function employee(id: number, lastName: string, more: Partial<Employee> = {}): Employee {
  return Object.assign(new Employee(), { company: 'Contoso', id, lastName }, more);
}

export function department(name: string, more: Partial<Department> = {}): Department {
  return Object.assign(new Department(), { company: 'Contoso', name }, more);
}

export const emp = (id: number) => ({ company: 'Contoso', id });
export const dept = (name: string) => ({ company: 'Contoso', name });

/** The one partition of all this. */
export const COMPANY = 'Contoso';
