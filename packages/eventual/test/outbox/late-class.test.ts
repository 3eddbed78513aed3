import { Entity, key, Repository, TableStore, Text } from '@tablewright/core';
import { OutboxWorker, QueueOutbox } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { expect, it } from 'vitest';
import { ahead, held, queuesOf, quiet, ReferenceProgram } from '../support/reference.js';

const byName = { byName: { partition: 'names_{name}', row: 'name_{name}' } };

@Entity({ table: 'Parties', type: 'person', discriminator: 'Kind' })
class Person {
  static readonly key = key({ partition: '{region}', row: 'party_{id}' });
  @Text() region!: string;
  @Text() id!: string;
  @Text() name!: string;
}

@Entity({ table: 'Parties', type: 'company', discriminator: 'Kind' })
class Company {
  static readonly key = key({ partition: '{region}', row: 'party_{id}' });
  @Text() region!: string;
  @Text() id!: string;
  @Text() name!: string;
}

class People extends Repository(Person).with(InterPartitionIndex(byName)) {}
class Companies extends Repository(Company).with(InterPartitionIndex(byName)) {}

const smith = { region: 'North', id: '1', name: 'Smith' };

it('a writer of the former class that comes late takes nothing from the one that is there now', async () => {
  const program = new ReferenceProgram();
  const { storage, store } = program;
  const clock = ahead(storage, 10_000);
  const early = TableStore.from(storage, { clock });
  const late = new People(early, { outbox: new QueueOutbox(early, { queues: queuesOf(storage) }) });
  const left = new QueueOutbox(store, { queues: queuesOf(storage), mode: 'worker' });
  const people = new People(store, { outbox: left });
  const companies = new Companies(store, { outbox: program.outbox });
  await companies.insert({ ...smith, id: '2' });
  const slow = held();
  let batches = 0;
  storage.http.inject(slow.fault, { when: ({ path }) => path === '$batch' && ++batches === 2 });
  const inserted = late.insert(smith);
  await quiet();
  await people.delete({ region: 'North', id: '1' }, { force: true });
  storage.clock.advance(1_000);
  await companies.insert(smith);
  await program.timed(() => new OutboxWorker(program.outbox, { repositories: [people, companies] }).drain());
  slow.release();
  await program.timed(() => inserted);
  await program.timed(() =>
    new OutboxWorker(program.outbox, { repositories: [people, companies] }).drain({ until: 'empty' }),
  );
  const rows = storage.snapshot().tables.get('Parties') ?? [];
  expect(rows.filter(({ rowKey }) => rowKey.includes('intent '))).toEqual([]);
  const copies = rows.filter(({ rowKey }) => rowKey.startsWith('name_') && rowKey.endsWith('party_1'));
  expect(copies.map(({ cells }) => cells.get('Kind')?.value)).toEqual(['company']);
});
