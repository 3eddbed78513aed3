import { Entity, etagOf, Int32, key, Repository, rebuild, repair, Text, verify } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Survey } from './support/survey.js';
import { Surveys, survey, valuesOf } from './support/surveys.js';

const storage = useStorage();
const key1 = { region: 'north', id: 1 };
const huge = (more: Partial<Survey> = {}) => survey(1, 250, 70, 24_000, more);
let surveys: Surveys;
let table: string;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Review');
  surveys = new Surveys(storage.store(), { table });
  await surveys.context.store.createTable(table);
});

const keys = async () => Object.keys(await storedRows(storage.emulator, table, 'north'));

@Entity({ table: 'Names' })
class Person {
  static readonly key = key({ partition: '{team}', row: 'p_{name}' });
  @Text() team!: string;
  @Text() name!: string;
  @Int32() n?: number;
}
class People extends Repository(Person).with(WideEntity()) {}

describe('versions after a write apart', () => {
  it('what was inserted can be updated', async () => {
    const entity = await surveys.insert(huge());
    expect(etagOf(entity)).toBe(etagOf(await surveys.getOrThrow(key1)));
    await surveys.update(entity, { t69: 'x' });
    await surveys.replace(entity);
    expect((await surveys.getOrThrow(key1)).t69).toBe('x');
  });

  it('what was replaced can be updated', async () => {
    await surveys.insert(huge());
    const loaded = await surveys.getOrThrow(key1);
    loaded.title = 'other';
    await surveys.replace(loaded);
    await surveys.update(loaded, { t69: 'x' });
    await surveys.delete(loaded);
    expect(await keys()).toEqual([]);
  });

  it('what grew by an update can be updated', async () => {
    await surveys.insert(survey(1, 250, 60, 24_000));
    const loaded = await surveys.getOrThrow(key1);
    const more = survey(1, 0, 70, 32_000);
    await surveys.update(
      loaded,
      Object.fromEntries(Object.entries(more).filter(([n, v]) => n.startsWith('t') && n !== 'title' && v)),
    );
    await surveys.update(loaded, { t69: 'x' });
  });
});

describe('a lost reply', () => {
  it.each([
    ['one further row', { t29: 'x' }],
    ['the primary row', { title: 'x' }],
    ['several', { title: 'x', t29: 'y' }],
  ])('of a change in %s: the same instance can be written again', async (_, changes) => {
    await surveys.insert(survey(1, 250, 30, 100));
    const loaded = await surveys.getOrThrow(key1);
    const lost = storage.emulator.http.inject(faults.dropReply(), { when: ({ method }) => method !== 'GET' });
    await surveys.update(loaded, changes);
    expect(lost.fired).toBe(1);
    await surveys.update(loaded, { t29: 'z' });
    await surveys.update(loaded, { title: 'zz' });
  });

  it('of a change of a small entity', async () => {
    await surveys.insert(survey(1, 10));
    const loaded = await surveys.getOrThrow(key1);
    const lost = storage.emulator.http.inject(faults.dropReply(), { when: ({ method }) => method !== 'GET' });
    await surveys.update(loaded, { title: 'x' });
    expect(lost.fired).toBe(1);
    await surveys.update(loaded, { title: 'zz' });
  });

  it('of a replacement in place', async () => {
    await surveys.insert(survey(1, 250, 30, 100));
    const loaded = await surveys.getOrThrow(key1);
    loaded.t29 = 'x';
    const lost = storage.emulator.http.inject(faults.dropReply(), { when: ({ method }) => method !== 'GET' });
    await surveys.replace(loaded);
    expect(lost.fired).toBe(1);
    await surveys.update(loaded, { t29: 'z' });
    await surveys.replace(loaded);
  });

  it.each([0, 1, 2, 3])('of request %i of a huge insert', async (after) => {
    const lost = storage.emulator.http.inject(faults.dropReply(), {
      when: ({ method }) => method !== 'GET',
      after,
    });
    const entity = await surveys.insert(huge());
    await surveys.update(entity, { t69: 'z' });
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(huge({ t69: 'z' })));
    expect(lost.fired).toBeLessThanOrEqual(1);
  });

  it('of what is stored first is no doubt about the entity', async () => {
    const dying = new Surveys(storage.store({ retry: { maxRetries: 0 } }), { table });
    storage.emulator.http.inject(faults.dropReply());
    storage.emulator.http.inject(faults.failBeforeSend(), { after: 1, times: Number.POSITIVE_INFINITY });
    const error = await dying.insert(huge()).then(
      () => undefined,
      (e: unknown) => e as { code: string; resolve?: () => Promise<string> },
    );
    storage.emulator.http.clearFaults();
    expect(await surveys.get(key1)).toBeUndefined();
    expect(error?.code).not.toBe('OUTCOME_UNKNOWN');
  });
});

