import { Entity, Int32, Json, key, Repository, TableStore, Text } from '@tablewright/core';
import { OutboxWorker, QueueOutbox, sweep } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { expect, it } from 'vitest';
import { held, queuesOf, quiet, ReferenceProgram } from '../support/reference.js';

@Entity({ table: 'Tagged' })
class Tagged {
  static readonly key = key({ partition: '{region}', row: 'tagged_{id:04}' });
  @Text() region!: string;
  @Int32() id!: number;
  @Json() tags?: string[];
}

class TaggedRepository extends Repository(Tagged).with(
  InterPartitionIndex({
    byTag: { partition: 'tags', row: 'tag_{tags}', each: { tags: 'text' }, project: [] },
  }),
) {}

const tags = (letter: string, count = 60) => Array.from({ length: count }, (_, at) => `${letter}${at + 100}`);

it('an entity with many values is carried out, though a worker died between the two transactions of another change', async () => {
  const program = new ReferenceProgram();
  const { storage } = program;
  const store = TableStore.from(storage, { clock: storage.clock, retry: { maxRetries: 0 } });
  const outbox = new QueueOutbox(store, { queues: queuesOf(storage) });
  const tagged = new TaggedRepository(store, { outbox });
  const one = { region: 'North', id: 1 };
  await tagged.insert({ ...one, tags: tags('a') });
  storage.clock.advance(1_000);
  let batches = 0;
  const dead = {
    name: 'dead',
    run: async () => {
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    },
  };
  // Commit, the first half of the copies, and then nothing arrives any more.
  storage.http.inject(dead, {
    times: Number.POSITIVE_INFINITY,
    when: ({ path }) => {
      if (path === '$batch') batches += 1;
      return batches > 2;
    },
  });
  await program.timed(() => tagged.update(one, { tags: tags('b') }));
  storage.http.clearFaults();
  storage.clock.advance(60_000);
  await program.timed(() => tagged.update(one, { tags: tags('c') }));
  const worker = new OutboxWorker(outbox, { repositories: [tagged] });
  await program.timed(() => worker.drain());
  storage.clock.advance(600_000);
  const swept = await program.timed(() => sweep(outbox, { repositories: [tagged] }));
  expect(swept.failures.map(({ error }) => error)).toEqual([]);
  const rows = storage.snapshot().tables.get('Tagged') ?? [];
  const copies = rows
    .filter(({ rowKey }) => rowKey.startsWith('tag_'))
    .map(({ rowKey }) => rowKey.slice(0, 8));
  expect(copies).toEqual(tags('c').map((tag) => `tag_${tag}`));
  expect(rows.filter(({ rowKey }) => rowKey.includes('intent '))).toEqual([]);
});

it('a row that was not there, and came back under another guard, goes with the others', async () => {
  const program = new ReferenceProgram();
  const { storage } = program;
  const open = () => {
    const store = TableStore.from(storage, {
      clock: storage.clock,
      random: () => 1,
      retry: { maxRetries: 0 },
    });
    const outbox = new QueueOutbox(store, { queues: queuesOf(storage) });
    return { outbox, tagged: new TaggedRepository(store, { outbox }) };
  };
  const { outbox, tagged } = open();
  const one = { region: 'North', id: 1 };
  await tagged.insert({ ...one, tags: tags('a') });
  storage.clock.advance(1_000);
  const slow = held();
  let batches = 0;
  // Commit and the first half have gone through.
  storage.http.inject(slow.fault, { when: ({ path }) => path === '$batch' && ++batches === 3 });
  const first = tagged.update(one, { tags: tags('b') });
  await quiet();
  storage.clock.advance(1_000);
  // Finds rows in the guard that are not there yet, and waits a little.
  const second = open().tagged.update(one, { tags: tags('c') });
  await quiet();
  slow.release();
  await quiet();
  await program.timed(() => Promise.all([first, second]));
  await program.timed(() => new OutboxWorker(outbox, { repositories: [tagged] }).drain({ until: 'empty' }));
  const rows = storage.snapshot().tables.get('Tagged') ?? [];
  const copies = rows
    .filter(({ rowKey }) => rowKey.startsWith('tag_'))
    .map(({ rowKey }) => rowKey.slice(0, 8));
  expect(rows.filter(({ rowKey }) => rowKey.includes('intent '))).toEqual([]);
  expect(copies).toEqual(tags('c').map((tag) => `tag_${tag}`));
});
