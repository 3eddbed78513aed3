import { Bool, Double, Entity, Int32, Int64, key, Repository, Text } from '@tablewright/core';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { Summary } from '@tablewright/patterns/summary';

@Entity({ table: 'Payroll' })
export class Worker {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() country?: string;
  @Int64() salary?: bigint;
  @Int32() days?: number;
  @Double() bonus?: number;
  @Bool() active?: boolean;
  @Text() email?: string;
}

/** One of each sort, and lists and an index beside them. */
export class Payroll extends Repository(Worker)
  .with(
    Summary({
      all: { row: 'summary', count: 'EmployeeCount', sum: ['salary', 'days'], decimals: { bonus: 2 } },
      activeByCountry: { row: 'active_{country}', where: { active: true }, sum: ['days'], shards: 3 },
    }),
  )
  .with(IndexEntities({ byCountry: { row: 'country_{country}' } }))
  .with(IntraPartitionIndex({ byEmail: { row: 'email_{email}', unique: true, project: [] } })) {}

export function worker(id: number, more: Partial<Worker> = {}): Worker {
  return Object.assign(new Worker(), { department: 'Sales', id }, more);
}
