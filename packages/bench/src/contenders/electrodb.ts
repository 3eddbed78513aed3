import { CustomAttributeType, Entity } from 'electrodb';
import type { EmployeeData } from '../domain/employee-data.js';
import { idOf } from '../domain/keys.js';
import type { StoredEmployee } from '../domain/stored-row.js';

const employees = new Entity(
  {
    model: { entity: 'employee', version: '1', service: 'staff' },
    attributes: {
      department: { type: 'string', required: true },
      id: { type: 'number', required: true },
      email: { type: 'string', required: true },
      firstName: { type: 'string', required: true },
      lastName: { type: 'string', required: true },
      age: { type: 'number', required: true },
      active: { type: 'boolean', required: true },
      rating: { type: 'number', required: true },
      hired: {
        type: CustomAttributeType<Date>('any'),
        required: true,
        get: (text: unknown) => new Date(text as string),
      },
      salary: {
        type: CustomAttributeType<bigint>('any'),
        required: true,
        get: (text: unknown) => BigInt(text as string),
      },
      badge: { type: 'string', required: true },
    },
    indexes: {
      primary: {
        pk: { field: 'PartitionKey', composite: ['department'] },
        sk: { field: 'RowKey', composite: ['id'] },
      },
    },
  },
  { table: 'Employees' },
);

/** The same rows as ElectroDB keeps them: the properties of the key are attributes, too. */
export function electroItems(rows: readonly StoredEmployee[]): Record<string, unknown>[] {
  return rows.map((row) => ({
    ...row,
    department: row.PartitionKey,
    id: idOf(row.RowKey),
    __edb_e__: 'employee',
    __edb_v__: '1',
  }));
}

export function decodeByElectrodb(items: Record<string, unknown>[]): EmployeeData[] {
  return employees.parse({ Items: items }).data as EmployeeData[];
}
