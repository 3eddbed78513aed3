import { etagOf, TableStore, transaction } from '@tablewright/core';
import { EmployeeRepository } from '../domain/employee-repository.js';
import type { TableContenderOf } from './table-contender.js';

/** This library. */
export const tablewright: TableContenderOf = (connectionString, table) => {
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
  };
};
