import { type Pattern, Repository, transaction } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Worker } from './support/company.js';

const storage = useStorage();
/** Another program of the pattern's writes these columns. */
const keeping: Pattern = { name: 'Keeping', define: () => ({ keeps: ['Hits', 'Big'] }) };
class Workers extends Repository(Worker).with(keeping) {}

const address = { partitionKey: 'Sales', rowKey: 'empid_000001' };
const key = { department: 'Sales', id: 1 };
let table: string;
let workers: Workers;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Kept');
  workers = new Workers(storage.store(), { table });
  await workers.insert({ ...key, name: 'Jo' });
  const raw = storage.emulator.rawTable(table);
  const big = { type: 'Int64', value: '9007199254740993' };
  await raw.updateEntity({ ...address, Hits: 7, Big: big, Other: 'x' }, 'Merge');
});

async function stored() {
  const row = await storage.emulator.rawTable(table).getEntity(address.partitionKey, address.rowKey);
  return { Hits: row['Hits'], Big: row['Big'], Other: row['Other'], name: row['name'] };
}
const KEPT = { Hits: 7, Big: 9_007_199_254_740_993n };
const methods = async (run: () => Promise<unknown>) => {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map(({ method }) => method).join(' ');
};

describe('columns that a pattern keeps in the row', () => {
  it.each<readonly [string, string, () => Promise<unknown>]>([
    ['a forced replace', 'GET PUT', () => workers.replace({ ...key, name: 'Ann' }, { force: true })],
    [
      'an upsert that replaces',
      'GET PUT',
      () => workers.upsert({ ...key, name: 'Ann' }, { mode: 'replace' }),
    ],
    [
      'an upsert in bulk',
      'GET PUT',
      () => workers.bulk([{ upsert: { ...key, name: 'Ann' }, mode: 'replace' }]),
    ],
    [
      'a transaction',
      'GET PUT',
      () =>
        transaction()
          .replace(workers, { ...key, name: 'Ann' }, { force: true })
          .commit(),
    ],
    [
      'several writes of one row',
      'GET PUT',
      () =>
        transaction()
          .update(workers, key, { name: 'Bo' })
          .replace(workers, { ...key, name: 'Ann' }, { force: true })
          .commit(),
    ],
  ])('stay with %s, which reads them for that', async (_, expected, run) => {
    expect(await methods(run)).toBe(expected);
    // What is nobody's goes, as ever.
    expect(await stored()).toEqual({ ...KEPT, Other: undefined, name: 'Ann' });
  });

  it('stay when a loaded entity is replaced, unless it has changed since', async () => {
    const loaded = await workers.getOrThrow(key);
    const stale = await workers.getOrThrow(key);
    loaded.name = 'Ann';
    expect(await methods(() => workers.replace(loaded))).toBe('GET PUT');
    expect(await stored()).toMatchObject({ ...KEPT, name: 'Ann' });
    await expect(workers.replace(stale)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  });

  it('cost nothing where columns are merged', async () => {
    expect(await methods(() => workers.update(key, { name: 'Ann' }))).toBe('PATCH');
    expect(await methods(() => workers.upsert({ ...key, name: 'Bo' }))).toBe('PATCH');
    expect(await stored()).toEqual({ ...KEPT, Other: 'x', name: 'Bo' });
  });

  it('go with the entity', async () => {
    await transaction()
      .delete(workers, key, { force: true })
      .upsert(workers, { ...key, name: 'New' })
      .commit();
    expect(await stored()).toEqual({ Hits: undefined, Big: undefined, Other: undefined, name: 'New' });
  });

  it('are explained', async () => {
    const { reads, why } = await workers.explain.upsert({ ...key, name: 'Ann' }, { mode: 'replace' });
    expect(reads).toHaveLength(1);
    expect(why).toMatch(/not the entity's/);
  });
});

it.each(['Hits', 7, null])('%j is no list of columns', (keeps) => {
  const wrong = { name: 'Wrong', define: () => ({ keeps }) } as unknown as Pattern;
  expect(() => Repository(Worker).with(wrong)).toThrow(/keeps is a list of columns/);
});
