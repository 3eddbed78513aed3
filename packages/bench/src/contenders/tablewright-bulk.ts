import assert from 'node:assert/strict';
import { TableStore } from '@tablewright/core';
import type { Employee } from '../domain/employee.js';
import { EmployeeRepository } from '../domain/employee-repository.js';

/** Upserts any number of employees of any departments. */
export type BulkUpsert = (
  staff: Iterable<Employee>,
  count: number,
  options?: { readonly concurrency: number },
) => Promise<void>;

/** This library's way to write many entities: it makes the transactions itself. */
export function tablewrightBulk(connectionString: string): BulkUpsert {
  const employees = new EmployeeRepository(TableStore.fromConnectionString(connectionString));
  return async (staff, count, options) => {
    const { done } = await employees.bulk(upserts(staff), options);
    assert.equal(done, count);
  };
}

function* upserts(staff: Iterable<Employee>): Generator<{ readonly upsert: Employee }> {
  for (const employee of staff) yield { upsert: employee };
}
