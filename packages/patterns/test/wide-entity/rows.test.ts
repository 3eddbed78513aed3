import { etagOf, SYSTEM_PREFIX } from '@tablewright/core';
import { WIDE_COLUMN } from '@tablewright/patterns/wide-entity';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
let surveys: Surveys;
let table: string;

beforeEach(() => {
  table = storage.emulator.uniqueName('Wide');
  surveys = new Surveys(storage.store(), { table });
});

async function rows() {
  return Object.entries(await storedRows(storage.emulator, table, 'north'));
}

async function methods(run: () => Promise<unknown>): Promise<string> {
  const { requests } = await storage.emulator.http.record(run);
  return requests
    .map(({ method, operation }) => `${method}${operation.includes('$batch') ? '*' : ''}`)
    .join(' ');
}

describe('what is stored', () => {
  it('an entity that fits one row is stored as without the pattern', async () => {
    await surveys.insert(survey(1, 240));
    const stored = await rows();
    expect(stored.map(([rowKey]) => rowKey)).toEqual(['survey_000001']);
    expect(Object.keys(stored[0]![1])).not.toContain(WIDE_COLUMN);
  });

  it('252 columns are one row, 253 are two, each column once, under its own name and type', async () => {
    await surveys.insert(survey(1, 250));
    expect(await rows()).toHaveLength(1);
    await surveys.insert(survey(2, 250, 1));
    const stored = (await rows()).filter(([rowKey]) => rowKey.startsWith('survey_000002'));
    expect(stored).toHaveLength(2);
    expect(stored[1]![0]).toMatch(new RegExp(`^survey_000002 ${SYSTEM_PREFIX}[0-9a-f]{12}_0001$`));
    const names = stored
      .flatMap(([, columns]) => Object.keys(columns))
      .filter((name) => name !== WIDE_COLUMN);
    expect(names.length).toBe(253);
    expect(new Set(names).size).toBe(253);
    const whole = Object.assign({}, ...stored.map(([, columns]) => columns));
    expect(whole['n007']).toBe(`Int32:${7 * 7 + 2}`);
    expect(whole['t00']).toBe(`String:${'ぁ'.repeat(10)}`);
    for (const [, columns] of stored) expect(Object.keys(columns).length).toBeLessThanOrEqual(252);
  });

  it('what takes more than 1 MiB becomes several rows, in one transaction', async () => {
    await surveys.insert(survey(9, 1));
    const large = survey(1, 3, 20, 32_000);
    expect(await methods(() => surveys.insert(large))).toBe('POST*');
    expect((await rows()).filter(([rowKey]) => rowKey.startsWith('survey_000001'))).toHaveLength(3);
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(large));
  });

  it('what takes more than a transaction is stored first, and becomes valid with the primary row', async () => {
    await surveys.insert(survey(9, 1));
    const huge = survey(1, 200, 70, 32_000);
    expect(await methods(() => surveys.insert(huge))).toMatch(/^POST\*( POST\*?)+$/);
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(huge));
    const smaller = await surveys.replace(survey(1, 5), { force: true });
    expect((await rows()).map(([rowKey]) => rowKey)).toEqual(['survey_000001', 'survey_000009']);
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(smaller));
  });
});

describe('growing, shrinking and changing', () => {
  it('a change of one property merges one row', async () => {
    await surveys.insert(survey(1, 250, 10, 100));
    const loaded = await surveys.getOrThrow(key1);
    const before = await timestamps();
    expect(await methods(() => surveys.update(loaded, { t09: 'changed' }))).toBe('PATCH');
    expect(await changedRows(before)).toBe(1);
    expect((await surveys.getOrThrow(key1)).t09).toBe('changed');
    expect(await methods(() => surveys.update(loaded, { t09: 'again' }))).toBe('PATCH');
    expect(await methods(() => surveys.update(loaded, { n000: 5, t09: 'both' }))).toBe('POST*');
    expect(await methods(() => surveys.update(key1, { n249: 1 }))).toBe('GET PATCH');
  });

  it('its version is another one as soon as one of its rows has another one', async () => {
    const entity = await surveys.insert(survey(1, 250, 10, 100));
    const first = etagOf(entity)!;
    expect(etagOf(await surveys.getOrThrow(key1))).toBe(first);
    await surveys.update(key1, { t09: 'by another' });
    expect(etagOf(await surveys.getOrThrow(key1))).not.toBe(first);
    await expect(surveys.update(entity, { t09: 'mine' })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    await expect(surveys.replace(survey(1, 2), { ifMatch: first })).rejects.toMatchObject({
      code: 'ENTITY_CHANGED',
    });
    await expect(surveys.replace(entity)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    await expect(surveys.delete(entity)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    expect((await surveys.getOrThrow(key1)).t09).toBe('by another');
  });

  it('grows into more rows and shrinks again, and leaves none behind', async () => {
    const sizes = [3, 20, 60, 20, 3, 40, 0];
    await surveys.insert(survey(1, 2));
    for (const texts of sizes) {
      const wanted = survey(1, 250, texts, 16_000);
      await surveys.replace(wanted, { force: true });
      expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(wanted));
      const loaded = await surveys.getOrThrow(key1);
      for (let i = 0; i < 70; i++)
        Object.assign(loaded, { [`t${String(i).padStart(2, '0')}`]: i % 2 ? 'x' : undefined });
      await surveys.update(loaded);
      expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(loaded));
    }
    await surveys.delete(await surveys.getOrThrow(key1));
    expect(await rows()).toEqual([]);
  });

  async function timestamps(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for await (const row of storage.emulator.rawTable(table).listEntities()) {
      found.set(String(row.rowKey), String(row.timestamp));
    }
    return found;
  }

  async function changedRows(before: ReadonlyMap<string, string>): Promise<number> {
    const after = await timestamps();
    expect([...after.keys()]).toEqual([...before.keys()]);
    return [...after].filter(([rowKey, timestamp]) => before.get(rowKey) !== timestamp).length;
  }
});
