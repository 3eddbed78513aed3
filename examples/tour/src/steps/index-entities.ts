import { Callers } from '../callers.js';
import { grid, type Step } from '../step.js';

export const indexEntities: Step = {
  name: 'index-entities',
  title: 'Lists of those who share a value',
  why: 'All people called Jones, without a scan: for each name there is a row that lists their ids. A person and the lists change in one transaction.',
  listing: 'callers.ts',
  acts: [
    {
      run: async ({ store }) => {
        const callers = new Callers(store);
        await callers.insert({ office: 'Oslo', id: 151, lastName: 'Jones' });
        await callers.insert({ office: 'Oslo', id: 152, lastName: 'Jones' });
      },
      rows: grid({ partition: 'callers_Oslo' }, 'lastName', 'CallerIDs'),
      note: 'Each insert reads the list and writes it back under its ETag, together with the person.',
    },
    {
      run: async ({ store, console }) => {
        const callers = new Callers(store);
        const found = await callers.byLastName.find({ office: 'Oslo', lastName: 'Jones' });
        console.log(found.map(({ id }) => id));
      },
      rows: grid(''),
      note: 'One request for the list, then one for each person, side by side.',
    },
    {
      run: async ({ store }) => {
        const callers = new Callers(store);
        const jones = await callers.getOrThrow({ office: 'Oslo', id: 151 });
        await callers.update(jones, { lastName: 'Smith' });
      },
      rows: grid({ partition: 'callers_Oslo' }, 'lastName', 'CallerIDs'),
      note: 'A new name touches three rows: the person, the list that he leaves, and the list that he joins. One transaction.',
    },
  ],
};
