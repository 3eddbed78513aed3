import { Entity, Int32, Json, key, Repository, type RepositoryClass, Text } from '@tablewright/core';
import { HasMany, HasOne } from '@tablewright/patterns/relationships';

/** Shares a partition with its employees. */
@Entity({ table: 'Company' })
export class Department {
  static readonly key = key({ partition: '{name}', row: 'department' });
  @Text() name!: string;
  @Text() location?: string;
  @Text() manager?: string;
  @Int32() headcount?: number;
  @Json() phones?: string[];
  get label(): string {
    return `${this.name} in ${this.location}`;
  }
}

@Entity({ table: 'Company' })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Int32() managerId?: number;
  /** A copy of what the department says. */
  @Text() departmentManager?: string;
  @Text() badgePartition?: string;
  @Text() badgeRow?: string;
}

/** The rest of an employee, under the same key in another table. */
@Entity({ table: 'Details' })
export class Details {
  static readonly key = key({ partition: '{department}', row: '{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() cv?: string;
}

/** Knows nothing of employees: they hold its keys. */
@Entity({ table: 'Badges' })
export class Badge {
  static readonly key = key({ partition: '{site}', row: 'badge_{no:04}' });
  @Text() site!: string;
  @Int32() no!: number;
  @Text() colour?: string;
}

/** Of a department, in partitions of another table. */
@Entity({ table: 'Contracts' })
export class Contract {
  static readonly key = key({ partition: 'contracts_{department}', row: '{no:05}' });
  @Text() department!: string;
  @Int32() no!: number;
  @Text() partner?: string;
}

export class BadgeRepository extends Repository(Badge) {}
export class ContractRepository extends Repository(Contract) {}

export class EmployeeRepository extends Repository(Employee)
  .with(
    HasOne({
      department: {
        of: (): RepositoryClass<typeof Department> => DepartmentRepository,
        by: { name: 'department' },
      },
      manager: { of: Employee, by: { department: 'department', id: 'managerId' } },
      details: { of: Details },
      badge: { of: BadgeRepository, link: { partitionKey: 'badgePartition', rowKey: 'badgeRow' } },
    }),
  )
  .with(HasMany({ reports: { of: Employee, by: { department: 'department', managerId: 'id' } } })) {}

export class DepartmentRepository extends Repository(Department).with(
  HasMany({
    employees: {
      of: EmployeeRepository,
      by: { department: 'name' },
      samePartition: true,
      copies: { departmentManager: 'manager' },
    },
    contracts: { of: ContractRepository, by: { department: 'name' } },
  }),
) {}

export interface Company {
  readonly departments: DepartmentRepository;
  readonly employees: EmployeeRepository;
}
