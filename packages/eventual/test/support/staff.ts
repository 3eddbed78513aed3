import { Entity, Int32, Json, key, Repository, Text } from '@tablewright/core';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';

@Entity({ table: 'Staff' })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() email?: string;
  @Int32() age?: number;
  @Text() phone?: string;
  @Json() tags?: string[];
}

export class Employees extends Repository(Employee).with(
  InterPartitionIndex({
    byAge: { partition: 'age_{age:03}', row: 'age_{department}', project: ['email'] },
  }),
) {}

/** The same entities in a program that was deployed with another index under the same name. */
export class OlderEmployees extends Repository(Employee).with(
  InterPartitionIndex({ byAge: { partition: 'ages', row: 'age_{age:03}', project: [] } }),
) {}
