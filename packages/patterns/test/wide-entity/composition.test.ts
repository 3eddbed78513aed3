import {
  Entity,
  Int32,
  key,
  MixedTable,
  PropertyBags,
  Repository,
  rebuild,
  repair,
  Text,
  verify,
} from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();

/** Four of these texts are too much for one row. */
const long = (text: string) => text.repeat(32_000);

@Entity({ table: 'Docs', type: 'doc', discriminator: 'kind' })
class OldDoc {
  static readonly key = key({ partition: '{shelf}', row: 'doc_{id:04}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Text() p0?: string;
  @Text() p1?: string;
  @Text() p2?: string;
  @Text() p3?: string;
  @Text() p4?: string;
  @Text() p5?: string;
  @Text() p6?: string;
  @Text() p7?: string;
  @Text() p8?: string;
  @Text() p9?: string;
  @Text() q0?: string;
  @Text() q1?: string;
  @Text() q2?: string;
  @Text() q3?: string;
  @Text() q4?: string;
  @Text() q5?: string;
  @Text() q6?: string;
  @Text() q7?: string;
  @Text() q8?: string;
  @Text() secret?: string;
}

/** What the index is made of comes from columns that lie in further rows of old entities. */
@Entity({
  table: 'Docs',
  type: 'doc',
  discriminator: 'kind',
  version: 2,
  upgrade: { 1: ({ secret, ...columns }) => ({ ...columns, code: secret ?? 'none' }) },
})
class Doc {
  static readonly key = key({ partition: '{shelf}', row: 'doc_{id:04}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Text() p0?: string;
  @Text() p1?: string;
  @Text() p2?: string;
  @Text() p3?: string;
  @Text() p4?: string;
  @Text() p5?: string;
  @Text() p6?: string;
  @Text() p7?: string;
  @Text() p8?: string;
  @Text() p9?: string;
  @Text() q0?: string;
  @Text() q1?: string;
  @Text() q2?: string;
  @Text() q3?: string;
  @Text() q4?: string;
  @Text() q5?: string;
  @Text() q6?: string;
  @Text() q7?: string;
  @Text() q8?: string;
  @Text() code?: string;
}

@Entity({ table: 'Docs', type: 'note', discriminator: 'kind' })
class Note {
  static readonly key = key({ partition: '{shelf}', row: 'doc_{id:04}_{n:02}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Int32() n!: number;
}

class OldDocs extends Repository(OldDoc).with(WideEntity()) {}
class Docs extends Repository(Doc)
  .with(WideEntity())
  .with(IntraPartitionIndex({ byCode: { row: 'code_{code}', unique: true, project: ['name'] } })) {}

const PARTS = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9'] as const;
const MORE = ['q0', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8'] as const;

function doc(id: number, more: object): OldDoc {
  const texts = Object.fromEntries([...PARTS, ...MORE].map((name, i) => [name, long(String(i % 10))]));
  return Object.assign(new OldDoc(), { shelf: 's', id, name: `doc ${id}` }, texts, more);
}

let docs: Docs;
let old: OldDocs;
let table: string;

beforeEach(() => {
  table = storage.emulator.uniqueName('Docs');
  docs = new Docs(storage.store(), { table });
  old = new OldDocs(storage.store(), { table });
});

describe('index, wide entity, version and upgrader', () => {
  it('an old entity of several rows is upgraded as a whole, indexed when it is written, and found', async () => {
    await old.insert(doc(1, { secret: 'x1' }));
    const rows = await storedRows(storage.emulator, table, 's');
    const [primary, further] = Object.values(rows);
    expect([primary!['secret'], further!['secret']]).toEqual([undefined, 'String:x1']);
    const loaded = await docs.getOrThrow({ shelf: 's', id: 1 });
    expect(loaded.code).toBe('x1');
    await docs.update(loaded, { name: 'renamed' });
    expect(await docs.byCode.get({ shelf: 's', code: 'x1' })).toMatchObject({ id: 1, name: 'renamed' });
    const after = await storedRows(storage.emulator, table, 's');
    expect(Object.values(after).some((columns) => 'secret' in columns)).toBe(false);
    expect(after['doc_0001']).toMatchObject({ code: 'String:x1', tw__version: 'Int32:2' });
    expect((await docs.getOrThrow({ shelf: 's', id: 1 })).q8).toBe(long('8'));
    expect((await verify(docs)).clean).toBe(true);
  });

  it('repair and rebuild see old entities as a whole, too', async () => {
    await old.insert(doc(1, { secret: 'x1' }));
    await old.insert(doc(2, {}));
    const { findings } = await verify(docs);
    expect(findings.map(({ kind, rowKey }) => [kind, rowKey])).toEqual([
      ['missing', 'code_x1'],
      ['missing', 'code_none'],
    ]);
    expect((await repair(docs)).mended.missing).toBe(2);
    expect((await docs.byCode.get({ shelf: 's', code: 'x1' }))?.id).toBe(1);
    class Building extends Repository(Doc)
      .with(WideEntity())
      .with(
        IntraPartitionIndex({
          byName: { row: 'name_{name}', unique: true, project: [], state: 'building' },
        }),
      ) {}
    const building = new Building(storage.store(), { table });
    await rebuild(building, 'byName');
    expect(Object.keys(await storedRows(storage.emulator, table, 's'))).toContain('name_doc 2');
  });

  it('a unique value is refused, and nothing is written', async () => {
    await docs.insert({ shelf: 's', id: 1, code: 'taken' });
    const before = await storedRows(storage.emulator, table, 's');
    const { secret: _, ...columns } = doc(2, {});
    const second = { ...columns, code: 'taken' };
    await expect(docs.insert(second)).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION' });
    expect(await storedRows(storage.emulator, table, 's')).toEqual(before);
    await docs.insert({ ...second, code: 'free' });
    await expect(docs.update({ shelf: 's', id: 2 }, { code: 'taken' })).rejects.toMatchObject({
      code: 'UNIQUE_VIOLATION',
    });
    await docs.update({ shelf: 's', id: 2 }, { code: 'other' });
    expect((await docs.byCode.get({ shelf: 's', code: 'other' }))?.id).toBe(2);
    expect(await docs.byCode.get({ shelf: 's', code: 'free' })).toBeUndefined();
  });

  it('a change that feeds the index goes with the primary row, and any other with its own row', async () => {
    const { secret: _, ...columns } = doc(1, {});
    const entity = await docs.insert({ ...columns, code: 'c' });
    const one = await storage.emulator.http.record(() => docs.update(entity, { q8: 'x' }));
    expect(one.requests.map(({ method }) => method)).toEqual(['PATCH']);
    expect(one.requests[0]!.path).toContain('_0001');
    const two = await storage.emulator.http.record(() => docs.update(entity, { name: 'y' }));
    expect(two.requests.map(({ method }) => method)).toEqual(['POST']);
  });

  it('discriminators keep classes apart in a range of rows', async () => {
    const notes = new (Repository(Note))(storage.store(), { table });
    const { secret: _, ...columns } = doc(1, {});
    await docs.insert({ ...columns, code: 'c' });
    await notes.insert({ shelf: 's', id: 1, n: 1 });
    await docs.insert({ shelf: 's', id: 2 });
    const { requests } = await storage.emulator.http.record(async () => {
      const found = await docs.query({ shelf: 's' }).scan('partition').all();
      expect(found.map(({ id, q8 }) => [id, q8?.length])).toEqual([
        [1, 32_000],
        [2, undefined],
      ]);
    });
    expect(requests).toHaveLength(1);
    expect(await notes.query({ shelf: 's' }).scan('partition').count()).toBe(1);
    const mixed = new (MixedTable([Docs, Note]))(storage.store(), { table });
    const all = await mixed.query({ partitionKey: 's' }).all();
    expect(all.map((item) => item.constructor.name)).toEqual(['Doc', 'Note', 'Doc']);
  });

  it('columns that the class does not know stay where they are, and move with their row', async () => {
    const { secret: _, ...columns } = doc(1, {});
    await docs.insert({ ...columns, code: 'c' });
    const further = Object.keys(await storedRows(storage.emulator, table, 's')).find(
      (rowKey) => rowKey.includes('_0001') && rowKey !== 'doc_0001',
    )!;
    const raw = storage.emulator.rawTable(table);
    await raw.updateEntity({ partitionKey: 's', rowKey: further, extra: 'theirs' }, 'Merge');
    await docs.update({ shelf: 's', id: 1 }, { q7: null, q8: null });
    await docs.update(await docs.getOrThrow({ shelf: 's', id: 1 }), {
      p0: null,
      p1: null,
      p2: null,
      p3: null,
    });
    const bag = await new PropertyBags(storage.store(), { table }).getOrThrow('s', 'doc_0001');
    expect(bag.get('extra')).toBe('theirs');
    expect((await docs.getOrThrow({ shelf: 's', id: 1 })).q0).toBe(long('0'));
  });
});
