import type { TableClient } from '@azure/data-tables';
import {
  Bool,
  Entity,
  etagOf,
  Int32,
  Int64,
  isTablewrightError,
  key,
  modelOf,
  NewerVersionError,
  Repository,
  StoredValueError,
  Text,
  UpgradeError,
  type Upgrader,
} from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { reply, rowText } from './support/reply.js';

const KEY = key({ partition: '{site}', row: 'person_{id:03}' });
const at = { site: 'north', id: 1 };

/** One column with the whole name, and an age as text. */
@Entity({ table: 'People', type: 'Person' })
class Person1 {
  static readonly key = KEY;
  @Text() site!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Text() age?: string;
}

/** The name in two columns. */
@Entity({ table: 'People', type: 'Person', version: 2, upgrade: { 1: (columns) => split(columns) } })
class Person2 {
  static readonly key = KEY;
  @Text() site!: string;
  @Int32() id!: number;
  @Text() first?: string;
  @Text() last?: string;
  @Text() age?: string;
}

/** The age as a number, and whether it is known. */
@Entity({
  table: 'People',
  type: 'Person',
  version: 3,
  upgrade: { 1: (columns) => split(columns), 2: (columns) => numbered(columns) },
})
class Person3 {
  static readonly key = KEY;
  @Text() site!: string;
  @Int32() id!: number;
  @Text() first?: string;
  @Text() last?: string;
  @Int32() age?: number;
  @Bool() aged?: boolean;
}

const split: Upgrader = ({ name, ...rest }) => {
  const [first, last] = String(name ?? '').split(' ');
  return { ...rest, first, last };
};

const numbered: Upgrader = (columns) => {
  if (columns['age'] !== undefined) columns['age'] = Number(columns['age']);
  columns['aged'] = columns['age'] !== undefined;
  return columns;
};

class People1 extends Repository(Person1) {}
class People2 extends Repository(Person2) {}
class People3 extends Repository(Person3) {}

const storage = useStorage();
let raw: TableClient;
let people1: People1;
let people2: People2;
let people3: People3;

beforeEach(async () => {
  const table = storage.emulator.uniqueName('People');
  raw = storage.emulator.rawTable(table);
  await raw.createTable();
  const store = storage.store();
  people1 = new People1(store, { table });
  people2 = new People2(store, { table });
  people3 = new People3(store, { table });
});

/** The columns as the official client sees them, without what every row has. */
async function columns(): Promise<Record<string, unknown>> {
  const row = await raw.getEntity('north', 'person_001');
  const { partitionKey: _, rowKey: __, timestamp: ___, etag: ____, ...rest } = row;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('odata')));
}

async function codeOf(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (isTablewrightError(error)) return error.code;
    throw error;
  }
}

