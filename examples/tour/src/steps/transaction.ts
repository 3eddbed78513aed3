import { transaction } from '@tablewright/core';
import { grid, type Step } from '../step.js';

export const transactions: Step = {
  name: 'transaction',
  title: 'All or nothing',
  why: 'What lies in one partition can be written in one piece, whatever the classes. An employee and the count of the department never disagree.',
  acts: [
    {
      run: async ({ employees, departments }) => {
        await transaction()
          .insert(employees, {
            department: 'Sales',
            id: 227,
            email: 'chenw@contoso.com',
            firstName: 'Wei',
            lastName: 'Chen',
            age: 29,
            hired: new Date('2020-02-17'),
            grade: 'junior',
            salary: 5_010_000n,
          })
          .update(departments, { name: 'Sales' }, { employeeCount: 3 })
          .commit();
      },
      rows: grid({ partition: 'Sales' }, 'fullName', 'age', 'employeeCount'),
      note: 'One request carries both writes, and both rows have a new version.',
    },
    {
      run: async ({ employees, departments }) => {
        await transaction()
          .update(departments, { name: 'Sales' }, { employeeCount: 2 })
          .delete(employees, { department: 'Sales', id: 999 }, { force: true })
          .commit();
      },
      fails: 'ENTITY_NOT_FOUND',
      rows: grid({ partition: 'Sales' }, 'fullName', 'age', 'employeeCount'),
      note: 'There is no employee 999. The error names the write that failed, and the count is what it was.',
    },
  ],
};
