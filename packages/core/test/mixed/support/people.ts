import { Entity, Int32, Int64, key, MixedTable, Repository, Text } from '@tablewright/core';

@Entity({ table: 'People' })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'emp_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Int64() salary?: bigint;
}

@Entity({ table: 'People' })
export class Customer {
  static readonly key = key({ partition: '{department}', row: 'cust_{email}' });
  @Text() department!: string;
  @Text() email!: string;
  @Int32() orders?: number;
}

/** One row in each department. */
@Entity({ table: 'People' })
export class Department {
  static readonly key = key({ partition: '{department}', row: 'dept' });
  @Text() department!: string;
  @Int32() headcount?: number;
}

/** Lie among the employees: only the discriminator tells. */
@Entity({ table: 'Reviews', discriminator: 'EntityType' })
export class Worker {
  static readonly key = key({ partition: '{site}', row: 'emp_{id:06}' });
  @Text() site!: string;
  @Int32() id!: number;
  @Text() name?: string;
}

@Entity({ table: 'Reviews', type: 'review', discriminator: 'EntityType' })
export class Review {
  static readonly key = key({ partition: '{site}', row: 'emp_{id:06}_{year:04}' });
  @Text() site!: string;
  @Int32() id!: number;
  @Int32() year!: number;
  @Text() verdict?: string;
}

export class Employees extends Repository(Employee) {}
export class Customers extends Repository(Customer) {}
export class Departments extends Repository(Department) {}
export class Workers extends Repository(Worker) {}
export class Reviews extends Repository(Review) {}

export class People extends MixedTable([Employee, Customer, Department]) {}
export class Staff extends MixedTable([Worker, Review]) {}
