import { DateTime, Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { Inheritance } from '@tablewright/patterns/inheritance';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';

@Entity({ table: 'People', discriminator: 'EntityType' })
export abstract class Person {
  static readonly key = key({ partition: '{country}', row: 'person_{id:06}' });
  @Text() country!: string;
  @Int32() id!: number;
  @Text() name!: string;
  @DateTime() born?: Date;
  abstract describe(): string;
}

@Entity({ type: 'employee' })
export class Employee extends Person {
  @Text() department!: string;
  @Text() email?: string;
  describe(): string {
    return `${this.name} of ${this.department}`;
  }
}

@Entity({ type: 'customer' })
export class Customer extends Person {
  @Int32() orders?: number;
  describe(): string {
    return `${this.name}, ${this.orders ?? 0} orders`;
  }
}

export class People extends Inheritance(Person, [Employee, Customer]) {}

export class EmployeeRepository extends Repository(Employee).with(
  IntraPartitionIndex({
    byEmail: { row: 'email_{email}', unique: true, project: ['name'] },
    byDepartment: { row: 'dept_{department}' },
  }),
) {}
export class CustomerRepository extends Repository(Customer).with(
  IntraPartitionIndex({ byOrders: { row: 'orders_{orders:04}', project: [] } }),
) {}
export class IndexedPeople extends Inheritance(Person, [EmployeeRepository, CustomerRepository]) {}

export function employee(id: number, more: Partial<Employee> = {}): Employee {
  return Object.assign(new Employee(), { country: 'DE', id, name: `E${id}`, department: 'Sales' }, more);
}

export function customer(id: number, more: Partial<Customer> = {}): Customer {
  return Object.assign(new Customer(), { country: 'DE', id, name: `C${id}` }, more);
}

export const de = (id: number) => ({ country: 'DE', id });
