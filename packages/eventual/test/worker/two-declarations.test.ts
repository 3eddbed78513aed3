import { OutboxWorker, QueueOutbox, sweep } from '@tablewright/eventual';
import { expect, it } from 'vitest';
import { department, queuesOf, ReferenceProgram } from '../support/reference.js';
import { Employees, OlderEmployees } from '../support/staff.js';

it('what an old and a new program recorded of one entity is carried out by the workers of both', async () => {
  const program = new ReferenceProgram();
  const { store, storage } = program;
  const outbox = new QueueOutbox(store, { queues: queuesOf(storage), mode: 'worker' });
  const older = new OlderEmployees(store, { outbox });
  const newer = new Employees(store, { outbox });
  await older.insert({ department, id: 1, age: 30 });
  storage.clock.advance(10);
  await newer.update({ department, id: 1 }, { age: 31 });
  for (let round = 0; round < 5; round++) {
    for (const staff of [older, newer]) {
      storage.clock.advance(600_000);
      const repositories = [staff];
      await program.timed(() => new OutboxWorker(outbox, { repositories }).drain());
      await program.timed(() => sweep(outbox, { repositories }));
    }
  }
  expect(program.rows().copies.map(({ partitionKey }) => partitionKey)).toContain('age_031');
  expect(program.rows().intents).toEqual([]);
});
