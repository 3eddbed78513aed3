import { TableStore } from '@tablewright/core';
import { QueueOutbox } from '@tablewright/eventual';
import { expect, it } from 'vitest';
import { ahead, department, queuesOf, ReferenceProgram } from '../support/reference.js';
import { Employees } from '../support/staff.js';

it('an instance that nobody else wrote can be written, though a worker gave its row another version', async () => {
  const program = new ReferenceProgram();
  const { employees, storage } = program;
  const { clock } = storage;
  const store = TableStore.from(storage, { clock: ahead(storage, 10_000) });
  const early = new Employees(store, { outbox: new QueueOutbox(store, { queues: queuesOf(storage) }) });
  await early.insert({ department, id: 1, age: 30 });
  await early.delete({ department, id: 1 }, { force: true });
  clock.advance(1_000);
  const mine = await program.timed(() => employees.insert({ department, id: 1, age: 30 }));
  await program.timed(() => program.worker().drain({ until: 'empty' }));
  await program.timed(() => employees.update(mine, { email: '2@x.com' }));
  expect((await employees.getOrThrow({ department, id: 1 })).email).toBe('2@x.com');
});
