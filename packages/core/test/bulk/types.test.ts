import type { BulkOutcome, BulkReport } from '@tablewright/core';
import { Entity, key, Repository, Text } from '@tablewright/core';
import { expectTypeOf, it } from 'vitest';
import type { Employee, EmployeeRepository } from '../support/employee.js';

@Entity({ table: 'Employees' })
class Department {
  static readonly key = key({ partition: '{name}', row: 'department' });
  @Text() name!: string;
  @Text() boss?: string;
}
class DepartmentRepository extends Repository(Department) {}

declare const employees: EmployeeRepository;
declare const departments: DepartmentRepository;
declare const one: Employee;
const at = { department: 'Sales', id: 1 };

/** Only compiled, never run. */
export function typed(): void {
  void employees.bulk([
    { insert: one },
    { upsert: one, mode: 'replace' },
    { replace: one, force: true },
    { update: one },
    { update: one, changes: { age: null } },
    { update: at, changes: { age: 3 }, ifMatch: 'x' },
    { delete: one },
    { delete: at, force: true },
  ]);
  void employees.bulk(
    (function* () {
      yield { insert: one };
      yield { upsert: one, mode: 'merge' };
    })(),
  );
  // @ts-expect-error an update by key says what changes
  void employees.bulk([{ update: at }]);
  // @ts-expect-error a key does not change
  void employees.bulk([{ update: at, changes: { id: 2 } }]);
  // @ts-expect-error there is no such mode
  void employees.bulk([{ upsert: one, mode: 'overwrite' }]);
  // @ts-expect-error there is no such verb
  void employees.bulk([{ remove: one }]);
  // @ts-expect-error half a key
  void employees.bulk([{ delete: { id: 1 }, force: true }]);
  // @ts-expect-error an item of another class, not bound to its repository
  void employees.bulk([{ insert: one }, { insert: { name: 'Sales' } }]);
  // @ts-expect-error bound, but to the wrong repository
  void employees.bulk([departments.bulkItem({ insert: one })]);
}

it('outcomes and reports know the classes of their items', () => {
  const mixed = () => employees.bulk([{ insert: one }, departments.bulkItem({ delete: { name: 'Sales' } })]);
  expectTypeOf(mixed).returns.resolves.toEqualTypeOf<BulkReport<typeof Employee | typeof Department>>();
  const alone = () => employees.bulk([{ insert: one }]);
  expectTypeOf(alone).returns.resolves.toEqualTypeOf<BulkReport<typeof Employee>>();
  type Done = Extract<BulkOutcome<typeof Employee>, { status: 'done' }>;
  expectTypeOf<Done['result']>().toExtend<Employee | boolean | object>();
  expectTypeOf<Extract<BulkOutcome<typeof Employee>, { status: 'failed' }>['error']>().toBeUnknown();
});
