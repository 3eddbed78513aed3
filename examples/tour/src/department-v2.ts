import { Entity, Int32, key, Repository, Text } from '@tablewright/core';

@Entity({
  table: 'Contoso',
  type: 'Department',
  version: 2,
  upgrade: { 1: ({ employeeCount, ...columns }) => ({ ...columns, headcount: employeeCount }) },
})
export class DepartmentV2 {
  static readonly key = key({ partition: '{name}', row: 'department' });
  @Text() name!: string;
  @Text() location?: string;
  @Int32() headcount!: number;
}

export class DepartmentV2Repository extends Repository(DepartmentV2) {}
