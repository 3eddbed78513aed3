import { repair, transaction, verify } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import type { Survey } from './support/survey.js';
import { IndexedSurveys, Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
const huge = (more: Partial<Survey> = {}, id = 1) => survey(id, 250, 70, 24_000, more);
let surveys: Surveys;
let indexed: IndexedSurveys;
let table: string;

beforeEach(async () => {
  table = storage.emulator.uniqueName('More');
  surveys = new Surveys(storage.store(), { table });
  indexed = new IndexedSurveys(storage.store(), { table });
  await surveys.context.store.createTable(table);
});
const keys = async () => Object.keys(await storedRows(storage.emulator, table, 'north'));

describe('bulk', () => {
  it('many wide and huge entities in one partition, and explain says what is sent', async () => {
    const items = Array.from({ length: 6 }, (_, i) => ({
      insert: i % 3 ? survey(i + 1, 250, 10) : huge({}, i + 1),
    }));
    const planned = await indexed.explain.bulk(items);
    const { requests } = await storage.emulator.http.record(async () => {
      const report = await indexed.bulk(items);
      expect(report.failed).toBe(0);
    });
    expect(planned.requests.least).toBe(requests.length);
    for (let i = 1; i <= 6; i++) expect(await indexed.get({ region: 'north', id: i })).toBeDefined();
    expect((await verify(indexed)).clean).toBe(true);
  });
  it('reads in explain are the ranges that are read', async () => {
    await indexed.insert(survey(1, 250, 10));
    const planned = await indexed.explain.bulk([{ upsert: survey(1, 250, 10) }]);
    expect(planned.reads).toMatchObject([{ kind: 'scan' }]);
  });
  it('instances of a bulk run can be written again', async () => {
    const items = [huge(), survey(2, 250, 10), survey(3, 4)];
    const report = await indexed.bulk(items.map((insert) => ({ insert })));
    expect(report.failed).toBe(0);
    for (const one of items) await indexed.update(one, { n000: 4 });
    for (const one of items) await indexed.replace(one);
    for (const one of items) await indexed.delete(one);
    expect(await keys()).toEqual([]);
  });
  it('lost replies in bulk', async () => {
    for (let after = 0; after < 7; after++) {
      const t = storage.emulator.uniqueName('BulkLost');
      const repo = new IndexedSurveys(storage.store(), { table: t });
      await repo.context.store.createTable(t);
      storage.emulator.http.inject(faults.dropReply(), { after, when: ({ method }) => method === 'POST' });
      const report = await repo.bulk([
        { insert: huge() },
        { insert: survey(2, 250, 10) },
        { upsert: huge({}, 3) },
      ]);
      storage.emulator.http.clearFaults();
      expect(report.failed).toBe(0);
      expect((await verify(repo)).clean).toBe(true);
      expect(valuesOf(await repo.get(key1))).toEqual(valuesOf(huge()));
    }
  });
});

describe('transactions', () => {
  it('several writes of one wide entity', async () => {
    await indexed.insert(survey(1, 250, 30));
    const { requests } = await storage.emulator.http.record(() =>
      transaction()
        .update(indexed, key1, { n001: -1 })
        .update(indexed, key1, { t29: 'x', title: 'new' })
        .insert(indexed, survey(2, 250, 30))
        .commit(),
    );
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(await indexed.getOrThrow(key1)).toMatchObject({ n001: -1, t29: 'x', title: 'new' });
    expect((await verify(indexed)).clean).toBe(true);
  });
});

describe('lost replies', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('request %i of huge to huge', async (after) => {
    await surveys.insert(huge());
    const loaded = await surveys.getOrThrow(key1);
    const wanted = survey(1, 200, 68, 26_000, { title: 'another' });
    for (const name of Object.keys(loaded))
      (loaded as never as Record<string, unknown>)[name] = (wanted as never as Record<string, unknown>)[name];
    storage.emulator.http.inject(faults.dropReply(), { after, when: ({ method }) => method !== 'GET' });
    await surveys.replace(loaded);
    storage.emulator.http.clearFaults();
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(wanted));
    expect((await verify(surveys)).clean).toBe(true);
    await surveys.update(loaded, { t60: 'x' });
    await surveys.delete(loaded);
    expect(await keys()).toEqual([]);
  });
  it.each([0, 1, 2, 3, 4, 5, 6])('500 after applied at request %i', async (after) => {
    storage.emulator.http.inject(faults.applyThenRespond(500, 'InternalError'), {
      after,
      when: ({ method }) => method !== 'GET',
    });
    const entity = await surveys.insert(huge());
    await surveys.replace(survey(1, 3), { force: true });
    storage.emulator.http.clearFaults();
    expect(await keys()).toEqual(['survey_000001']);
    void entity;
  });
});

describe('aborts', () => {
  it.each([0, 1, 2, 3, 4])('at request %i of a huge insert', async (after) => {
    const control = new AbortController();
    storage.emulator.http.inject(
      {
        name: 'abort',
        async run({ request, send }) {
          const r = await send(request);
          control.abort();
          return r;
        },
      },
      { after, when: ({ method }) => method === 'POST' },
    );
    const code = await surveys.insert(huge(), { signal: control.signal }).then(
      () => 'done',
      (e) => e.code,
    );
    const found = await surveys.get(key1);
    if (code === 'done') expect(found).toBeDefined();
    if (code === 'ABORTED') expect(found).toBeUndefined();
    await repair(surveys);
    expect((await verify(surveys)).clean).toBe(true);
  });
});

describe('limits', () => {
  it('columns that are there and new ones at the borders', async () => {
    for (const texts of [0, 1, 2]) {
      const id = 10 + texts;
      await surveys.insert(survey(id, 250, texts));
      expect(valuesOf(await surveys.get({ region: 'north', id }))).toEqual(valuesOf(survey(id, 250, texts)));
    }
    const one = await surveys.getOrThrow({ region: 'north', id: 10 });
    await surveys.update(one, { t05: 'x' });
    await surveys.update(one, { t05: null });
    await surveys.update(one, { t05: 'y', t06: 'z' });
    await surveys.update(one, { n000: null, n001: null });
    expect((await keys()).filter((name) => name.startsWith('survey_000010'))).toHaveLength(1);
  });
  it.each([0, 1, 2, 3, -1, -2, -40, 40, 100])('about 1 MiB and %i', async (delta) => {
    // ASCII texts: 2 bytes per character in the table
    const texts = 17;
    const entity = survey(1, 0, texts, 1);
    const values = entity as unknown as Record<string, unknown>;
    let left = 524_288 - 400 + Math.trunc(delta * 4);
    for (let i = 0; i < texts; i++) {
      const take = Math.min(32_768, left);
      values[`t${String(i).padStart(2, '0')}`] = take > 0 ? 'a'.repeat(take) : undefined;
      left -= take;
    }
    await surveys.insert(entity);
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(entity));
    await surveys.update(entity, { n001: 1 });
    await surveys.update(entity, { t16: 'b'.repeat(200) });
    expect((await verify(surveys)).clean).toBe(true);
  });
});
