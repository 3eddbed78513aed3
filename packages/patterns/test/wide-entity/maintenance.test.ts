import { findings, rebuild, repair, verify } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { IndexedSurveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
let surveys: IndexedSurveys;
let table: string;

beforeEach(async () => {
  table = storage.emulator.uniqueName('WideDamage');
  surveys = new IndexedSurveys(storage.store(), { table });
  await surveys.insert(survey(1, 250, 10));
  await surveys.insert(survey(2, 5));
  await surveys.insert(survey(3, 250, 20));
});

const keys = async () => Object.keys(await storedRows(storage.emulator, table, 'north'));
const furtherOf = async (primary: string) => (await keys()).filter((key) => key.startsWith(`${primary} `));
const raw = () => storage.emulator.rawTable(table);

describe('verify and repair', () => {
  it('find nothing wrong with what the library wrote', async () => {
    const report = await verify(surveys);
    expect(report).toMatchObject({ clean: true, scanned: 3 });
    expect(report.derivations).toEqual(['byAuthor', 'byTitle', 'WideEntity']);
  });

  it.each([
    ['of another set', 'survey_000001', 'ffffffffffff_0001'],
    ['of another set of which the first row is gone', 'survey_000003', 'ffffffffffff_0002'],
    ['beside an entity of one row', 'survey_000002', 'ffffffffffff_0001'],
    ['of an entity that is not there', 'survey_000007', 'ffffffffffff_0003'],
  ])('find a further row %s, and remove it', async (_, primary, name) => {
    const [own] = await furtherOf('survey_000001');
    const rowKey = own!.replace('survey_000001', primary).replace(/[0-9a-f]{12}_0001$/, name);
    await raw().createEntity({ partitionKey: 'north', rowKey, n200: 4711, tw__wide: 'ffffffffffff' });
    const stray = { kind: 'stray', derivation: 'WideEntity', partitionKey: 'north', rowKey, primary };
    expect((await verify(surveys)).findings).toEqual([stray]);
    expect((await surveys.getOrThrow(key1)).n200).toBe(200 * 7 + 1);
    expect((await repair(surveys)).mended.stray).toBe(1);
    expect(await keys()).not.toContain(rowKey);
    expect((await verify(surveys)).clean).toBe(true);
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(survey(1, 250, 10)));
  });

  it('report a further row that is gone, and leave the rest as it is', async () => {
    const [rowKey] = await furtherOf('survey_000003');
    await raw().deleteEntity('north', rowKey!);
    const missing = {
      kind: 'missing',
      derivation: 'WideEntity',
      partitionKey: 'north',
      rowKey: 'survey_000003',
      primary: 'survey_000003',
    };
    expect((await verify(surveys)).findings).toEqual([missing]);
    const left = await keys();
    expect(await repair(surveys)).toMatchObject({ clean: false, findings: [missing] });
    expect(await keys()).toEqual(left);
    const found: unknown[] = [];
    for await (const finding of findings(surveys)) found.push(finding);
    expect(found).toEqual([missing]);
  });

  it('mend the index rows of wide entities', async () => {
    const before = await storedRows(storage.emulator, table, 'north');
    for (const rowKey of Object.keys(before)) {
      if (rowKey.startsWith('author_') || rowKey === 'title_survey 1')
        await raw().deleteEntity('north', rowKey);
    }
    await raw().updateEntity(
      { partitionKey: 'north', rowKey: 'title_survey 3', tw__row: 'survey_000009' },
      'Merge',
    );
    const { mended } = await repair(surveys);
    expect(mended).toMatchObject({ missing: 4, stale: 1 });
    expect(await storedRows(storage.emulator, table, 'north')).toEqual(before);
    await rebuild(surveys, 'byAuthor');
    expect(await storedRows(storage.emulator, table, 'north')).toEqual(before);
  });

  it('may run beside writers', async () => {
    let writing = true;
    const writer = async () => {
      for (let n = 0; n < 12; n++) {
        await surveys.upsert(survey(1, 250, (n * 17) % 70, 12_000, { author: `a${n}` }), { mode: 'replace' });
        await surveys.update({ region: 'north', id: 3 }, { n249: n, title: `title ${n}` });
      }
      writing = false;
    };
    const tools = async () => {
      while (writing)
        expect((await repair(surveys)).findings.filter(({ kind }) => kind !== 'unsettled')).toEqual([]);
    };
    await Promise.all([writer(), tools()]);
    expect((await verify(surveys)).clean).toBe(true);
    expect((await surveys.getOrThrow({ region: 'north', id: 3 })).title).toBe('title 11');
  });
});
