import { etagOf, TableStore, transaction } from '@tablewright/core';
import { EmployeeRepository } from '../domain/employee-repository.js';
import type { TableContender } from './table-contender.js';

export interface TablewrightContender extends TableContender {
  /** Of entities that will not be written: they need not remember what they were read from. */
  readonly scanReadonly: TableContender['scan'];
}

/** This library. */
export function tablewright(connectionString: string, table: string): TablewrightContender {
  const employees = new EmployeeRepository(TableStore.fromConnectionString(connectionString), { table });
  return {
    name: 'Tablewright',
    get: (department, id) => employees.get({ department, id }),
    insert: async (employee) => etagOf(await employees.insert(employee)),
    async upsertAll(staff) {
      const all = transaction();
      for (const employee of staff) all.upsert(employees, employee);
      await all.commit();
      return staff.map(etagOf);
    },
    async scan(department, visit) {
      for await (const employee of employees.query({ department }).scan('partition')) visit(employee);
    },
    async scanReadonly(department, visit) {
      const query = employees.query({ department }).scan('partition').readonly();
      for await (const employee of query) visit(employee);
    },
  };
}
