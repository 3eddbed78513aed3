import { DEPARTMENT } from '../domain/staff.js';
import { coldStart } from './cold-start.js';

await coldStart(async (connectionString) => {
  const { TableStore } = await import('@tablewright/core');
  const { EmployeeRepository } = await import('../domain/employee-repository.js');
  const employees = new EmployeeRepository(TableStore.fromConnectionString(connectionString));
  return employees.get({ department: DEPARTMENT, id: 17 });
});
