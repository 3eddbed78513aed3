import { etagOf, MixedTable, transaction, verify } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { IndexedSurveys, Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
let surveys: Surveys;
let table: string;
beforeEach(async () => {
  table = storage.emulator.uniqueName('Last');
  surveys = new Surveys(storage.store(), { table });
  await surveys.context.store.createTable(table);
});
const keys = async () => Object.keys(await storedRows(storage.emulator, table, 'north'));

it('taking a value away reads first, and checks all rows', async () => {
  await surveys.insert(survey(1, 250, 30, 100));
  const mine = await surveys.getOrThrow(key1);
  const { requests } = await storage.emulator.http.record(() => surveys.update(mine, { t29: null }));
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  await surveys.update(key1, { n000: -1 });
  await expect(surveys.update(mine, { t28: null })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
});

it('what a mixed table reads can be written', async () => {
  await surveys.insert(survey(1, 250, 30, 100));
  await surveys.insert(survey(2, 3));
  const mixed = new (MixedTable([Surveys]))(storage.store(), { table });
  for (const one of await mixed.query({ partitionKey: 'north' }).all()) {
    await surveys.update(one as never, { n001: 77 });
    await surveys.update(one as never, { n001: null } as never);
    await surveys.replace(one as never);
    await surveys.delete(one as never);
  }
  expect(await keys()).toEqual([]);
});

it('entities in transactions remember their versions', async () => {
  const a = survey(1, 250, 30, 100);
  const b = survey(2, 250, 30, 100);
  await transaction().insert(surveys, a).insert(surveys, b).commit();
  expect(etagOf(a)).toBe(etagOf(await surveys.getOrThrow(key1)));
  await transaction()
    .update(surveys, a, { t29: 'x' })
    .replace(surveys, Object.assign(b, { t01: 'z' }))
    .commit();
  await transaction()
    .update(surveys, a, { t29: 'y' })
    .update(surveys, a, { n000: 1 } as never)
    .commit();
  await surveys.update(a, { t29: 'z' });
  await surveys.delete(b);
});

it('lost reply of a transaction with two wide entities', async () => {
  const indexed = new IndexedSurveys(storage.store(), { table });
  const a = survey(1, 250, 30, 100);
  const b = survey(2, 250, 30, 100);
  storage.emulator.http.inject(faults.dropReply(), { when: ({ method }) => method === 'POST' });
  await transaction().insert(indexed, a).insert(indexed, b).commit();
  storage.emulator.http.inject(faults.dropReply(), { when: ({ method }) => method !== 'GET' });
  await transaction().update(indexed, a, { t29: 'x', title: 'q' }).delete(indexed, b).commit();
  await indexed.update(a, { title: 'r' });
  expect((await verify(indexed)).clean).toBe(true);
});

it('delete and insert again under the same key beside an old instance', async () => {
  const old = await surveys.insert(survey(1, 250, 30, 100));
  await surveys.delete(key1, { force: true });
  await surveys.insert(survey(1, 250, 30, 100));
  await expect(surveys.update(old, { t29: 'x' })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  await expect(surveys.update(old, { title: 'x' })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  await expect(surveys.delete(old)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(survey(1, 250, 30, 100)));
});

it('an instance never writes over what it has not seen, also after it wrote another row', async () => {
  await surveys.insert(survey(1, 250, 30, 100));
  const mine = await surveys.getOrThrow(key1);
  await surveys.update(key1, { t29: 'theirs' });
  // another row: goes
  await surveys.update(mine, { n000: 5 });
  // must not overwrite what it has not seen
  await expect(surveys.update(mine, { t29: 'mine' })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  await expect(surveys.replace(mine)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  // grows so that all is laid out anew
  const long = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`t${i + 30}`, 'x'.repeat(30_000)]));
  await expect(surveys.update(mine, long as never)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
  await surveys.update(key1, long as never);
  expect((await surveys.getOrThrow(key1)).t29).toBe('theirs');
});
