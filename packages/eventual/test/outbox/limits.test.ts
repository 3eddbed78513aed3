import { Entity, Int32, Json, key, Repository, Text, transaction } from '@tablewright/core';
import { QueueOutbox } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { base64, department, QUEUE, queuesOf, ReferenceProgram } from '../support/reference.js';

@Entity({ table: 'Docs' })
class Doc {
  static readonly key = key({ partition: '{owner}', row: 'doc_{id:03}' });
  @Text() owner!: string;
  @Int32() id!: number;
  @Text() kind?: string;
  @Json() tags?: string[];
  @Text() text1?: string;
  @Text() text2?: string;
  @Text() text3?: string;
  @Text() text4?: string;
}

class Docs extends Repository(Doc).with(
  InterPartitionIndex({
    byTag: { partition: 'tags', row: 'tag_{tags}', each: { tags: 'text' }, table: 'DocsByTag' },
    byKind: { partition: 'kinds', row: 'kind_{kind}', project: [] },
  }),
) {}

class Slim extends Repository(Doc).with(
  InterPartitionIndex({
    byTag: { partition: 'tags', row: 'tag_{tags}', each: { tags: 'text' }, table: 'DocsByTag', project: [] },
  }),
) {}

function docs(program: ReferenceProgram): Docs {
  return new Docs(program.store, { outbox: program.outbox });
}

function tagged(program: ReferenceProgram): readonly string[] {
  const rows = program.storage.snapshot().tables.get('DocsByTag') ?? [];
  return rows.map(({ rowKey }) => rowKey).filter((rowKey) => rowKey.startsWith('tag_'));
}

const tagsOf = (count: number, mark: string, length: number) =>
  Array.from({ length: count }, (_, at) => `${mark}${String(at).padStart(3, '0')}`.padEnd(length, mark));

