import { Expenses } from '../expenses.js';
import { grid, type Step } from '../step.js';

export const logTail: Step = {
  name: 'log-tail',
  title: 'The newest first',
  why: 'A query can ask for the first rows of a partition, but not for the last. So the time stands in the row key as inverted ticks: the newest entry has the smallest key.',
  listing: 'expenses.ts',
  acts: [
    {
      run: async ({ store }) => {
        const expenses = new Expenses(store);
        const haddad = { employee: 'e224' };
        const june = new Date('2014-06-30T09:00:00Z');
        const july = new Date('2014-07-31T18:00:00Z');
        // Times and ids are given here, so that the tour shows the same rows every time.
        await expenses.append({ ...haddad, submitted: june, id: 'a', amount: 310, purpose: 'flight' });
        await expenses.append({ ...haddad, submitted: july, id: 'b', amount: 12.5 });
        await expenses.append({ ...haddad, submitted: july, id: 'c', amount: 80, purpose: 'hotel' });
      },
      rows: grid({ partition: 'expenses_e224' }, 'amount', 'purpose'),
      note: 'Nineteen digits: what is left of time until the year 9999, in steps of 100 ns. Behind them the id, which tells entries of the same millisecond apart.',
    },
    {
      run: async ({ store, console }) => {
        const expenses = new Expenses(store);
        const newest = await expenses.latest({ employee: 'e224' }, 2).all();
        console.log(newest.map(({ submitted, amount }) => [submitted.toISOString(), amount]));
      },
      rows: grid(''),
      note: 'One request, however long the log is. No index, no sorting: the service reads the first two rows and stops.',
    },
    {
      run: async ({ store, console }) => {
        const expenses = new Expenses(store);
        const july = new Date('2014-07-31T18:00:00Z');
        const again = { employee: 'e224', submitted: july, id: 'b', amount: 12.5 };
        console.log((await expenses.append(again)).id);
        console.log(await expenses.since({ employee: 'e224' }, july).count());
      },
      rows: grid({ partition: 'expenses_e224' }, 'amount', 'purpose'),
      note: 'A message that a queue delivers twice is appended once: the very same entry is there already, and counts as appended.',
    },
  ],
};
