import { faults } from '@tablewright/testing';
import { grid, type Step } from '../step.js';

export const lostReply: Step = {
  name: 'lost-reply',
  title: 'The reply gets lost',
  why: 'The service stored the row, but the connection broke before it could say so. A plain retry would then fail, because the row exists already: your own.',
  acts: [
    {
      run: async ({ emulator, employees, console }) => {
        emulator.http.inject(faults.dropReply());
        await employees.insert({
          department: 'Sales',
          id: 226,
          email: 'lindtm@contoso.com',
          firstName: 'Mara',
          lastName: 'Lindt',
          hired: new Date('2018-05-02'),
          grade: 'junior',
          salary: 4_980_000n,
        });
        console.log('inserted');
      },
      rows: grid('empid_', 'fullName', 'email'),
      note: 'The retry met a conflict. After a lost reply that proves nothing, so the store read the row, found exactly what it had sent, and knew that its first attempt had arrived: success, one row, written once (v1).',
    },
  ],
};
