import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';

// Two classes that share the rows of `staff.ts`, and their index, by name and by place.

@Entity({ table: 'Staff', type: 'person', discriminator: 'Kind' })
class Person {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Int32() age?: number;
  @Text() email?: string;
}

@Entity({ table: 'Staff', type: 'robot', discriminator: 'Kind' })
class Robot {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Int32() age?: number;
  @Text() email?: string;
}

const byAge = { byAge: { partition: 'age_{age:03}', row: 'age_{department}', project: ['email'] } } as const;

export class People extends Repository(Person).with(InterPartitionIndex(byAge)) {}
export class Robots extends Repository(Robot).with(InterPartitionIndex(byAge)) {}
