import type { TableClient } from '@azure/data-tables';
import { Entity, etagOf, Int32, key, Repository, Text } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Review, Reviews, Workers } from './support/people.js';

@Entity({
  table: 'Notes',
  version: 2,
  upgrade: { 1: ({ body, ...columns }) => ({ ...columns, text: body }) },
})
class Note {
  static readonly key = key({ partition: '{group}', row: 'note_{id:03}' });
  @Text() group!: string;
  @Int32() id!: number;
  @Text() text?: string;
}

class Notes extends Repository(Note) {}

const storage = useStorage();
let table: string;
let raw: TableClient;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Queried');
  raw = storage.emulator.rawTable(table);
  await raw.createTable();
});

describe('a query of a class with a discriminator', () => {
  beforeEach(async () => {
    const store = storage.store();
    const workers = new Workers(store, { table });
    await workers.insert({ site: 'north', id: 1, name: 'Al' });
    await workers.insert({ site: 'north', id: 2, name: 'Bo' });
    await new Reviews(store, { table }).insert({ site: 'north', id: 1, year: 2012 });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'emp_000003', EntityType: 'other' });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'emp_000004' });
  });

  it('finds rows of its type only, and lets the service leave out the others', async () => {
    const workers = new Workers(storage.store(), { table });
    const query = workers.query({ site: 'north' }).scan('partition');
    expect((await query.all()).map(({ id }) => id)).toEqual([1, 2]);
    const [part] = query.explain().parts;
    expect(part?.kind === 'scan' && part.filter).toContain("EntityType eq 'Worker'");
    expect(await query.count()).toBe(2);
    const views = await query.select('name').all();
    expect(views.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Al'],
      [2, 'Bo'],
    ]);
  });

  it('does not find a row of another type by its key either', async () => {
    const workers = new Workers(storage.store(), { table });
    expect(await workers.query({ site: 'north', id: 3 }).all()).toEqual([]);
    expect((await workers.query({ site: 'north', id: 1 }).all()).length).toBe(1);
    const reviews = await new Reviews(storage.store(), { table }).query({ site: 'north', id: 1 }).all();
    expect(reviews).toEqual([Object.assign(new Review(), { site: 'north', id: 1, year: 2012 })]);
  });
});

describe('a query of a class with upgraders', () => {
  it('finds old rows by what they mean now', async () => {
    await raw.createEntity({ partitionKey: 'g', rowKey: 'note_001', body: 'old' });
    await raw.createEntity({ partitionKey: 'g', rowKey: 'note_002', text: 'old', tw__version: 2 });
    await raw.createEntity({ partitionKey: 'g', rowKey: 'note_003', body: 'other' });
    const notes = new Notes(storage.store(), { table });
    const query = notes.query({ group: 'g' }).where({ text: 'old' }).scan('partition');
    expect((await query.all()).map(({ id }) => id)).toEqual([1, 2]);
    expect((await query.select('text').all()).map(({ text }) => text)).toEqual(['old', 'old']);
    expect(await query.count()).toBe(2);
  });

  it('gives entities that an update stores in the new form', async () => {
    await raw.createEntity({ partitionKey: 'g', rowKey: 'note_001', body: 'old' });
    const notes = new Notes(storage.store(), { table });
    for await (const note of notes.query({ group: 'g' }).scan('partition')) {
      expect(etagOf(note)).toBeDefined();
      await notes.update(note);
    }
    const row = await raw.getEntity('g', 'note_001');
    expect([row['body'], row['text'], row['tw__version']]).toEqual([undefined, 'old', 2]);
  });
});
