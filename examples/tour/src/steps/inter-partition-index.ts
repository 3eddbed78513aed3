import { QueueOutbox } from '@tablewright/eventual';
import { Contacts } from '../contacts.js';
import { grid, type Step } from '../step.js';

const contacts = grid({ partitions: 'contacts' }, 'email', 'name');

export const interPartitionIndex: Step = {
  name: 'inter-partition-index',
  title: 'Copies in other partitions',
  why: 'Who is jonesj@contoso.com, in whatever office? The copies that answer it lie in a partition of their own, which no transaction of the offices reaches. So the transaction records what is to be copied, and an outbox carries it out.',
  listing: 'contacts.ts',
  acts: [
    {
      run: async ({ store, emulator }) => {
        const queues = await emulator.queues();
        await queues.createQueue('tablewright-outbox');
        await store.createTable('TablewrightOutbox');
        const outbox = new QueueOutbox(store, { queues });
        const contacts = new Contacts(store, { outbox });
        await contacts.insert({ office: 'Oslo', id: 1, email: 'adams@contoso.com', name: 'Al Adams' });
      },
      rows: contacts,
      note: 'A queue for hints, and a table that says in which partitions there may be something to do: both would be made when they turn out missing. The guard (\uFFEEguard) knows which version of Al the copy was made from: whoever comes late with an older one loses.',
    },
    {
      run: async ({ store, emulator }) => {
        const outbox = await QueueOutbox.from(store, emulator);
        const contacts = new Contacts(store, { outbox });
        await contacts.insert({ office: 'Rome', id: 2, email: 'jonesj@contoso.com', name: 'Jo Jones' });
        await contacts.insert({ office: 'Rome', id: 3, email: 'chenw@contoso.com', name: 'Wei Chen' });
      },
      rows: contacts,
      note: 'Five requests for each: a hint for the workers, in case this process dies; the commit, with the intent in it; the copy and its guard; then intent and hint are deleted. One more for Rome, once an hour.',
    },
    {
      run: async ({ store, emulator, console }) => {
        const outbox = await QueueOutbox.from(store, emulator);
        const contacts = new Contacts(store, { outbox });
        const copies = contacts.byEmail.query({ email: 'jonesj@contoso.com' });
        console.log((await copies.first())?.name);
        const entities = contacts.byEmail.entities({ email: 'jonesj@contoso.com' });
        console.log((await entities.first())?.office);
      },
      rows: grid(''),
      note: 'What a copy says takes one request, and may be old. The entity behind it takes one more, and is current.',
    },
  ],
};
