import { grid, type Step } from '../step.js';

export const indexUse: Step = {
  name: 'index-use',
  title: 'Find by e-mail',
  why: 'The index is ready, and indexed is a repository that has it. An insert costs no request more than before, and a read by e-mail no more than one by id.',
  acts: [
    {
      run: async ({ indexed }) => {
        await indexed.insert({
          department: 'Sales',
          id: 228,
          email: 'quistn@contoso.com',
          firstName: 'Nora',
          lastName: 'Quist',
          hired: new Date('2022-11-07'),
          grade: 'lead',
          salary: 8_800_000n,
        });
      },
      rows: grid({ partition: 'Sales' }, 'email', 'tw__row'),
      note: 'One request, one transaction, two rows: there is no moment at which one exists without the other.',
    },
    {
      run: async ({ indexed, console }) => {
        const email = 'quistn@contoso.com';
        console.log(await indexed.byEmail.get({ department: 'Sales', email }));
      },
      rows: grid(''),
      note: 'One point read. The copy carries the names that were projected into it, and the id of the row that it stands for.',
    },
    {
      run: async ({ indexed }) => {
        const quist = await indexed.getOrThrow({ department: 'Sales', id: 228 });
        await indexed.update(quist, { email: 'nora@contoso.com' });
      },
      rows: grid({ partition: 'Sales' }, 'email', 'tw__row'),
      note: 'Another e-mail is another key: the copy under the old one goes, one under the new one comes, and the entity changes, all in the same request.',
    },
    {
      run: async ({ indexed }) => {
        await indexed.update({ department: 'Sales', id: 224 }, { email: 'nora@contoso.com' });
      },
      fails: 'UNIQUE_VIOLATION',
      rows: grid(''),
      note: 'Two rows cannot have one key, so the service itself sees to it that no two people of a department share an e-mail. Nothing was written.',
    },
    {
      run: async ({ indexed, console }) => {
        const query = indexed.query({ department: 'Factory', email: 'w77@contoso.com' });
        console.log(query.explain().why);
        console.log((await query.all()).map(({ id, fullName }) => [id, fullName]));
      },
      rows: grid(''),
      note: 'The query that was refused as a scan. Nobody named the index: the planner found it, and reads two rows where the scan read 245.',
    },
  ],
};
