import { Repository, type RepositoryClass } from '@tablewright/core';
import { HasMany, HasOne } from '@tablewright/patterns/relationships';
import { Department, Employee } from './contoso.js';

export class RelatedEmployees extends Repository(Employee).with(
  HasOne({
    home: {
      // The two classes refer to each other, so one type is written down.
      of: (): RepositoryClass<typeof Department> => RelatedDepartments,
      by: { name: 'department' },
    },
  }),
) {}

export class RelatedDepartments extends Repository(Department).with(
  HasMany({
    employees: { of: RelatedEmployees, by: { department: 'name' }, samePartition: true },
  }),
) {}
