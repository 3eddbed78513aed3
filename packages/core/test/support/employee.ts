import { Entity, Int32, Json, key, Repository, Text } from '@tablewright/core';

export class Address {
  street!: string;
  city!: string;
}

@Entity({ table: 'Employees' })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() firstName!: string;
  @Text() lastName!: string;
  @Int32() age?: number;
  @Json(() => Address) address?: Address;
}

export class EmployeeRepository extends Repository(Employee) {}

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