describe('a version', () => {
  it('is stored from 2 on, so that plain rows stay plain', async () => {
    await people1.insert({ ...at, name: 'Jo Doe', age: '34' });
    expect(await columns()).toEqual({ name: 'Jo Doe', age: '34' });
    await people1.delete(at, { force: true });
    await people3.insert({ ...at, first: 'Jo' });
    expect(await columns()).toEqual({ first: 'Jo', tw__version: 3 });
    const row = await raw.getEntity('north', 'person_001', { disableTypeConversion: true });
    expect(row['tw__version']).toEqual({ type: 'Int32', value: '3' });
  });

  it('upgrades rows of all older versions on read', async () => {
    await people1.insert({ ...at, name: 'Jo Doe', age: '34' });
    expect(await people2.get(at)).toEqual(
      Object.assign(new Person2(), at, { first: 'Jo', last: 'Doe', age: '34' }),
    );
    const upgraded = Object.assign(new Person3(), at, { first: 'Jo', last: 'Doe', age: 34, aged: true });
    expect(await people3.get(at)).toEqual(upgraded);
    await people2.update(await people2.getOrThrow(at));
    expect(await columns()).toEqual({ first: 'Jo', last: 'Doe', age: '34', tw__version: 2 });
    expect(await people3.get(at)).toEqual(upgraded);
  });

  it('is written by an update together with all that the upgrade changed, and what it dropped goes', async () => {
    await raw.createEntity({
      partitionKey: 'north',
      rowKey: 'person_001',
      name: 'Jo Doe',
      age: '34',
      others: { type: 'Double', value: '5' },
    });
    const person = await people3.getOrThrow(at);
    await people3.update(person, { first: 'Joe' });
    const expected = { first: 'Joe', last: 'Doe', age: 34, aged: true, tw__version: 3 };
    expect(await columns()).toEqual({ ...expected, others: 5 });
    const row = await raw.getEntity('north', 'person_001', { disableTypeConversion: true });
    expect(row['age']).toEqual({ type: 'Int32', value: '34' });
    const { requests } = await storage.emulator.http.record(() => people3.update(person));
    expect(requests).toEqual([]);
  });

  it('is raised by replace, modify, and updates and upserts by key, too', async () => {
    const old = { ...at, name: 'Jo Doe', age: '34' };
    const whole = { first: 'Jo', last: 'Doe', age: 35, aged: true, tw__version: 3 };
    const writes: Record<string, () => Promise<unknown>> = {
      replace: async () => people3.replace(Object.assign(await people3.getOrThrow(at), { age: 35 })),
      modify: () => people3.modify(at, (person) => Object.assign(person, { age: 35 })),
      'update by key': () => people3.update(at, { age: 35 }),
      upsert: () => people3.upsert({ ...at, first: 'Jo', last: 'Doe', age: 35, aged: true }),
    };
    for (const [name, write] of Object.entries(writes)) {
      await people1.upsert(old, { mode: 'replace' });
      await write();
      expect([name, await columns()]).toEqual([name, whole]);
    }
  });

  it('is not claimed for old columns that an upsert or an update by ETag leaves in place', async () => {
    const expected = { first: 'Joe', last: 'Doe', age: 34, aged: true, tw__version: 3 };
    const writes: Record<string, (etag: string) => Promise<unknown>> = {
      upsert: () => people3.upsert({ ...at, first: 'Joe' }),
      'update by ETag': (ifMatch) =>
        people3.update(Object.assign(new Person3(), at, { first: 'Joe' }), undefined, { ifMatch }),
    };
    for (const [name, write] of Object.entries(writes)) {
      const old = await people1.upsert({ ...at, name: 'Jo Doe', age: '34' }, { mode: 'replace' });
      await write(etagOf(old)!);
      expect([name, await columns()]).toEqual([name, expected]);
    }
  });
});

