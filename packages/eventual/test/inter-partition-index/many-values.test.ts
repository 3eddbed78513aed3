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
  // The guard is half done, and names what is there.
  const half = storage.snapshot().tables.get('Tagged') ?? [];
  const guard = half.find(({ rowKey }) => rowKey.includes('guard '))!;
  const stored = half.map(({ rowKey }) => rowKey).filter((rowKey) => rowKey.startsWith('tag_'));
  expect(JSON.parse(String(guard.cells.get('Keys')?.value))).toEqual(stored);
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
    const store = TableStore.from(storage, { clock: storage.clock, retry: { maxRetries: 0 } });
    const outbox = new QueueOutbox(store, { queues: queuesOf(storage) });
    return { outbox, tagged: new TaggedRepository(store, { outbox }) };
  };
  const { outbox, tagged } = open();
  const one = { region: 'North', id: 1 };
  await tagged.insert({ ...one, tags: ['a'] });
  await storage.rawTable('Tagged').deleteEntity('tags', 'tag_a  North  tagged_0001');
  storage.clock.advance(1_000);
  // The first one has committed, and would now put back what is lost, and more.
  const first = held();
  let batches = 0;
  storage.http.inject(first.fault, { when: ({ path }) => path === '$batch' && ++batches === 2 });
  const earlier = tagged.update(one, { tags: ['a', 'b'] });
  await quiet();
  storage.clock.advance(1_000);
  // The second one finds that it is not there, and is about to look at the guard again.
  const second = held();
  storage.http.inject(second.fault, {
    when: ({ method, path }) => method === 'GET' && decodeURIComponent(path).includes('guard '),
    after: 1,
  });
  const later = open().tagged.update(one, { tags: ['c'] });
  await quiet();
  first.release();
  await quiet();
  second.release();
  await program.timed(() => Promise.all([earlier, later]));
  const worker = new OutboxWorker(outbox, { repositories: [tagged] });
  await program.timed(() => worker.drain({ until: 'empty' }));
  const rows = storage.snapshot().tables.get('Tagged') ?? [];
  expect(rows.filter(({ rowKey }) => rowKey.includes('intent '))).toEqual([]);
  expect(rows.filter(({ rowKey }) => rowKey.startsWith('tag_')).map(({ rowKey }) => rowKey)).toEqual([
    'tag_c  North  tagged_0001',
  ]);
});
