import { grid, type Step } from '../step.js';

export const scan: Step = {
  name: 'scan',
  title: 'No scan by accident',
  why: 'A query that no key serves reads every row, at your cost and in your time. It works on ten rows and hurts on ten million, so it is refused until you say that you mean it.',
  acts: [
    {
      run: async ({ employees }) => {
        await employees.query({ department: 'Factory', email: 'w77@contoso.com' }).all();
      },
      fails: 'SCAN_REFUSED',
      rows: grid(''),
      note: 'Nothing was sent. The error says what would be read, and each of the ways out.',
    },
    {
      run: async ({ employees, console }) => {
        const query = employees.query({ department: 'Factory', email: 'w77@contoso.com' });
        const found = await query.scan('partition').all();
        console.log(found.map(({ id }) => id));
      },
      rows: grid(''),
      note: 'Allowed in so many words, for one partition. One row came back, but the service looked at all 245 of the partition. An index would lead straight to it: the step after next adds one.',
    },
  ],
};