describe('a row of a newer version', () => {
  beforeEach(async () => {
    await people3.insert({ ...at, first: 'Jo', last: 'Doe', age: 34, aged: true });
  });

  it('is read as far as the older class can', async () => {
    const expected = Object.assign(new Person2(), at, { first: 'Jo', last: 'Doe', age: undefined });
    expect(await people2.get(at)).toEqual(expected);
  });

  it('is not written over by older code that knows its version', async () => {
    const loaded = await people2.getOrThrow(at);
    const before = await columns();
    const writes: Record<string, () => Promise<unknown>> = {
      update: () => people2.update(Object.assign(loaded, { first: 'x' })),
      'update with changes': () => people2.update(loaded, { first: 'x' }),
      'forced update': () => people2.update(loaded, { first: 'x' }, { force: true }),
      replace: () => people2.replace(loaded),
      'forced replace': () => people2.replace({ ...at, first: 'x' }, { force: true }),
      'replace by ETag': () => people2.replace({ ...at, first: 'x' }, { ifMatch: etagOf(loaded)! }),
      'update by key': () => people2.update(at, { first: 'x' }),
      'removal by key': () => people2.update(at, { first: null }),
      modify: () => people2.modify(at, (person) => Object.assign(person, { first: 'x' })),
      upsert: () => people2.upsert({ ...at, first: 'x' }),
      'upsert in place': () => people2.upsert({ ...at, first: 'x' }, { mode: 'replace' }),
    };
    for (const [name, write] of Object.entries(writes)) {
      expect([name, await codeOf(write)]).toEqual([name, 'ENTITY_NEWER']);
    }
    expect(await columns()).toEqual(before);
  });

  it('is not written over by older code that declares no version, where it has seen the row', async () => {
    const loaded = await people1.getOrThrow(at).catch((error: unknown) => error);
    // A number where version 1 has text: it is of a newer version, so that it reads on.
    expect(loaded).toBeInstanceOf(Person1);
    expect(await codeOf(() => people1.update(loaded as Person1, { name: 'x' }))).toBe('ENTITY_NEWER');
    expect(await codeOf(() => people1.modify(at, (p) => Object.assign(p, { name: 'x' })))).toBe(
      'ENTITY_NEWER',
    );
  });

  it('names both versions, and no value', async () => {
    const error: unknown = await people2.update(at, { first: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NewerVersionError);
    expect((error as NewerVersionError).details).toEqual({ entity: 'Person', stored: 3, known: 2 });
  });
});

describe('upgraders', () => {
  function peopleWith(upgrade: unknown, version = 2) {
    @Entity({ table: 'People', type: 'Person', version, upgrade: upgrade as never })
    class Person {
      static readonly key = KEY;
      @Text() site!: string;
      @Int32() id!: number;
      @Text() name?: string;
      @Int64() debt?: bigint;
    }
    class People extends Repository(Person) {}
    return new People(storage.store(), { table: people1.context.table });
  }

  it('see cells as they travel, without keys and system columns, and hostile names are just names', async () => {
    const columns =
      '"name":"Jo","debt":"9007199254740993","tw__other":"own","__proto__":"p","constructor":5,"toString":true,"odata":"like"';
    storage.emulator.http.inject(reply(rowText('north', 'person_001', columns)));
    let seen: readonly (readonly [string, unknown])[] = [];
    const people = peopleWith({
      1: (given: Record<string, unknown>) => {
        seen = Object.entries(given);
        return given;
      },
    });
    expect((await people.getOrThrow(at)).debt).toBe(9007199254740993n);
    expect(seen).toEqual([
      ['name', 'Jo'],
      ['debt', '9007199254740993'],
      ['__proto__', 'p'],
      ['constructor', 5],
      ['toString', true],
      ['odata', 'like'],
    ]);
  });

  it('cannot reach the stored row through their copy, nor pollute a prototype', async () => {
    await raw.createEntity({ partitionKey: 'north', rowKey: 'person_001', name: 'Jo' });
    const hostile = '{"__proto__":{"polluted":true},"name":"Jo"}';
    const people = peopleWith({ 1: () => JSON.parse(hostile) as unknown });
    expect(await codeOf(() => people.getOrThrow(at))).toBe('UPGRADE_FAILED');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const text = peopleWith({ 1: () => JSON.parse('{"__proto__":"x","name":"Joe"}') as unknown });
    const person = await text.getOrThrow(at);
    expect([person.name, Object.getPrototypeOf(person) === Object.prototype]).toEqual(['Joe', false]);
  });

  it.each([
    ['nothing', () => undefined],
    ['null', () => null],
    ['an array', () => []],
    ['a promise', async () => ({})],
    ['text', () => 'name'],
    ['an instance', () => new Date()],
    ['a column that is no cell', () => ({ name: { first: 'Jo' } })],
    ['a bigint', () => ({ debt: 5n })],
  ])('that return %s are refused', async (_, upgrade) => {
    await raw.createEntity({ partitionKey: 'north', rowKey: 'person_001', name: 'Jo' });
    expect(await codeOf(() => peopleWith({ 1: upgrade }).get(at))).toBe('UPGRADE_FAILED');
  });

  it('that throw are named, with the cause', async () => {
    await raw.createEntity({ partitionKey: 'north', rowKey: 'person_001', name: 'Jo', tw__version: 2 });
    const cause = new RangeError('own');
    const people = peopleWith(
      {
        2: () => {
          throw cause;
        },
      },
      4,
    );
    const error: unknown = await people.get(at).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpgradeError);
    expect((error as UpgradeError).details).toEqual({ entity: 'Person', step: 2 });
    expect((error as UpgradeError).cause).toBe(cause);
  });

  it('run from the stored version on, in order, and steps without one change nothing', async () => {
    const steps: number[] = [];
    const note = (step: number) => (given: object) => {
      steps.push(step);
      return given;
    };
    const upgrade = { 1: note(1), 10: note(10), 3: note(3), 2147483646: note(2147483646) };
    const people = peopleWith(upgrade, 2147483647);
    expect([...modelOf(people.context.model.entity).upgrades.keys()]).toEqual([1, 3, 10, 2147483646]);
    await raw.createEntity({ partitionKey: 'north', rowKey: 'person_001', tw__version: 2 });
    await people.get(at);
    expect(steps).toEqual([3, 10, 2147483646]);
  });
});

describe('a stored version that is none', () => {
  it.each([
    ['text', '2'],
    ['zero', 0],
    ['negative', -1],
    ['a fraction', 1.5],
    ['a flag', true],
  ])('%s is a coded error', async (_, version) => {
    await raw.createEntity({ partitionKey: 'north', rowKey: 'person_001', tw__version: version });
    await expect(people2.get(at)).rejects.toThrow(StoredValueError);
    await expect(people1.get(at)).rejects.toThrow(StoredValueError);
  });
});
