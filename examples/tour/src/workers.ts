import type { Input } from '@tablewright/core';
import type { Employee } from './contoso.js';

/** Somebody at the factory: all that is needed of an employee, made up from the number. */
export function worker(id: number): Input<typeof Employee> {
  return {
    department: 'Factory',
    id,
    email: `w${id}@contoso.com`,
    firstName: 'Worker',
    lastName: `No ${id}`,
    age: 20 + (id % 45),
    hired: new Date('2021-06-01'),
    grade: 'junior',
    salary: 4_200_000n,
  };
}

/** As many of them, from a number on. */
export function workers(from: number, count: number): Input<typeof Employee>[] {
  return Array.from({ length: count }, (_, i) => worker(from + i));
}
