// class-transformer's decorators need it, and it has to come first.
import 'reflect-metadata';
import { Exclude, Expose, plainToInstance, Transform, Type } from 'class-transformer';
import type { EmployeeData } from '../domain/employee-data.js';
import { idOf } from '../domain/keys.js';
import type { StoredEmployee } from '../domain/stored-row.js';

/** The employee as class-transformer's users declare it: only what is exposed is taken from a row. */
@Exclude()
class EmployeeModel implements EmployeeData {
  @Expose({ name: 'PartitionKey' }) department!: string;
  @Expose({ name: 'RowKey' }) @Transform(({ value }) => idOf(value)) id!: number;
  @Expose() email!: string;
  @Expose() firstName!: string;
  @Expose() lastName!: string;
  @Expose() age!: number;
  @Expose() active!: boolean;
  @Expose() rating!: number;
  @Expose() @Type(() => Date) hired!: Date;
  @Expose() @Transform(({ value }) => BigInt(value)) salary!: bigint;
  @Expose() badge!: string;
}

export function decodeByClassTransformer(rows: readonly StoredEmployee[]): EmployeeData[] {
  return plainToInstance(EmployeeModel, rows as StoredEmployee[]);
}
