import { grid, type Step } from '../step.js';

export const deletion: Step = {
  name: 'delete',
  title: 'Delete',
  why: 'Deleting checks the version as well: what somebody has just changed does not vanish under their hands.',
  acts: [
    {
      run: async ({ employees, console }) => {
        const jones = await employees.getOrThrow({ department: 'Sales', id: 223 });
        console.log(await employees.delete(jones));
        console.log(await employees.delete({ department: 'Sales', id: 223 }, { force: true }));
      },
      rows: grid('', 'fullName', 'employeeCount'),
      note: 'The forced one had nothing left to delete, and says so: false, not an error.',
    },
  ],
};
