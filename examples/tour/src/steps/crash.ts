import { setTimeout } from 'node:timers/promises';
import { OutboxWorker, QueueOutbox } from '@tablewright/eventual';
import { Contacts } from '../contacts.js';
import { dyingProcess } from '../dying-process.js';
import { grid, type Step } from '../step.js';

const contacts = grid({ partitions: 'contacts' }, 'email', 'name');

export const crash: Step = {
  name: 'crash',
  title: 'A process dies between the commit and the copies',
  why: 'A write and its copy in another partition are two transactions, and a process can die between them. Here one does.',
  acts: [
    {
      run: async ({ emulator, store }) => {
        const contacts = await dyingProcess(emulator, store);
        await contacts.update({ office: 'Rome', id: 2 }, { email: 'jo@contoso.com' });
        emulator.http.clearFaults();
      },
      rows: contacts,
      note: 'The transaction arrived, and nothing after it. Jo has her new address, the copy still stands under the old one. But the intent (\uFFEEintent) came with the transaction: the work is on record.',
    },
    {
      run: async ({ store, emulator, console }) => {
        const outbox = await QueueOutbox.from(store, emulator);
        const contacts = new Contacts(store, { outbox });
        console.log((await contacts.byEmail.query({ email: 'jonesj@contoso.com' }).first())?.name);
        console.log((await contacts.getOrThrow({ office: 'Rome', id: 2 })).email);
      },
      rows: grid(''),
      note: 'Until somebody does the work, the copies are old. Their type says that this may be so; entities() would have left Jo out.',
    },
    {
      run: async ({ store, emulator, console }) => {
        await setTimeout(1_500);
        const outbox = await QueueOutbox.from(store, emulator);
        const contacts = new Contacts(store, { outbox });
        const worker = new OutboxWorker(outbox, { repositories: [contacts], pollInterval: 200 });
        const { handled, intents } = await worker.drain({ until: 'empty' });
        console.log({ handled, intents });
      },
      rows: contacts,
      note: 'The hint that the dead process had put before its commit led a worker to the intent. The copy moved, the guards know it, and nothing is left to be done.',
    },
    {
      run: async ({ store, emulator, console }) => {
        const outbox = await QueueOutbox.from(store, emulator);
        const contacts = new Contacts(store, { outbox });
        console.log(await contacts.byEmail.query({ email: 'jonesj@contoso.com' }).count());
        console.log((await contacts.byEmail.entities({ email: 'jo@contoso.com' }).first())?.name);
      },
      rows: grid(''),
    },
  ],
};
