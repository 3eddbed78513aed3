import { grid, type Step } from '../step.js';

export const badInput: Step = {
  name: 'bad-input',
  title: 'Bad input stays at home',
  why: 'Keys, values and sizes are checked before anything is sent. The error names the property and the rule, and never repeats the value.',
  acts: [
    {
      run: async ({ employees }) => {
        await employees.get({ department: 'Sales', id: 1_234_567 });
      },
      fails: 'KEY_VALUE_INVALID',
      rows: grid('empid_'),
      note: 'A seventh digit would sort among the wrong rows, and range reads would lose it.',
    },
    {
      run: async ({ employees }) => {
        await employees.update({ department: 'Sales', id: 223 }, { age: 36.5 });
      },
      fails: 'VALUE_INVALID',
      rows: grid('empid_'),
    },
    {
      run: async ({ departments }) => {
        const location = 'far away '.repeat(4_000);
        await departments.upsert({ name: 'Sales', location, employeeCount: 3 });
      },
      fails: 'LIMIT_EXCEEDED',
      rows: grid('department'),
    },
    {
      run: async ({ departments, console }) => {
        await departments.insert({ name: 'R&D/Ops', location: 'Lab 1', employeeCount: 0 });
        console.log(await departments.get({ name: 'R&D/Ops' }));
      },
      rows: grid('department', 'location', 'employeeCount'),
      note: 'This one is fine, though the service forbids / in a key: it is written as ~2F, and read back as it was. No two names can end up in one key.',
    },
  ],
};
