import { Bool, Entity, Int32, key, Repository, Text } from '@tablewright/core';

@Entity({ table: 'Company' })
export class Worker {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Int32() age?: number;
  @Bool() active?: boolean;
}

@Entity({ table: 'Company' })
export class Department {
  static readonly key = key({ partition: '{name}', row: 'department' });
  @Text() name!: string;
  @Int32() employeeCount?: number;
}

export class Workers extends Repository(Worker) {}
export class Departments extends Repository(Department) {}

export function worker(id: number, more: Partial<Worker> = {}): Worker {
  return Object.assign(new Worker(), { department: 'Sales', id, name: `person${id}` }, more);
}
