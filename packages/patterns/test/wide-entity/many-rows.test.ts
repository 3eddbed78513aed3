import { repair, type TableStore, verify } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
let surveys: Surveys;
let table: string;

/** A service whose rows hold three properties and a mark: so an entity takes more rows than a transaction. */
function narrowStore(): TableStore {
  const store = storage.store();
  return Object.assign(store, { limits: { ...store.limits, properties: 4 } });
}

beforeEach(async () => {
  table = storage.emulator.uniqueName('ManyRows');
  surveys = new Surveys(narrowStore(), { table });
  await surveys.insert(survey(9, 1));
});

const keys = async () =>
  Object.keys(await storedRows(storage.emulator, table, 'north')).filter((key) =>
    key.startsWith('survey_000001'),
  );
const methods = async (run: () => Promise<unknown>) =>
  (await storage.emulator.http.record(run)).requests.map(({ method }) => method).join(' ');

describe('an entity of more than a hundred rows', () => {
  it('is stored first, read at once, changed where it is, and goes without a trace', async () => {
    const entity = survey(1, 250, 60);
    expect(await methods(() => surveys.insert(entity))).toBe('POST POST POST');
    expect(await keys()).toHaveLength(104);
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(entity));
    // The row itself, and the primary row, where it meets those who lay the entity out anew.
    expect(await methods(() => surveys.update(entity, { t59: 'new' }))).toBe('POST');
    expect((await surveys.getOrThrow(key1)).t59).toBe('new');
    await surveys.replace(survey(1, 250, 50), { force: true });
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(survey(1, 250, 50)));
    expect((await verify(surveys)).clean).toBe(true);
    await surveys.delete(await surveys.getOrThrow(key1));
    expect(await keys()).toEqual([]);
  });

  it('never loses a change to one who lays it out anew, or deletes it', async () => {
    const [mine, yours] = [await surveys.insert(survey(1, 250, 60)), await surveys.getOrThrow(key1)];
    await surveys.update(yours, { t59: 'yours' });
    await expect(surveys.replace(mine)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    await expect(surveys.delete(mine)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    const late = await surveys.getOrThrow(key1);
    await surveys.replace(survey(1, 250, 55), { force: true });
    await expect(surveys.update(late, { t59: 'late' })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(survey(1, 250, 55)));
  });

  it('many writers add up, and nothing is left over', async () => {
    await surveys.insert(survey(1, 250, 60, 10, { n000: 0, t59: '0' }));
    const count = Array.from({ length: 6 }, () =>
      surveys.modify(key1, (one) => {
        one.n000 = (one.n000 ?? 0) + 1;
        one.t59 = String(Number(one.t59) + 1);
      }),
    );
    const resize = [50, 58].map((texts) =>
      surveys.modify(key1, (one) => Object.assign(one, { t58: 'x'.repeat(texts) })),
    );
    await Promise.all([...count, ...resize]);
    const { n000, t59 } = await surveys.getOrThrow(key1);
    expect([n000, t59]).toEqual([6, '6']);
    await repair(surveys);
    expect((await verify(surveys)).clean).toBe(true);
    expect(await keys()).toHaveLength(104);
  });
});
