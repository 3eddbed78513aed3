import type { Edm } from '@azure/data-tables';
import type { EmployeeData } from '../domain/employee-data.js';
import { idOf, rowKeyOf } from '../domain/keys.js';

// A type, not an interface: the SDK asks for an index signature.
type EmployeeEntity = {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly age: number;
  readonly active: boolean;
  readonly hired: Date;
  readonly salary: bigint;
  readonly badge: Edm<'Guid'>;
};

/** An employee as the SDK gives it. */
export type ReadEntity = EmployeeEntity & { readonly rating: number };

/** And as it takes it: whole doubles would be stored as integers, so their type has to be said. */
export type WrittenEntity = EmployeeEntity & { readonly rating: Edm<'Double'> };

export function toEntity(employee: EmployeeData): WrittenEntity {
  return {
    partitionKey: employee.department,
    rowKey: rowKeyOf(employee.id),
    email: employee.email,
    firstName: employee.firstName,
    lastName: employee.lastName,
    age: employee.age,
    active: employee.active,
    rating: { type: 'Double', value: employee.rating },
    hired: employee.hired,
    salary: employee.salary,
    badge: { type: 'Guid', value: employee.badge },
  };
}

/** Property by property: the fastest way to write it by hand. */
export function fill<E extends EmployeeData>(employee: E, entity: ReadEntity): E {
  employee.department = entity.partitionKey;
  employee.id = idOf(entity.rowKey);
  employee.email = entity.email;
  employee.firstName = entity.firstName;
  employee.lastName = entity.lastName;
  employee.age = entity.age;
  employee.active = entity.active;
  employee.rating = entity.rating;
  employee.hired = entity.hired;
  employee.salary = entity.salary;
  employee.badge = entity.badge.value;
  return employee;
}
