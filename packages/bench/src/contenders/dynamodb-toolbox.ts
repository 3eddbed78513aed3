import { any, boolean, Entity, EntityParser, item, number, string, Table } from 'dynamodb-toolbox';
import type { EmployeeData } from '../domain/employee-data.js';
import { rowKeyOf } from '../domain/keys.js';

const employees = new Entity({
  name: 'Employee',
  table: new Table({
    name: 'Employees',
    partitionKey: { name: 'PartitionKey', type: 'string' },
    sortKey: { name: 'RowKey', type: 'string' },
  }),
  schema: item({
    department: string().key(),
    id: number().key(),
    email: string(),
    firstName: string(),
    lastName: string(),
    age: number(),
    active: boolean(),
    rating: number(),
    hired: any()
      .castAs<Date>()
      .transform({ encode: (date: Date) => date.toISOString(), decode: (text: string) => new Date(text) }),
    salary: number().big(),
    badge: string(),
  }),
  computeKey: ({ department, id }: { department: string; id: number }) => ({
    PartitionKey: department,
    RowKey: rowKeyOf(id),
  }),
  // Ours writes neither the type's name nor times of its own.
  entityAttribute: false,
  timestamps: false,
});

const parser = employees.build(EntityParser);

export function encodeByDynamodbToolbox(people: readonly EmployeeData[]): Record<string, unknown>[] {
  return people.map((person) => parser.parse(person).item);
}
