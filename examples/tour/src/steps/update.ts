import { grid, type Step } from '../step.js';

export const update: Step = {
  name: 'update',
  title: 'Change one thing, send one thing',
  why: 'An entity remembers what it was read from. An update carries the columns that differ, so it cannot undo what it never touched.',
  acts: [
    {
      run: async ({ employees }) => {
        const jones = await employees.getOrThrow({ department: 'Sales', id: 223 });
        jones.age = 35;
        await employees.update(jones);
      },
      rows: grid('empid_', 'fullName', 'age', 'grade', 'salary'),
      note: 'The request has one column, and holds only for the version that was read (v1). The new version is v2.',
    },
    {
      run: async ({ employees }) => {
        const jones = await employees.getOrThrow({ department: 'Sales', id: 223 });
        await employees.update(jones, { lastName: 'Jones-Reed' });
        await employees.update(jones);
      },
      rows: grid('empid_', 'lastName', 'fullName', 'age'),
      note: 'What is computed from a changed property goes along. The second update has nothing to say, and sends nothing.',
    },
  ],
};
