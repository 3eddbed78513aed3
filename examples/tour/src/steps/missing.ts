import { grid, type Step } from '../step.js';

export const missing: Step = {
  name: 'missing',
  title: 'Many at once, and what is not there',
  why: 'That a row does not exist is an answer, not an accident: reads say undefined, and only getOrThrow() throws.',
  acts: [
    {
      run: async ({ employees, console }) => {
        const people = await employees.getMany([
          { department: 'Sales', id: 224 },
          { department: 'Sales', id: 999 },
          { department: 'Sales', id: 223 },
        ]);
        console.log(people.map((person) => person?.fullName));
      },
      rows: grid('empid_'),
      note: 'Point reads side by side, answered in the order in which you asked.',
    },
    {
      run: async ({ employees, console }) => {
        console.log(await employees.get({ department: 'Legal', id: 1 }));
        console.log(await employees.exists({ department: 'Sales', id: 223 }));
      },
      rows: grid('empid_'),
      note: 'exists() asks for none of your columns: the answer is short, however large the row.',
    },
  ],
};
