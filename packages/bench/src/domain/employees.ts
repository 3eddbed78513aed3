import { Employee } from './employee.js';
import type { EmployeeData } from './employee-data.js';
import { peopleOf, personOf } from './staff.js';

/** An instance, made as a hand-written mapper would make it. */
export function employeeFrom(data: EmployeeData): Employee {
  return Object.assign(new Employee(), data);
}

export function employeeOf(id: number, department?: string): Employee {
  return employeeFrom(personOf(id, department));
}

export function employeesOf(count: number, from?: number, department?: string): Employee[] {
  return peopleOf(count, from, department).map(employeeFrom);
}
