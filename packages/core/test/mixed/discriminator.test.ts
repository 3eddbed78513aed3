import type { TableClient } from '@azure/data-tables';
import { Entity, EntityExistsError, Int32, key, Repository, Text } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

@Entity({ table: 'Staff', discriminator: 'EntityType' })
class Worker {
  static readonly key = key({ partition: '{site}', row: '{id}' });
  @Text() site!: string;
  @Text() id!: string;
  @Int32() age?: number;
}

@Entity({ table: 'Staff', type: 'worker-review', discriminator: 'EntityType' })
class Review {
  static readonly key = key({ partition: '{site}', row: '{id}' });
  @Text() site!: string;
  @Text() id!: string;
  @Text() verdict?: string;
}

class Workers extends Repository(Worker) {}
class Reviews extends Repository(Review) {}

const storage = useStorage();
let workers: Workers;
let reviews: Reviews;
let raw: TableClient;

beforeEach(async () => {
  const table = storage.emulator.uniqueName('Staff');
  raw = storage.emulator.rawTable(table);
  await raw.createTable();
  workers = new Workers(storage.store(), { table });
  reviews = new Reviews(storage.store(), { table });
});

const typeIn = async (id: string) => (await raw.getEntity('north', id))['EntityType'];

describe('a discriminator', () => {
  it('is written with every row', async () => {
    await workers.insert({ site: 'north', id: 'a' });
    await reviews.upsert({ site: 'north', id: 'b', verdict: 'good' });
    await workers.upsert({ site: 'north', id: 'c' }, { mode: 'replace' });
    expect(await Promise.all(['a', 'b', 'c'].map(typeIn))).toEqual(['Worker', 'worker-review', 'Worker']);
    await workers.replace((await workers.getOrThrow({ site: 'north', id: 'a' }))!);
    await workers.update({ site: 'north', id: 'c' }, { age: 3 });
    expect(await Promise.all(['a', 'c'].map(typeIn))).toEqual(['Worker', 'Worker']);
  });

  it('hides the rows of other types from reads', async () => {
    await raw.createEntity({ partitionKey: 'north', rowKey: 'ours', EntityType: 'Worker', age: 5 });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'theirs', EntityType: 'worker-review' });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'cased', EntityType: 'worker' });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'nobodys' });
    await raw.createEntity({ partitionKey: 'north', rowKey: 'odd', EntityType: 5 });
    const key = (id: string) => ({ site: 'north', id });
    const ids = ['ours', 'theirs', 'cased', 'nobodys', 'odd'];
    expect((await workers.get(key('ours')))?.age).toBe(5);
    expect(await workers.getMany(ids.slice(1).map(key))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await Promise.all(ids.map((id) => workers.exists(key(id))))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect((await reviews.get(key('theirs')))?.id).toBe('theirs');
  });

  it('does not keep a row of another type from being in the way of an insert', async () => {
    await reviews.insert({ site: 'north', id: 'a' });
    await expect(workers.insert({ site: 'north', id: 'a' })).rejects.toThrow(EntityExistsError);
  });

  it('costs a loaded entity nothing when it is updated', async () => {
    const worker = await workers.insert({ site: 'north', id: 'a' });
    const { requests } = await storage.emulator.http.record(() => workers.update(worker, { age: 6 }));
    expect(requests.map(({ body }) => body)).toEqual(['{"age":6}']);
  });
});
