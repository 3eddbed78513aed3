import { grid, type Step } from '../step.js';

export const upsert: Step = {
  name: 'upsert',
  title: 'Insert or update',
  why: 'An upsert needs no read before it. What happens to columns that it does not mention is your choice.',
  acts: [
    {
      run: async ({ departments }) => {
        await departments.upsert({ name: 'Marketing', location: 'Building 7', employeeCount: 0 });
      },
      rows: grid('department', 'location', 'employeeCount'),
      note: 'There was no such department: the upsert inserted it.',
    },
    {
      run: async ({ departments }) => {
        await departments.upsert({ name: 'Marketing', employeeCount: 1 });
      },
      rows: grid('department', 'location', 'employeeCount'),
      note: 'Now there is one: by default the upsert merges, and the location stays.',
    },
    {
      run: async ({ departments }) => {
        await departments.upsert({ name: 'Marketing', employeeCount: 2 }, { mode: 'replace' });
      },
      rows: grid('department', 'location', 'employeeCount'),
      note: 'In replace mode the row becomes exactly what was given.',
    },
  ],
};
