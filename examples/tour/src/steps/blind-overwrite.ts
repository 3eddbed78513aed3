import { grid, type Step } from '../step.js';

export const blindOverwrite: Step = {
  name: 'blind-overwrite',
  title: 'No overwriting by accident',
  why: 'A whole row that was typed in rather than read would bury what others stored. That takes a word of its own.',
  acts: [
    {
      run: async ({ departments }) => {
        await departments.replace({ name: 'Sales', employeeCount: 2 });
      },
      fails: 'ETAG_MISSING',
      rows: grid('department'),
    },
    {
      run: async ({ departments }) => {
        await departments.replace({ name: 'Sales', employeeCount: 2 }, { force: true });
      },
      rows: grid('department', 'location', 'employeeCount'),
      note: 'force means If-Match *, whatever is there. It stands in the code, where a reviewer sees it. And it is a replacement indeed: the location is gone.',
    },
  ],
};
