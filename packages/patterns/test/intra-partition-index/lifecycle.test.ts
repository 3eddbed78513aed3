import { Entity, Int32, Json, key, Repository, Text } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

@Entity({ table: 'Notes' })
class Note {
  static readonly key = key({ partition: '{author}', row: 'note_{id:03}' });
  @Text() author!: string;
  @Int32() id!: number;
  @Text() title!: string;
  @Int32() stars?: number;
  @Json() tags?: string[];
}

class PlainNotes extends Repository(Note) {}
class IndexedNotes extends Repository(Note).with(
  IntraPartitionIndex({
    byTitle: { row: 'title_{title}', unique: true, project: [] },
    byStars: { row: 'stars_{stars:01}', project: [] },
    byTag: { row: 'tag_{tags}', each: { tags: 'text' }, project: [] },
  }),
) {}
const inState = (state: 'building' | 'dropping') =>
  Repository(Note).with(IntraPartitionIndex({ byTitle: { row: 'title_{title}', unique: true, state } }));

const storage = useStorage();
const mine = { author: 'me' };
let options: { table: string };
let plain: PlainNotes;
let indexed: IndexedNotes;
const keys = async () => Object.keys(await storedRows(storage.emulator, options.table, 'me')).sort();

beforeEach(() => {
  options = { table: storage.emulator.uniqueName('Notes') };
  plain = new PlainNotes(storage.store(), options);
  indexed = new IndexedNotes(storage.store(), options);
});

describe('entities that are older than an index', () => {
  beforeEach(async () => {
    await plain.insert({ ...mine, id: 1, title: 'old', stars: 3 });
  });

  it('get their rows with the next write', async () => {
    await indexed.update({ ...mine, id: 1 }, { title: 'older' });
    expect(await keys()).toEqual(['note_001', 'title_older']);
    await indexed.update({ ...mine, id: 1 }, { stars: 4 });
    expect(await keys()).toEqual(['note_001', 'stars_4  note_001', 'title_older']);
  });

  it('can be replaced, modified and deleted', async () => {
    const note = await indexed.getOrThrow({ ...mine, id: 1 });
    delete note.stars;
    await indexed.replace(Object.assign(note, { title: 'new' }));
    expect(await keys()).toEqual(['note_001', 'title_new']);
    await plain.insert({ ...mine, id: 2, title: 'two', tags: ['a', 'b'] });
    await indexed.modify({ ...mine, id: 2 }, (fresh) => {
      fresh.tags = ['b', 'c'];
    });
    expect(await keys()).toEqual(['note_001', 'note_002', 'tag_c  note_002', 'title_new']);
    expect(await indexed.delete({ ...mine, id: 2 }, { force: true })).toBe(true);
    expect(await indexed.delete(await indexed.getOrThrow({ ...mine, id: 1 }))).toBe(true);
    expect(await keys()).toEqual([]);
  });
});

describe('values that no key holds', () => {
  it('are refused before anything is sent', async () => {
    const write = (more: object) => indexed.insert({ ...mine, id: 1, title: 't', ...more });
    for (const [more, code] of [
      [{ stars: 10 }, 'KEY_VALUE_INVALID'],
      [{ stars: -1 }, 'KEY_VALUE_INVALID'],
      [{ title: 'x'.repeat(507) }, 'KEY_TOO_LONG'],
      [{ tags: ['x'.repeat(500)] }, 'KEY_TOO_LONG'],
      [{ tags: [1] }, 'KEY_VALUE_INVALID'],
      [{ tags: { length: 1 } }, 'KEY_VALUE_INVALID'],
      [{ tags: Array.from({ length: 99 }, (_, i) => `t${i}`) }, 'LIMIT_EXCEEDED'],
    ] as const) {
      const { requests, result } = await storage.emulator.http.record(() =>
        write(more).then(undefined, (error: unknown) => error),
      );
      expect(result).toMatchObject({ code });
      expect(requests).toEqual([]);
    }
  });

  it('may be in older rows, which can still be corrected and deleted', async () => {
    await plain.insert({ ...mine, id: 1, title: 't', stars: 10 });
    await plain.insert({ ...mine, id: 2, title: 'x'.repeat(507) });
    await expect(indexed.update({ ...mine, id: 1 }, { title: 'u' })).rejects.toMatchObject({
      code: 'KEY_VALUE_INVALID',
    });
    await indexed.update({ ...mine, id: 1 }, { stars: 9 });
    expect(await keys()).toEqual(['note_001', 'note_002', 'stars_9  note_001']);
    await indexed.delete({ ...mine, id: 2 }, { force: true });
    expect(await keys()).toEqual(['note_001', 'stars_9  note_001']);
  });

  it('elements without a value have no row', async () => {
    await indexed.insert({ ...mine, id: 1, title: 't', tags: ['a', null as never, 'a'] });
    expect(await keys()).toEqual(['note_001', 'tag_a  note_001', 'title_t']);
  });
});

describe('states of an index', () => {
  it('building: written and unique, but not read', async () => {
    const Building = inState('building');
    const notes = new Building(storage.store(), options);
    await notes.insert({ ...mine, id: 1, title: 'a' });
    expect(await keys()).toEqual(['note_001', 'title_a']);
    await expect(notes.insert({ ...mine, id: 2, title: 'a' })).rejects.toMatchObject({
      code: 'UNIQUE_VIOLATION',
    });
    await expect(notes.byTitle.get({ ...mine, title: 'a' })).rejects.toMatchObject({
      code: 'INDEX_NOT_READY',
    });
    await expect(notes.byTitle.query({ ...mine, title: 'a' }).all()).rejects.toMatchObject({
      code: 'INDEX_NOT_READY',
    });
    expect(() => notes.query({ ...mine, title: 'a' }).explain()).toThrow(/scan/);
  });

  it('dropping: neither written nor read, and its rows go', async () => {
    await indexed.insert({ ...mine, id: 1, title: 'a' });
    await indexed.insert({ ...mine, id: 2, title: 'b' });
    const Dropping = inState('dropping');
    const notes = new Dropping(storage.store(), options);
    await notes.insert({ ...mine, id: 3, title: 'a' });
    await notes.update({ ...mine, id: 1 }, { title: 'c' });
    expect(await keys()).toEqual(['note_001', 'note_002', 'note_003', 'title_b']);
    await expect(notes.byTitle.get({ ...mine, title: 'b' })).rejects.toMatchObject({
      code: 'INDEX_NOT_READY',
    });
    await notes.delete({ ...mine, id: 3 }, { force: true });
    expect(await keys()).toEqual(['note_001', 'note_002', 'title_b']);
  });
});
