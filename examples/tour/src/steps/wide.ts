import { Handbooks } from '../handbook.js';
import { grid, type Step } from '../step.js';

const chapter = (text: string) => text.repeat(32_000);

export const wide: Step = {
  name: 'wide',
  title: 'An entity that is too large for a row',
  why: 'A row holds 252 properties and 1 MiB. Eighteen chapters of 64 KiB are more than that, and yet one handbook.',
  listing: 'handbook.ts',
  acts: [
    {
      run: async ({ store, console }) => {
        const names = [...'abcdefghijklmnopqr'];
        const chapters = Object.fromEntries(names.map((name) => [name, chapter(name)]));
        const handbooks = new Handbooks(store);
        await handbooks.insert({ department: 'Rules', year: 2026, title: 'How we work', ...chapters });

        const handbook = await handbooks.getOrThrow({ department: 'Rules', year: 2026 });
        console.log(handbook.title, handbook.a?.length, handbook.r?.length);
      },
      rows: grid({ partition: 'Rules' }, 'title', 'a', 'r'),
      note: 'One transaction writes it, and one listing reads it. Each chapter is in one of the two rows, under its own name, where any other client finds it.',
    },
    {
      run: async ({ store }) => {
        const handbooks = new Handbooks(store);
        await handbooks.update({ department: 'Rules', year: 2026 }, { r: 'To be written.' });
      },
      rows: grid({ partition: 'Rules' }, 'title', 'r'),
      note: 'The last chapter is in the second row, so that row alone is written. The first one keeps its version.',
    },
  ],
};