describe('as much as there may be', () => {
  it.each(['inline', 'worker'] as const)(
    '98 rows under the longest keys, then 98 others (%s)',
    async (mode) => {
      const program = new ReferenceProgram({ mode });
      const slim = new Slim(program.store, { outbox: program.outbox });
      const length = 300;
      const owner = 'o'.repeat(150);
      await slim.insert({ owner, id: 1, tags: tagsOf(98, 'x', length) });
      if (mode === 'worker') await program.timed(() => program.worker({ repositories: [slim] }).drain());
      expect(tagged(program)).toHaveLength(98);
      const other = tagsOf(98, '"', length / 2);
      await slim.update({ owner, id: 1 }, { tags: other });
      if (mode === 'worker') await program.timed(() => program.worker({ repositories: [slim] }).drain());
      expect(tagged(program)).toHaveLength(98);
      expect(tagged(program).every((rowKey) => rowKey.startsWith('tag_"'))).toBe(true);
      expect(program.events.filter(({ type }) => type === (mode === 'inline' ? 'left' : 'retried'))).toEqual(
        [],
      );
      const surrogates = tagsOf(98, '😀', 300 + 1);
      await slim.update({ owner, id: 1 }, { tags: surrogates });
      await slim.update({ owner, id: 1 }, { tags: [] });
      if (mode === 'worker') await program.timed(() => program.worker({ repositories: [slim] }).drain());
      expect(tagged(program)).toEqual([]);
    },
  );

  it('99 rows in one partition are refused, and nothing is sent', async () => {
    const program = new ReferenceProgram();
    const { requests } = await program.storage.http.record(async () => {
      await expect(
        docs(program).insert({ owner: 'A', id: 1, tags: tagsOf(99, 'x', 5) }),
      ).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', details: { limit: 'TRANSACTION_OPERATIONS' } });
    });
    expect(requests).toEqual([]);
  });

  it('elements that are there twice make one row', async () => {
    const program = new ReferenceProgram();
    await docs(program).insert({ owner: 'A', id: 1, tags: ['a', 'b', 'a'] });
    expect(tagged(program)).toHaveLength(2);
  });

  it('copies that take more than a transaction holds are refused before the commit', async () => {
    const program = new ReferenceProgram();
    const text = 'x'.repeat(32_000);
    const large = { text1: text, text2: text, text3: text, text4: text };
    const { requests } = await program.storage.http.record(async () => {
      await expect(
        docs(program).insert({ owner: 'A', id: 1, tags: tagsOf(90, 'x', 5), ...large }),
      ).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', details: { limit: 'TRANSACTION_BYTES' } });
    });
    expect(requests).toEqual([]);
    await docs(program).insert({ owner: 'A', id: 1, tags: tagsOf(8, 'x', 5), ...large });
    expect(tagged(program)).toHaveLength(8);
  });

  it('a copy that takes more than its entity, and more than a row holds, is refused before the commit', async () => {
    const program = new ReferenceProgram();
    const wide = wideRepository(program);
    const owner = 'o'.repeat(200);
    const values = (last: number) => {
      const columns = Array.from({ length: 16 }, (_, at) => [`t${at}`, 'x'.repeat(at < 15 ? 32_768 : last)]);
      return { owner, id: 1, kind: 'k', ...Object.fromEntries(columns) };
    };
    let outcome = 'none';
    // Somewhere near the limit the entity itself fits, and its copy does not.
    for (let last = 31_000; last < 32_768; last += 100) {
      program.storage.http.clear();
      const error = await wide.upsert(values(last) as never).then(
        () => undefined,
        (reason) => reason as { code: string },
      );
      if (!error) continue;
      outcome = error.code;
      expect(program.storage.http.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      break;
    }
    expect(outcome).toBe('LIMIT_EXCEEDED');
    const left = program.storage
      .snapshot()
      .tables.get('Wide')!
      .filter(({ rowKey }) => rowKey.includes('intent '));
    expect(left).toEqual([]);
    expect(program.events.filter(({ type }) => type === 'left')).toEqual([]);
  });
});

function wideRepository(program: ReferenceProgram) {
  class Wide {
    static readonly key = key({ partition: '{owner}', row: 'wide_{id:03}' });
    owner!: string;
    id!: number;
    kind?: string;
  }
  Text()(Wide.prototype, 'owner');
  Int32()(Wide.prototype, 'id');
  Text()(Wide.prototype, 'kind');
  for (let at = 0; at < 16; at++) Text()(Wide.prototype, `t${at}` as never);
  Entity({ table: 'Wide' })(Wide);
  class Wides extends Repository(Wide).with(
    InterPartitionIndex({ byKind: { partition: 'kinds', row: 'kind_{kind}', table: 'WideByKind' } }),
  ) {}
  return new Wides(program.store, { outbox: program.outbox });
}

describe('many at once', () => {
  it('two derivations of one entity in one transaction: the message stays until both are done', async () => {
    const program = new ReferenceProgram({ mode: 'worker' });
    const both = docs(program);
    await both.insert({ owner: 'A', id: 1, kind: 'k', tags: ['a'] });
    program.storage.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      when: ({ path, body }) => path === '$batch' && !!body?.includes('DocsByTag'),
    });
    const worker = program.worker({ repositories: [both] });
    await worker.drain();
    expect(worker.metrics()).toMatchObject({ retries: 1, handled: 0 });
    expect(program.messages()).toHaveLength(1);
    await program.timed(() => worker.drain({ until: 'empty' }));
    expect(tagged(program)).toHaveLength(1);
  });

  it('a bulk of 100 entities, whose copies go to few partitions', async () => {
    const program = new ReferenceProgram();
    const all = Array.from({ length: 100 }, (_, at) => ({ department, id: at + 1, age: 20 + (at % 3) }));
    await program.timed(() => program.employees.bulk(all.map((one) => ({ upsert: one }))));
    await program.timed(() => program.worker().drain({ until: 'empty' }));
    checkSettled(program.rows());
    expect(program.rows().copies).toHaveLength(100);
  });

  it('a partition with more intents than a page', async () => {
    const program = new ReferenceProgram({ mode: 'worker' });
    for (let from = 0; from < 1_100; from += 50) {
      let open = transaction();
      for (let id = from; id < from + 50; id++)
        open = open.upsert(program.employees, { department, id, age: 30 + (id % 2) });
      await open.commit();
    }
    await program.clearQueue();
    expect(program.rows().intents).toHaveLength(1_100);
    await program.put(base64({ v: 1, t: 'Staff', p: department, o: [], w: 0 }));
    const metrics = await program.worker().drain();
    expect(metrics).toMatchObject({ handled: 1, intents: 1_100, retries: 0 });
    checkSettled(program.rows());
  });

  it('the table of the copies is gone: it is made again', async () => {
    const program = new ReferenceProgram();
    const both = docs(program);
    await both.insert({ owner: 'A', id: 1, tags: ['a'] });
    await program.storage.rawTable('DocsByTag').deleteTable();
    program.storage.clock.advance(60_000);
    await both.update({ owner: 'A', id: 1 }, { tags: ['b'] });
    expect(tagged(program)).toEqual(['tag_b  A  doc_001']);
  });
});

it('outboxes of one account keep apart by their queues', async () => {
  const program = new ReferenceProgram({ mode: 'worker' });
  const other = new QueueOutbox(program.store, { queues: queuesOf(program.storage), queue: 'other-queue' });
  await program.employees.insert({ department, id: 1, age: 30 });
  expect(program.messages(QUEUE)).toHaveLength(1);
  expect(program.messages(other.hints.name)).toEqual([]);
});
