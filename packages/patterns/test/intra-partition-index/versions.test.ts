import { Entity, Int32, key, lifecycle, Repository, rebuild, Text } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const KEY = { partition: '{team}', row: 'id_{id:03}' } as const;

@Entity({ table: 'People', type: 'Person' })
class OldPerson {
  static readonly key = key(KEY);
  @Text() team!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() name!: string;
  @Int32() age?: number;
}

/** Version 2 renames `name`, and writes emails in lower case. */
@Entity({
  table: 'People',
  type: 'Person',
  version: 2,
  upgrade: {
    1: ({ name, ...columns }) => ({
      ...columns,
      fullName: name,
      email: String(columns.email).toLowerCase(),
    }),
  },
})
class Person {
  static readonly key = key(KEY);
  @Text() team!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() fullName!: string;
  @Int32() age?: number;
}

class OldPeople extends Repository(OldPerson).with(
  IntraPartitionIndex({
    byEmail: { row: 'email_{email}', unique: true, project: ['name'] },
    byAge: { row: 'age_{age:03}', project: ['name'] },
    whole: { row: 'whole_{age:03}' },
  }),
) {}
class People extends Repository(Person).with(
  IntraPartitionIndex({
    byEmail: { row: 'email_{email}', unique: true, project: ['fullName'] },
    byAge: { row: 'age_{age:03}', project: ['fullName'] },
    whole: { row: 'whole_{age:03}' },
  }),
) {}

const storage = useStorage();
const red = { team: 'red' };
let table: string;
let old: OldPeople;
let people: People;
const keys = async () => Object.keys(await storedRows(storage.emulator, table, 'red')).sort();
const recorded = async <T>(run: () => Promise<T>) => {
  const { requests, result } = await storage.emulator.http.record(run);
  return [result, requests.length] as const;
};

beforeEach(async () => {
  table = storage.emulator.uniqueName('People');
  old = new OldPeople(storage.store(), { table });
  people = new People(storage.store(), { table });
  await old.insert({ ...red, id: 1, email: 'jo@x', name: 'Jo', age: 30 });
  await people.insert({ ...red, id: 2, email: 'al@x', fullName: 'Al', age: 31 });
});

describe('projected copies that an older version of the class wrote', () => {
  it('are read from the entity by get, for one request more', async () => {
    const get = (email: string) => recorded(() => people.byEmail.get({ ...red, email }));
    const [jo, forJo] = await get('jo@x');
    expect({ ...jo }).toEqual({ ...red, id: 1, email: 'jo@x', fullName: 'Jo' });
    expect(forJo).toBe(2);
    const [al, forAl] = await get('al@x');
    expect({ ...al }).toEqual({ ...red, id: 2, email: 'al@x', fullName: 'Al' });
    expect(forAl).toBe(1);
    const plan = people.byEmail.query({ ...red, email: 'jo@x' }).explain();
    expect(plan).toMatchObject({ fetchPrimary: false, requests: { least: 1, most: 2 } });
  });

  it('are read from their entities by queries, each in its place', async () => {
    await old.insert({ ...red, id: 3, email: 'ed@x', name: 'Ed', age: 32 });
    const query = people.byAge.query(red).between({ age: 30 }, { age: 40 });
    const [views, requests] = await recorded(() => query.all());
    expect(views.map(({ id, age, fullName }) => [id, age, fullName])).toEqual([
      [1, 30, 'Jo'],
      [2, 31, 'Al'],
      [3, 32, 'Ed'],
    ]);
    expect(requests).toBe(3);
    expect((await query.where({ fullName: 'Ed' }).all()).map(({ id }) => id)).toEqual([3]);
    expect(await query.count()).toBe(3);
    const page = await query.page({ size: 1 });
    const rest = await query.page({ size: 5, token: page.token! });
    expect([...page.items, ...rest.items].map(({ fullName }) => fullName)).toEqual(['Jo', 'Al', 'Ed']);
    const selected = await people
      .query({ ...red, email: 'jo@x' })
      .select('fullName')
      .all();
    expect(selected.map(({ fullName }) => fullName)).toEqual(['Jo']);
  });

  it('are upgraded themselves where they have all columns', async () => {
    const [views, requests] = await recorded(() => people.whole.query({ ...red, age: 30 }).all());
    expect(views.map(({ fullName }) => fullName)).toEqual(['Jo']);
    expect(requests).toBe(1);
  });

  it('lead to nothing where their entity is gone, or has another value by now', async () => {
    await old.insert({ ...red, id: 3, email: 'ED@x', name: 'Ed', age: 32 });
    expect(await people.byEmail.get({ ...red, email: 'ED@x' })).toBeUndefined();
    await storage.emulator.rawTable(table).deleteEntity('red', 'id_001');
    expect(await people.byEmail.get({ ...red, email: 'jo@x' })).toBeUndefined();
  });
});

