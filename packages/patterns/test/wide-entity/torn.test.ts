import { WIDE_COLUMN } from '@tablewright/patterns/wide-entity';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import type { Survey } from './support/survey.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
let surveys: Surveys;
let table: string;

beforeEach(() => {
  table = storage.emulator.uniqueName('Torn');
  surveys = new Surveys(storage.store(), { table });
});

async function furtherKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { rowKey } of storage.emulator.rawTable(table).listEntities()) keys.push(String(rowKey));
  return keys.filter((key) => key.startsWith('survey_000001 '));
}

/** All its numbers and texts say which version it is. */
function version(n: number): Survey {
  const one = survey(1, 250, 30, 100);
  const values = one as unknown as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    if (/^n\d/.test(name)) values[name] = n;
    else if (/^t\d/.test(name)) values[name] = `${n}`;
  }
  return one;
}

function versionsIn(entity: Survey): Set<string> {
  const entries = Object.entries(valuesOf(entity)).filter(([name]) => /^[nt]\d/.test(name));
  return new Set(entries.map(([, value]) => String(value)));
}

describe('rows that do not belong together', () => {
  it.each<readonly [string, (rowKey: string) => Promise<unknown>]>([
    ['one is missing', (rowKey) => storage.emulator.rawTable(table).deleteEntity('north', rowKey)],
    [
      'one is of another revision',
      (rowKey) =>
        storage.emulator
          .rawTable(table)
          .updateEntity({ partitionKey: 'north', rowKey, [WIDE_COLUMN]: 'abc' }, 'Merge'),
    ],
    [
      'the primary row says something else',
      () =>
        storage.emulator
          .rawTable(table)
          .updateEntity(
            { partitionKey: 'north', rowKey: 'survey_000001', [WIDE_COLUMN]: 'nonsense' },
            'Merge',
          ),
    ],
  ])('are never handed out: %s', async (_, damage) => {
    await surveys.insert(survey(1, 250, 5));
    await surveys.insert(survey(2, 5));
    await damage((await furtherKeys())[0]!);
    const torn = { code: 'ENTITY_TORN', details: { entity: 'Survey', pattern: 'WideEntity' } };
    await expect(surveys.get(key1)).rejects.toMatchObject(torn);
    await expect(surveys.query({ region: 'north' }).scan('partition').all()).rejects.toMatchObject(torn);
    await expect(surveys.update(key1, { n001: 1 })).rejects.toMatchObject(torn);
  });

  it('are read again while somebody writes them', async () => {
    await surveys.insert(version(0));
    const writer = new Surveys(storage.store(), { table });
    // The listing is cut behind the primary row, and everything is written anew before it goes on.
    const cut = storage.emulator.http.inject(
      {
        name: 'writer between two pages',
        async run({ request, send }) {
          const first = await send(Object.assign(request, { url: `${request.url}&$top=1` }));
          await writer.replace(version(1), { force: true });
          return first;
        },
      },
      { when: ({ method }) => method === 'GET' },
    );
    let found: Survey | undefined;
    const { requests } = await storage.emulator.http.record(async () => {
      found = await surveys.getOrThrow(key1);
    });
    expect(cut.fired).toBe(1);
    expect([...versionsIn(found!)]).toEqual(['1']);
    // Two pages that do not belong together; the writer's own; and the second look.
    expect(requests.filter(({ method }) => method === 'GET').length).toBeGreaterThanOrEqual(4);
  });

  it('readers beside writers see whole entities only', async () => {
    await surveys.insert(version(0));
    let writing = true;
    const seen = new Set<string>();
    const readers = Array.from({ length: 4 }, async () => {
      while (writing) {
        const found = await surveys.getOrThrow(key1);
        const versions = versionsIn(found);
        expect(versions.size).toBe(1);
        for (const one of versions) seen.add(one);
        for (const each of await surveys.query({ region: 'north' }).scan('partition').all()) {
          expect(versionsIn(each).size).toBe(1);
        }
      }
    });
    for (let n = 1; n <= 25; n++) await surveys.replace(version(n), { force: true });
    writing = false;
    await Promise.all(readers);
    expect(seen.size).toBeGreaterThan(1);
  });
});
