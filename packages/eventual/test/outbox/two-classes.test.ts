import { Entity, key, Repository, TableStore, Text } from '@tablewright/core';
import { OutboxWorker, QueueOutbox } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { beforeEach, describe, expect, it } from 'vitest';
import { ahead, HOUR, held, queuesOf, quiet, ReferenceProgram } from '../support/reference.js';

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

describe('a row that was deleted, and made again as one of another class', () => {
  let program: ReferenceProgram;
  let people: People;
  let left: QueueOutbox;

  beforeEach(async () => {
    program = new ReferenceProgram();
    left = new QueueOutbox(program.store, { queues: queuesOf(program.storage), mode: 'worker' });
    people = new People(program.store, { outbox: left });
    await people.delete(await people.insert(smith));
  });

  const rows = (beginning: string) =>
    (program.storage.snapshot().tables.get('Parties') ?? []).filter(({ rowKey }) =>
      rowKey.startsWith(beginning),
    );

  const copies = () =>
    rows('name_').map(({ partitionKey, cells }) => `${partitionKey} ${cells.get('Kind')?.value}`);

  const orders: readonly (readonly ['people' | 'companies', ...('people' | 'companies')[]])[] = [
    ['people', 'companies'],
    ['companies', 'people'],
  ];
  const ways = orders.flatMap((order) =>
    [0, 1_000, -HOUR].flatMap((later) =>
      ['Smith', 'Jones'].flatMap((name) =>
        (['inline', 'worker'] as const).map((mode) => ({ order, later, name, mode })),
      ),
    ),
  );

  it.each(ways)('keeps its own copies, and no others: $order, $later ms later, $name, $mode', async (way) => {
    const { order, later, name, mode } = way;
    const { store, storage } = program;
    const outbox = mode === 'worker' ? left : program.outbox;
    const companies = new Companies(store, { outbox });
    const now = storage.clock.now.bind(storage.clock);
    storage.clock.now = () => now() + later;
    await program.timed(() => companies.insert({ ...smith, name }));
    storage.clock.now = now;
    for (const who of order) {
      const repositories = [who === 'people' ? people : companies];
      const worker = new OutboxWorker(program.outbox, { repositories, backOff: { first: 1, most: 1 } });
      // It leaves what it does not know.
      await program.timed(() => worker.drain());
      storage.clock.advance(HOUR);
    }
    const all = new OutboxWorker(program.outbox, { repositories: [people, companies] });
    await program.timed(() => all.drain({ until: 'empty' }));
    expect(copies()).toEqual([`names_${name} company`]);
    expect(rows('\uFFEEintent ')).toEqual([]);
  });
});

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
