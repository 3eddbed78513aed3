import type { ReadEntity } from '../contenders/raw-mapping.js';
import type { EmployeeData } from '../domain/employee-data.js';
import { rowKeyOf } from '../domain/keys.js';
import { DEPARTMENT } from '../domain/staff.js';
import { coldStart } from './cold-start.js';

// Into a plain object: the class of the other contenders would bring Tablewright along.
await coldStart(async (connectionString) => {
  const { TableClient } = await import('@azure/data-tables');
  const { fill } = await import('../contenders/raw-mapping.js');
  const options = { allowInsecureConnection: true };
  const client = TableClient.fromConnectionString(connectionString, 'Employees', options);
  const entity = await client.getEntity<ReadEntity>(DEPARTMENT, rowKeyOf(17));
  return fill({} as EmployeeData, entity);
});