describe('an upgrader that changes an indexed property', () => {
  const built = async (repository: OldPeople | People) =>
    (await lifecycle<typeof OldPerson | typeof Person>(repository as never)).map((status) => status.built);

  it('makes another index of it, which a rebuild brings about', async () => {
    await old.insert({ ...red, id: 3, email: 'ED@x', name: 'Ed' });
    await people.delete({ ...red, id: 2 }, { force: true });
    for (const name of ['byEmail', 'byAge', 'whole'] as const) await rebuild(old, name);
    expect(await built(old)).toEqual([true, true, true]);
    expect(await built(people)).toEqual([false, false, false]);
    expect(await people.byEmail.get({ ...red, email: 'ed@x' })).toBeUndefined();
    await rebuild(people, 'byEmail');
    expect(await built(people)).toEqual([true, false, false]);
    expect((await people.byEmail.get({ ...red, email: 'ed@x' }))?.fullName).toBe('Ed');
    await rebuild(people, 'whole');
    const [whole] = await people.whole.query({ ...red, age: 30 }).all();
    expect(whole).toMatchObject({ id: 1, fullName: 'Jo' });
    expect((await keys()).filter((rowKey) => rowKey.startsWith('email_'))).toEqual([
      'email_ed@x',
      'email_jo@x',
    ]);
  });

  it('leaves nothing behind under the old value when the entity is written, and takes nothing of another', async () => {
    await old.insert({ ...red, id: 3, email: 'ED@x', name: 'Ed', age: 32 });
    await people.update({ ...red, id: 3 }, { age: 33 });
    expect((await keys()).filter((rowKey) => /^(email|whole)_/.test(rowKey))).toEqual([
      'email_al@x',
      'email_ed@x',
      'email_jo@x',
      'whole_030  id_001',
      'whole_031  id_002',
      'whole_033  id_003',
    ]);
    expect((await people.byEmail.get({ ...red, email: 'ed@x' }))?.fullName).toBe('Ed');
    // Its upgraded value belongs to somebody else already, who keeps it.
    await old.insert({ ...red, id: 4, email: 'AL@x', name: 'Other Al', age: 34 });
    await people.update({ ...red, id: 4 }, { age: 35 });
    expect((await people.byEmail.get({ ...red, email: 'al@x' }))?.id).toBe(2);
  });

  it('is told by the version, and only where there are upgraders', () => {
    const fingerprintOf = (version: number | undefined, upgrade?: Record<number, (c: object) => object>) => {
      @Entity({ table: 'Any', ...(version && { version }), ...(upgrade && { upgrade: upgrade as never }) })
      class Any {
        static readonly key = key(KEY);
        @Text() team!: string;
        @Int32() id!: number;
        @Text() email?: string;
      }
      const repository = Repository(Any).with(IntraPartitionIndex({ byEmail: { row: 'email_{email}' } }));
      return new repository(storage.store()).context.patterns.derivations[0]!.fingerprint;
    };
    const same = (columns: object) => columns;
    const plain = fingerprintOf(undefined);
    expect(fingerprintOf(2)).toBe(plain);
    const upgraded = [fingerprintOf(2, { 1: same }), fingerprintOf(3, { 1: same })];
    expect(new Set([plain, ...upgraded]).size).toBe(3);
  });
});
