import { grid, type Step } from '../step.js';
import { worker, workers } from '../workers.js';

export const bulk: Step = {
  name: 'bulk',
  title: 'Hundreds at once',
  why: 'A bulk run takes any number of items, puts up to a hundred into one request, and tells for each what became of it.',
  acts: [
    {
      run: async ({ employees, console }) => {
        const items = workers(1, 240).map((person) => ({ insert: person }));
        const { done, failed } = await employees.bulk(items);
        console.log(`${done} done, ${failed} failed`);
      },
      rows: grid({ partition: 'Factory', first: 3 }, 'fullName', 'email', 'age'),
      note: 'The factory has 240 people after three requests. The source may as well be a stream of millions: it is never read far ahead of what is written.',
    },
    {
      run: async ({ employees, console }) => {
        const items = [...workers(241, 3), worker(17), ...workers(244, 2)];
        const { done, failures } = await employees.bulk(items.map((person) => ({ insert: person })));
        console.log(`${done} done`);
        for (const { index, status, error } of failures) console.log(index, status, String(error));
      },
      rows: grid({ partition: 'Factory', prefix: 'empid_00024' }, 'fullName', 'email', 'age'),
      note: 'Worker 17 is there already, so the service refused the whole transaction. The run took out the culprit and sent the others again: one bad item costs one request, and no neighbour.',
    },
  ],
};
