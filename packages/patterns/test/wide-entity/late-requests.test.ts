import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import type { Survey } from './support/survey.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
const huge = (more: Partial<Survey> = {}) => survey(1, 250, 70, 24_000, more);
let surveys: Surveys;
let table: string;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Held');
  surveys = new Surveys(storage.store(), { table });
  await surveys.context.store.createTable(table);
});
const keys = async () => Object.keys(await storedRows(storage.emulator, table, 'north'));

describe('a request that arrives late', () => {
  it('of what is stored first does not undo what came later', async () => {
    let late: (() => Promise<unknown>) | undefined;
    storage.emulator.http.inject(
      {
        name: 'late',
        async run({ request, send }) {
          late = () => send(request);
          throw Object.assign(new Error('timeout'), { code: 'ECONNRESET' });
        },
      },
      { when: ({ method }) => method === 'POST' },
    );
    const entity = await surveys.insert(huge());
    await surveys.update(entity, { n249: -5, t20: 'new', t60: 'new', t69: 'new' });
    const before = valuesOf(await surveys.get(key1));
    await late?.().catch(() => {});
    expect(late).toBeDefined();
    expect(valuesOf(await surveys.get(key1))).toEqual(before);
  });
});

describe('an entity of which a row is lost', () => {
  beforeEach(async () => {
    await surveys.insert(survey(1, 250, 30));
    const lost = (await keys()).find((name) => name.startsWith('survey_000001 '))!;
    await storage.emulator.rawTable(table).deleteEntity('north', lost);
    await expect(surveys.get(key1)).rejects.toMatchObject({ code: 'ENTITY_TORN' });
  });
  it('can be stored anew, as its error says', async () => {
    await surveys.replace(survey(1, 250, 40), { force: true });
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(survey(1, 250, 40)));
  });
  it('can be deleted', async () => {
    await surveys.delete(key1, { force: true });
    expect(await surveys.get(key1)).toBeUndefined();
  });
  it('upsert replace', async () => {
    await surveys.upsert(survey(1, 250, 40), { mode: 'replace' });
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(survey(1, 250, 40)));
  });
});
