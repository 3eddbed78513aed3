import { Bool, DateTime, Double, Entity, Guid, Int32, Int64, key, Text } from '@tablewright/core';

/** One column of every common type, and a key that is made of two properties. */
@Entity({ table: 'Employees' })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() firstName!: string;
  @Text() lastName!: string;
  @Int32() age!: number;
  @Bool() active!: boolean;
  @Double() rating!: number;
  @DateTime() hired!: Date;
  @Int64() salary!: bigint;
  @Guid() badge!: string;
}
