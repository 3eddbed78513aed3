import {
  Bool,
  Double,
  Entity,
  Int32,
  Int64,
  key,
  Repository,
  type TableStore,
  Text,
} from '@tablewright/core';
import { summarizeOnParent } from '@tablewright/patterns/summary';

@Entity({ table: 'Office' })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() team?: string;
  @Int64() salary?: bigint;
  @Double() rating?: number;
  @Bool() active?: boolean;
  @Text() email?: string;
}

@Entity({ table: 'Office' })
export class Department {
  static readonly key = key({ partition: '{name}', row: 'department' });
  @Text() name!: string;
  @Text() location?: string;
  @Int64({ name: 'EmployeeCount' }) employeeCount?: bigint;
  @Int64({ name: 'Salaries' }) salaries?: bigint;
}

@Entity({ table: 'Office' })
export class Team {
  static readonly key = key({ partition: '{department}', row: 'team_{team}' });
  @Text() department!: string;
  @Text() team!: string;
  @Text() lead?: string;
  @Int32() size?: number;
  @Int64() ratings?: bigint;
}

export const headcount = summarizeOnParent(Employee, Department, {
  name: 'headcount',
  by: { name: 'department' },
  count: 'employeeCount',
  sum: { salaries: 'salary' },
});

export const teamSize = summarizeOnParent(Employee, Team, {
  name: 'teamSize',
  by: { department: 'department', team: 'team' },
  count: 'size',
  decimals: { ratings: { of: 'rating', digits: 1 } },
  where: { active: true },
});

export class Employees extends Repository(Employee).with(headcount.children).with(teamSize.children) {}
export class Departments extends Repository(Department).with(headcount.parent) {}
export class Teams extends Repository(Team).with(teamSize.parent) {}

export interface Office {
  readonly table: string;
  readonly employees: Employees;
  readonly departments: Departments;
  readonly teams: Teams;
}

/** All three in one table. */
export function openOffice(store: TableStore, table: string): Office {
  return {
    table,
    employees: new Employees(store, { table }),
    departments: new Departments(store, { table }),
    teams: new Teams(store, { table }),
  };
}

export function employee(id: number, more: Partial<Employee> = {}): Employee {
  return Object.assign(new Employee(), { department: 'Sales', id, active: true }, more);
}
