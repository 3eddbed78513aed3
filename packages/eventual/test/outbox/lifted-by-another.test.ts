import { TableStore, UNBOUNDED } from '@tablewright/core';
import { OutboxWorker, QueueOutbox } from '@tablewright/eventual';
import { expect, it } from 'vitest';
import { reconcile } from '../../src/reconcile/reconcile.js';
import { checkClientsCovered, checkClientsSettled } from '../support/clients/check.js';
import { Clients } from '../support/clients/clients.js';
import { clientRowsOf } from '../support/clients/rows.js';
import { ahead, held, queuesOf, quiet, ReferenceProgram } from '../support/reference.js';

const one = { region: 'North', id: 1, email: '1@x.com', city: 'Oslo' };
const keys = { partitionKey: 'North', rowKey: 'client_0001' };

it('a late deletion takes no copy of an entity that was made again, and that another index lifted', async () => {
  const program = new ReferenceProgram();
  const { storage } = program;
  const open = (ms: number, mode: 'inline' | 'worker' = 'inline') => {
    const store = TableStore.from(storage, { clock: ahead(storage, ms) });
    const outbox = new QueueOutbox(store, { queues: queuesOf(storage), mode });
    return { outbox, clients: new Clients(store, { outbox }) };
  };
  const { outbox, clients } = open(0);
  await clients.insert(one);
  storage.clock.advance(1_000);
  await open(10_000, 'worker').clients.delete(one, { force: true });
  // A worker has seen that the client is gone, and has not yet looked at what there is of its emails.
  const slow = held();
  storage.http.inject(slow.fault, {
    when: ({ method, path }) =>
      method === 'GET' && decodeURIComponent(path).includes("'emails',RowKey='\uFFEEguard"),
  });
  const drained = new OutboxWorker(outbox, { repositories: [clients] }).drain();
  await quiet();
  await program.timed(() => clients.insert(one));
  const byCity = clients.context.patterns.deferred.find(({ name }) => name === 'byCity');
  const known = { context: clients.context, derivation: byCity as never };
  await program.timed(() => reconcile(known, keys, UNBOUNDED));
  slow.release();
  await program.timed(() => drained);
  checkClientsCovered(clientRowsOf(storage.snapshot()));
  storage.clock.advance(60_000);
  await outbox.ask({ table: 'Clients', partition: 'North' });
  await program.timed(() => new OutboxWorker(outbox, { repositories: [clients] }).drain());
  checkClientsSettled(clientRowsOf(storage.snapshot()));
  expect(await clients.byEmail.query({ email: one.email }).all()).toHaveLength(1);
});