describe('queries', () => {
  it('by a key that others go on from with a space', async () => {
    const people = new People(storage.store(), { table });
    for (const name of ['a', 'a b', 'a c', 'b']) await people.insert({ team: 't', name });
    expect((await people.query({ team: 't', name: 'a' }).all()).map(({ name }) => name)).toEqual(['a']);
  });

  it('entities from a query keep columns that the class does not know', async () => {
    await surveys.insert(survey(1, 3));
    await storage.emulator.rawTable(table).updateEntity(
      {
        partitionKey: 'north',
        rowKey: 'survey_000001',
        big: { type: 'Int64', value: '12345678901234' },
        when: new Date(0),
        other: 'x',
      } as never,
      'Merge',
    );
    const before = (await storedRows(storage.emulator, table, 'north'))['survey_000001']!;
    const [one] = await surveys.query({ region: 'north' }).scan('partition').all();
    await surveys.update(one!, { n001: 5 });
    const after = (await storedRows(storage.emulator, table, 'north'))['survey_000001']!;
    expect(after).toEqual({ ...before, n001: 'Int32:5' });
  });
});

describe('an index that is added later', () => {
  class Later extends Repository(Survey)
    .with(WideEntity())
    .with(IntraPartitionIndex({ byLast: { row: 'last_{t29}', project: ['n249'] } })) {}
  it('is built from columns that lie in further rows', async () => {
    await surveys.insert(survey(1, 250, 30));
    const later = new Later(storage.store(), { table });
    await rebuild(later, 'byLast');
    expect(await keys()).toContainEqual(expect.stringMatching(/^last_/));
    expect((await verify(later)).clean).toBe(true);
  });
  it('verify and repair see that it is not', async () => {
    await surveys.insert(survey(1, 250, 30));
    const later = new Later(storage.store(), { table });
    expect((await verify(later)).clean).toBe(false);
    await repair(later);
    expect(await keys()).toContainEqual(expect.stringMatching(/^last_/));
    await later.update(key1, { n001: 4 });
    expect((await verify(later)).clean).toBe(true);
  });
});

describe('verify and repair beside an entity of which a row is lost', () => {
  class Optional extends Repository(Survey)
    .with(WideEntity())
    .with(IntraPartitionIndex({ byAuthor: { row: 'author_{author}_{id:06}', project: ['t69'] } })) {}
  it('report it and go on, and leave its index rows alone', async () => {
    const optional = new Optional(storage.store(), { table });
    await optional.insert(survey(1, 250, 30));
    await optional.insert(survey(2, 250, 30));
    const lost = (await keys()).find((name) => name.startsWith('survey_000001 '))!;
    const raw = storage.emulator.rawTable(table);
    await raw.deleteEntity('north', lost);
    await raw.deleteEntity('north', 'author_Jo_000002');
    expect((await verify(optional)).findings).toMatchObject([
      { kind: 'missing', primary: 'survey_000001' },
      { kind: 'missing', rowKey: 'author_Jo_000002' },
    ]);
    expect((await repair(optional)).findings).toMatchObject([{ kind: 'missing', primary: 'survey_000001' }]);
    expect(await keys()).toContain('author_Jo_000001');
    expect(await keys()).toContain('author_Jo_000002');
  });
});

describe('repair beside an insert', () => {
  it('does not make it fail', async () => {
    storage.emulator.http.inject(
      {
        name: 'repair meanwhile',
        async run({ request, send }) {
          await repair(new Surveys(storage.store(), { table }));
          return send(request);
        },
      },
      { when: ({ method }) => method === 'POST', after: 1 },
    );
    await surveys.insert(huge());
    expect(valuesOf(await surveys.get(key1))).toEqual(valuesOf(huge()));
    expect((await verify(surveys)).clean).toBe(true);
  });
});

describe('what cannot be stored', () => {
  it('is refused before anything is sent', async () => {
    const bad = huge({ t69: 'x'.repeat(40_000) });
    const { requests } = await storage.emulator.http.record(async () => {
      await expect(surveys.insert(bad)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    });
    expect(requests).toHaveLength(0);
  });
});

describe('an entity whose primary row was read without the pattern', () => {
  it('is not written over what was not seen', async () => {
    @Entity({ table: 'Mini' })
    class Mini {
      static readonly key = key({ partition: '{region}', row: 'survey_{id:06}' });
      @Text() region!: string;
      @Int32() id!: number;
      @Text() title!: string;
      @Int32() n000?: number;
      @Text() t29?: string;
    }
    await surveys.insert(survey(1, 250, 30));
    const wide = new (class extends Repository(Mini).with(WideEntity()) {})(storage.store(), { table });
    const plain = new (class extends Repository(Mini) {})(storage.store(), { table });
    const one = await plain.getOrThrow(key1);
    expect(one.t29).toBeUndefined();
    await wide.update(one, { title: 'x' }).catch(() => {});
    await wide.replace(one).catch(() => {});
    expect((await surveys.getOrThrow(key1)).t29).toBe(survey(1, 250, 30).t29);
  });
});

describe('discriminators', () => {
  it('stay in further rows when a value is taken away', async () => {
    @Entity({ table: 'Typed', type: 'doc', discriminator: 'kind' })
    class Typed extends Survey {}
    const typed = new (class extends Repository(Typed).with(WideEntity()) {})(storage.store(), { table });
    await typed.insert(Object.assign(new Typed(), survey(1, 250, 30)));
    await typed.update(key1, { t29: null });
    const { requests } = await storage.emulator.http.record(async () => {
      expect(await typed.query({ region: 'north' }).scan('partition').all()).toHaveLength(1);
    });
    expect(requests).toHaveLength(1);
    for (const [, columns] of Object.entries(await storedRows(storage.emulator, table, 'north'))) {
      expect(columns['kind']).toBe('String:doc');
    }
  });
});
