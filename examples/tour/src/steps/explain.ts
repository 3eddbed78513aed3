import { grid, type Step } from '../step.js';

export const explain: Step = {
  name: 'explain',
  title: 'Ask first, write later',
  why: 'Each operation can say what it would do. It is no estimate: what is explained is the plan that would be sent.',
  acts: [
    {
      run: async ({ indexed, console }) => {
        const quist = await indexed.getOrThrow({ department: 'Sales', id: 228 });
        const { why, requests, write } = await indexed.explain.update(quist, { lastName: 'Quist-Moe' });
        console.log(why);
        console.log('requests:', requests);
        for (const { kind, row } of write?.operations ?? []) {
          console.log(kind, row.rowKey, Object.keys(row.columns));
        }
        await indexed.update(quist, { lastName: 'Quist-Moe' });
      },
      rows: grid({ partition: 'Sales' }, 'lastName', 'tw__row'),
      note: 'Explained, then done: the plan above has the same two operations. The copy carries the last name, too, so it is written along, and two rows are still one request.',
    },
    {
      run: async ({ indexed, console }) => {
        const key = { department: 'Sales', id: 228 };
        const { why, requests, open } = await indexed.explain.delete(key, { force: true });
        console.log(why);
        console.log('requests:', requests);
        console.log('open:', open);
      },
      rows: grid(''),
      note: 'By its key alone nobody knows which e-mail the row has. So the stored row would be read first, and the plan says what then depends on it.',
    },
  ],
};
