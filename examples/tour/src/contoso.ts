import { setTimeout } from 'node:timers/promises';
import {
  type Clock,
  DateTime,
  Entity,
  Enum,
  Int32,
  Int64,
  Json,
  key,
  type Observer,
  Repository,
  TableStore,
  Text,
} from '@tablewright/core';
import type { EmbeddedStorage } from '@tablewright/testing';

@Entity({ table: 'Contoso' })
export class Department {
  static readonly key = key({ partition: '{name}', row: 'department' });
  @Text() name!: string;
  @Text() location?: string;
  @Int32() employeeCount!: number;
}

export class Address {
  street!: string;
  city!: string;
}

@Entity({ table: 'Contoso' })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() firstName!: string;
  @Text() lastName!: string;
  @Int32() age?: number;
  @DateTime() hired!: Date;
  @Enum(['junior', 'senior', 'lead']) grade!: 'junior' | 'senior' | 'lead';
  @Int64() salary!: bigint; // in cents
  @Json(() => Address) address?: Address;
  @Text() get fullName() {
    return `${this.firstName} ${this.lastName}`;
  }
}

export class DepartmentRepository extends Repository(Department) {}
export class EmployeeRepository extends Repository(Employee) {}

/** Ids that are the same in every tour. */
function numbered(): () => string {
  let last = 0;
  return () => `00000000-0000-4000-8000-${(++last).toString(16).padStart(12, '0')}`;
}

/** Always the same time of day, for the same reason. Pauses are real ones. */
const clock: Clock = {
  now: () => Date.UTC(2014, 6, 31, 12),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}),
};

export function openContoso(emulator: EmbeddedStorage, observe: Observer) {
  const store = TableStore.from(emulator, { observe, newId: numbered(), clock });
  return {
    store,
    departments: new DepartmentRepository(store),
    employees: new EmployeeRepository(store),
  };
}
