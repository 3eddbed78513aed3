import { grid, type Step } from '../step.js';

export const conflict: Step = {
  name: 'conflict',
  title: 'Two people edit one row',
  why: 'The version of a row is checked by default. Whoever saves second is told, and no work disappears unseen.',
  acts: [
    {
      run: async ({ employees }) => {
        const annsCopy = await employees.getOrThrow({ department: 'Sales', id: 223 });
        const bobsCopy = await employees.getOrThrow({ department: 'Sales', id: 223 });
        await employees.update(annsCopy, { age: 36 });
        await employees.update(bobsCopy, { grade: 'senior' });
      },
      fails: 'ENTITY_CHANGED',
      rows: grid('empid_', 'fullName', 'age', 'grade'),
      note: 'Both had read the same version. When Ann saved, that version was gone, so the service refused Bob, and the store says so.',
    },
    {
      run: async ({ employees, console }) => {
        let attempts = 0;
        await employees.modify({ department: 'Sales', id: 223 }, async (jones) => {
          attempts++;
          // The first time, Ann slips in between our reading and our writing.
          if (attempts === 1) await employees.update({ department: 'Sales', id: 223 }, { age: 37 });
          jones.grade = 'senior';
        });
        console.log(`done in ${attempts} attempts`);
      },
      rows: grid('empid_', 'fullName', 'age', 'grade'),
      note: 'modify() reads again and replays the change on what it finds: both edits are there.',
    },
  ],
};
