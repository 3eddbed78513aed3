import { Bool, DateTime, Entity, Int32, Json, key, Repository, Text } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';

@Entity({ table: 'Employees' })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() firstName!: string;
  @Text() lastName!: string;
  @Int32() age?: number;
  @Bool() active?: boolean;
  @Int32() badge?: number;
  @DateTime() hired?: Date;
  @Json() tags?: string[];
}

/** One of each sort: unique and not, projected and full, sparse, multi-valued, newest first. */
export class EmployeeRepository extends Repository(Employee)
  .with(
    IntraPartitionIndex({
      byEmail: { row: 'email_{email}', unique: true, project: ['firstName', 'lastName'] },
      byName: { row: 'name_{lastName}_{firstName}' },
      byAge: { row: 'age_{age:03}', where: { active: true } },
    }),
  )
  .with(
    IntraPartitionIndex({
      byBadge: { row: 'badge_{badge:04}', unique: true },
      byTag: { row: 'tag_{tags}', each: { tags: 'text' }, project: ['email'] },
      newest: { row: 'hired_{hired:desc}', project: [] },
    }),
  ) {}

export function employee(id: number, more: Partial<Employee> = {}): Employee {
  const name = `person${id}`;
  const basics = {
    department: 'Sales',
    id,
    email: `${name}@contoso.com`,
    firstName: name,
    lastName: 'Jones',
  };
  return Object.assign(new Employee(), basics, more);
}
