import { Entity, Int32, key, Repository, repair, TableStore, Text, verify } from '@tablewright/core';
import { QueueOutbox } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { expect, it } from 'vitest';
import { queuesOf, ReferenceProgram } from '../support/reference.js';

@Entity({ table: 'People' })
class Person {
  static readonly key = key({ partition: '{region}', row: 'person_{id:04}' });
  @Text() region!: string;
  @Int32() id!: number;
  @Text() email!: string;
}

class OldPeople extends Repository(Person).with(
  InterPartitionIndex({ byEmail: { partition: 'emails', row: 'email_{email}', project: [] } }),
) {}
class NewPeople extends Repository(Person).with(
  InterPartitionIndex({ byEmail: { table: 'Emails', partition: 'emails', row: '{email}', project: [] } }),
) {}

it('repair writes the rows of an index that moved to another table only there', async () => {
  const program = new ReferenceProgram();
  const { storage } = program;
  const store = TableStore.from(storage, { clock: storage.clock, retry: { maxRetries: 0 } });
  const old = new OldPeople(store, {
    outbox: new QueueOutbox(store, { queues: queuesOf(storage), mode: 'worker' }),
  });
  await old.insert({ region: 'North', id: 1, email: 'x@contoso.com' });
  const outbox = new QueueOutbox(store, { queues: queuesOf(storage) });
  const people = new NewPeople(store, { outbox });
  await program.timed(() => repair(people));
  expect((await program.timed(() => verify(people))).clean).toBe(true);
  const emails = storage.snapshot().tables.get('Emails') ?? [];
  expect(emails.filter(({ rowKey }) => !rowKey.startsWith('\uFFEE'))).toHaveLength(1);
  const own = (storage.snapshot().tables.get('People') ?? []).filter(
    ({ rowKey }) => !rowKey.startsWith('\uFFEE'),
  );
  expect(own.map(({ partitionKey, rowKey }) => `${partitionKey} ${rowKey}`)).toEqual(['North person_0001']);
});
