import { Messages } from '../messages.js';
import { grid, type Step } from '../step.js';

const rows = grid({ partition: 'messages_223' }, 'Count09', 'Count13');

export const dataSeries: Step = {
  name: 'data-series',
  title: 'The hours of a day in one row',
  why: 'How many messages did somebody send in each hour? With a row for each hour a chart takes 24 of them. Here each hour is a property of one row.',
  listing: 'messages.ts',
  acts: [
    {
      run: async ({ store, console }) => {
        const messages = new Messages(store);
        const day = { employee: '223', day: '2026-05-04' };
        const counted = await Promise.all([1, 2, 3].map(() => messages.perHour.increment(day, 13)));
        console.log(counted);
      },
      rows,
      note: 'Three at once, each of them counted: they take turns, and write under the ETag that they read. Each leaves its name, so that one whose reply is lost is not counted twice.',
    },
    {
      run: async ({ store }) => {
        const messages = new Messages(store);
        await messages.perHour.set({ employee: '223', day: '2026-05-04' }, 9, 4);
      },
      rows,
      note: 'To set an hour is one merge, which reads nothing.',
    },
    {
      run: async ({ store, console }) => {
        const messages = new Messages(store);
        const day = { employee: '223', day: '2026-05-04' };
        const series = await messages.perHour.get(day);
        console.log(series.values.join(' '));
        console.log([...(await messages.perHour.range(day, 12, 14))]);
      },
      rows: grid(''),
      note: 'The whole day is one point read. So is a part of it, which fetches three columns.',
    },
  ],
};
