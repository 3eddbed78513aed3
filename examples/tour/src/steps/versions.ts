import { DepartmentV2Repository } from '../department-v2.js';
import { grid, type Step } from '../step.js';

export const versions: Step = {
  name: 'versions',
  title: 'Rows of yesterday',
  why: 'The next release calls the count a headcount. The rows in the table do not know that, and need not be migrated in one night.',
  listing: 'department-v2.ts',
  acts: [
    {
      run: async ({ store, console }) => {
        const departments = new DepartmentV2Repository(store);
        const sales = await departments.getOrThrow({ name: 'Sales' });
        console.log(sales.name, sales.headcount);
        await departments.update(sales, { headcount: 4 });
      },
      rows: grid('department', 'employeeCount', 'headcount', 'tw__version'),
      note: 'The row of version 1 was upgraded on its way in. The next write stored it in the new form, without the old column; the others stay as they are until somebody writes them.',
    },
    {
      run: async ({ departments }) => {
        const sales = await departments.getOrThrow({ name: 'Sales' });
        await departments.update(sales, { employeeCount: 3 });
      },
      fails: 'ENTITY_NEWER',
      rows: grid(''),
      note: 'A process of the old release is still running. It does not understand the new row, so it does not write over it.',
    },
  ],
};
