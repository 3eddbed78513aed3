import { Desks } from '../desks.js';
import { grid, type Step } from '../step.js';

export const summary: Step = {
  name: 'summary',
  title: 'Counts and sums that are always right',
  why: 'How many desks has an office, and what did they cost? A row of the same partition knows, because each write of a desk changes it in the same transaction.',
  listing: 'desks.ts',
  acts: [
    {
      run: async ({ store }) => {
        const desks = new Desks(store);
        await Promise.all([1, 2, 3].map((id) => desks.insert({ office: 'Oslo', id, price: id * 100 })));
      },
      rows: grid({ partition: 'desks_Oslo' }, 'price', 'DeskCount', 'Sum_price'),
      note: 'Three writers at once. They take turns at the summary: none of them reads it in vain.',
    },
    {
      run: async ({ store, console }) => {
        const desks = new Desks(store);
        const { count, sum } = await desks.inventory.get({ office: 'Oslo' });
        console.log(count, sum.price);
      },
      rows: grid(''),
      note: 'One point read, however many desks there are.',
    },
    {
      run: async ({ store }) => {
        const desks = new Desks(store);
        const desk = await desks.getOrThrow({ office: 'Oslo', id: 3 });
        await desks.update(desk, { note: 'by the window' });
        await desks.delete(desk);
      },
      rows: grid({ partition: 'desks_Oslo' }, 'price', 'DeskCount', 'Sum_price'),
      note: 'A note is not summed up: one request. Taking the desk away reads the summary, and changes both rows together.',
    },
  ],
};
