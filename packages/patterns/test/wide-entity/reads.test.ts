import { etagOf, MixedTable } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Survey } from './support/survey.js';
import { IndexedSurveys, Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
/** Some of one row, some of two or three, in turns. */
const all = Array.from({ length: 12 }, (_, id) =>
  survey(id, id % 3 === 0 ? 5 : 250, id % 3 === 0 ? 0 : id, 200, { author: id % 2 ? 'Ann' : 'Bob' }),
);
let surveys: IndexedSurveys;

beforeAll(async () => {
  surveys = new IndexedSurveys(storage.store(), { table: storage.emulator.uniqueName('WideReads') });
  for (const one of all) await surveys.insert(one);
});

async function count(run: () => Promise<unknown>): Promise<number> {
  return (await storage.emulator.http.record(run)).requests.length;
}

const everything = () => surveys.query({ region: 'north' }).scan('partition');
const values = (found: readonly object[]) => found.map(valuesOf);

describe('reading', () => {
  it('one entity is one request, however many rows it takes', async () => {
    for (const { id } of all) {
      let found: Survey | undefined;
      expect(await count(async () => (found = await surveys.get({ region: 'north', id })))).toBe(1);
      expect(valuesOf(found)).toEqual(valuesOf(all[id]));
    }
    expect(await surveys.get({ region: 'north', id: 99 })).toBeUndefined();
    expect(await surveys.exists({ region: 'north', id: 1 })).toBe(true);
  });

  it('many by their keys', async () => {
    const found = await surveys.getMany(all.map(({ id }) => ({ region: 'north', id })));
    expect(values(found as Survey[])).toEqual(values(all));
  });

  it('a scan puts them together from the rows that it lists', async () => {
    let found: Survey[] = [];
    expect(await count(async () => (found = await everything().all()))).toBe(1);
    expect(values(found)).toEqual(values(all));
    const [, second] = found;
    await surveys.update(second!, { n001: 4711 });
    expect((await surveys.getOrThrow({ region: 'north', id: 1 })).n001).toBe(4711);
    await surveys.update(second!, { n001: 8 });
    expect(etagOf(second!)).toBe(etagOf(await surveys.getOrThrow({ region: 'north', id: 1 })));
  });

  it('ranges, conditions on any property, projections and counts', async () => {
    const range = surveys.query({ region: 'north' }).between({ id: 3 }, { id: 7 });
    expect(values(await range.all())).toEqual(values(all.slice(3, 8)));
    const last = await everything()
      .where({ n249: { ge: 0 } })
      .all();
    expect(last.map(({ id }) => id)).toEqual(
      all.filter(({ n249 }) => n249 !== undefined).map(({ id }) => id),
    );
    expect(await everything().count()).toBe(all.length);
    expect(await everything().where({ t07: 'x' }).count()).toBe(0);
    const views = await everything().select('t01', 'n249').all();
    expect(views).toEqual(all.map(({ region, id, t01, n249 }) => ({ region, id, t01, n249 })));
  });

  it.each([1, 2, 5])('pages of %i have each entity once', async (size) => {
    const found: object[] = [];
    let token: string | undefined;
    do {
      const page = await everything().page({ size, token });
      found.push(...page.items);
      token = page.token;
    } while (token !== undefined);
    expect(values(found)).toEqual(values(all));
    expect(values(await everything().take(size).all())).toEqual(values(all.slice(0, size)));
  });

  it('by whole keys, one request for each', async () => {
    const one = surveys.query({ region: 'north', id: 4 });
    let found: Survey[] = [];
    expect(await count(async () => (found = await one.all()))).toBe(1);
    expect(values(found)).toEqual(values([all[4]!]));
    const two = surveys.query({ region: 'north' }).where({ id: { in: [1, 5, 6] } });
    expect(await count(async () => (found = await two.all()))).toBe(3);
    expect(values(found)).toEqual(values([all[1]!, all[5]!, all[6]!]));
  });

  it('through an index', async () => {
    const found = await surveys.query({ region: 'north', author: 'Ann' }).all();
    expect(values(found)).toEqual(values(all.filter(({ author }) => author === 'Ann')));
    expect((await surveys.byTitle.get({ region: 'north', title: 'survey 4' }))?.id).toBe(4);
  });

  it('in a mixed table', async () => {
    const { context } = surveys;
    const mixed = new (MixedTable([IndexedSurveys]))(context.store, { table: context.table });
    const found = await mixed.query({ partitionKey: 'north' }).all();
    expect(values(found)).toEqual(values(all));
    expect(found.every((one) => one instanceof Survey)).toBe(true);
  });

  it('explain shows the range, and the rows that are written', async () => {
    const { reads, requests } = await surveys.explain.get({ region: 'north', id: 1 });
    expect(reads).toMatchObject([{ kind: 'scan', partitionKey: 'north' }]);
    expect(requests).toEqual({ least: 1 });
    const plain = new Surveys(surveys.context.store, { table: surveys.context.table });
    const { write } = await plain.explain.insert(survey(50, 250, 5));
    expect(write?.purposes?.map(({ role }) => role)).toEqual(['primary', 'part']);
    const huge = await plain.explain.insert(survey(50, 250, 70, 32_000));
    expect(huge.requests.least).toBe(1 + huge.write!.before!.length);
    expect(huge.write?.operations).toHaveLength(2);
  });
});
