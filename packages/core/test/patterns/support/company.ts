import { Entity, Int32, key, Text } from '@tablewright/core';

@Entity({ table: 'Company' })
export class Worker {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Text() secret?: string;
}

@Entity({ table: 'Company' })
export class Department {
  static readonly key = key({ partition: '{name}', row: 'department' });
  @Text() name!: string;
  @Int32() managerId?: number;
  @Text() managerName?: string;
}

export function worker(id: number, name?: string): Worker {
  return Object.assign(new Worker(), { department: 'Sales', id }, name === undefined ? {} : { name });
}
