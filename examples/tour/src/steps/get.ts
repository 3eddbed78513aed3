import { Address } from '../contoso.js';
import { grid, type Step } from '../step.js';

export const get: Step = {
  name: 'get',
  title: 'Read it back',
  why: 'A row that is asked for by both of its keys is the fastest read there is, and it comes back as an instance of your class.',
  acts: [
    {
      run: async ({ employees, console }) => {
        const jones = await employees.get({ department: 'Sales', id: 223 });
        console.log(jones);
        console.log(jones?.fullName, jones?.address instanceof Address);
      },
      rows: grid('empid_'),
      note: 'department and id are not among the columns of the row: they were read out of its keys. Dates are Dates, the salary is an exact bigint, the address an Address.',
    },
  ],
};
