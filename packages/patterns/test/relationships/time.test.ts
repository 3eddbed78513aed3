import { Entity, Int32, key, type OutcomeUnknownError, Repository, Text } from '@tablewright/core';
import { HasMany, join } from '@tablewright/patterns/relationships';
import { faults } from '@tablewright/testing';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'Sites' })
class Site {
  static readonly key = key({ partition: '{name}', row: 'site' });
  @Text() name!: string;
}

@Entity({ table: 'Sites' })
class Worker {
  static readonly key = key({ partition: '{site}', row: 'worker_{id:04}' });
  @Text() site!: string;
  @Int32() id!: number;
}

class Workers extends Repository(Worker) {}
class Sites extends Repository(Site).with(
  HasMany({ workers: { of: Workers, by: { site: 'name' }, samePartition: true } }),
) {}

it('a family whose deletion was sent when time ran out may be gone, and its error says so', async () => {
  const sites = new Sites(storage.store(), { table: storage.emulator.uniqueName('Sites') });
  const north = await sites.insert({ name: 'north' });
  await sites.workers.repository.insert({ site: 'north', id: 1 });
  storage.emulator.http.inject(faults.hang(), { when: ({ method }) => method !== 'GET' });
  const deleting = sites.workers.family(north).delete({ timeout: 300 });
  const error: unknown = await deleting.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { code: 'TIMEOUT' } });
  expect(await (error as OutcomeUnknownError).resolve()).toBe('notApplied');
  const { requests } = await storage.emulator.http.record(() =>
    expect(sites.workers.family(north).delete({ timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' }),
  );
  expect(requests).toEqual([]);
  expect(await sites.workers.family(north).delete()).toBe(2);
});

it('without time nothing is read', async () => {
  const sites = new Sites(storage.store(), { table: storage.emulator.uniqueName('Sites') });
  const north = await sites.insert({ name: 'north' });
  const { requests } = await storage.emulator.http.record(async () => {
    const timeout = { code: 'TIMEOUT' };
    await expect(sites.workers.ofMany([north], { timeout: 0 })).rejects.toMatchObject(timeout);
    await expect(join([north], { workers: sites.workers }).all({ timeout: 0 })).rejects.toMatchObject(
      timeout,
    );
  });
  expect(requests).toEqual([]);
});
