import { etagOf } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Everything, EverythingRepository, everything } from '../differential/support/everything.js';
import { rawTable } from '../differential/support/raw-rows.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, OwnError, problemOf } from './support/attempt.js';
import { HOSTILE_VALUES } from './support/values.js';

const storage = useStorage();
const KEY = { group: 'group', name: 'there' };
let entities: EverythingRepository;
let table: string;
let count = 0;

beforeAll(async () => {
  table = storage.emulator.uniqueName('Arguments');
  entities = new EverythingRepository(storage.store(), { table });
  await entities.insert(everything(KEY.group, KEY.name, { text: CANARY }));
});

const fresh = () => everything('group', `new${count++}`, { text: CANARY });

/** Tries every hostile value in one place; `accepts` says which of them are no mistake there. */
async function failuresOf(
  run: (value: unknown) => unknown,
  accepts: (value: unknown) => boolean = () => false,
  values = HOSTILE_VALUES.filter(({ label }) => label !== 'a revoked Proxy'),
): Promise<string[]> {
  const failures: string[] = [];
  for (const { label, make } of values) {
    const value = make();
    const outcome = await attempt(storage.emulator.http, () => run(value));
    const problem = outcome.ok && !accepts(value) ? 'accepted' : problemOf(outcome);
    if (problem !== undefined) failures.push(`${label}: ${problem}`);
  }
  return failures;
}

describe('anything in place of an entity is refused before anything is sent', () => {
  it.each<[string, (value: never) => unknown]>([
    ['insert', (value) => entities.insert(value)],
    ['replace', (value) => entities.replace(value, { force: true })],
    ['upsert', (value) => entities.upsert(value)],
    ['update', (value) => entities.update(value, { text: 'new' })],
    ['delete', (value) => entities.delete(value, { force: true })],
  ])('%s', async (_, run) => {
    expect(await failuresOf((value) => run(value as never))).toEqual([]);
  });
});

describe('anything in place of a key is refused before anything is sent', () => {
  it.each<[string, (value: never) => unknown]>([
    ['get', (value) => entities.get(value)],
    ['getOrThrow', (value) => entities.getOrThrow(value)],
    ['exists', (value) => entities.exists(value)],
    ['getMany', (value) => entities.getMany([KEY, value])],
    ['modify', (value) => entities.modify(value, () => {})],
  ])('%s', async (_, run) => {
    expect(await failuresOf((value) => run(value as never))).toEqual([]);
  });

  it('getMany, in place of the list of keys', async () => {
    const isList = (value: unknown) =>
      typeof value === 'string' || (value !== null && typeof value === 'object' && Symbol.iterator in value);
    const values = HOSTILE_VALUES.filter(
      ({ label, make }) => label !== 'a revoked Proxy' && label !== 'a Proxy that throws' && !isList(make()),
    );
    expect(
      await failuresOf(
        (value) => entities.getMany(value as never),
        () => false,
        values,
      ),
    ).toEqual([]);
  });
});

describe('anything in place of changes is refused before anything is sent', () => {
  const isNothing = (value: unknown) => value === undefined || value === null;

  it('update by key', async () => {
    expect(await failuresOf((value) => entities.update(KEY, value as never))).toEqual([]);
  });

  it('update of a loaded entity', async () => {
    const loaded = await entities.getOrThrow(KEY);
    expect(await failuresOf((value) => entities.update(loaded, value as never), isNothing)).toEqual([]);
  });

  it('modify, in place of the function', async () => {
    const isFunction = (value: unknown) => typeof value === 'function';
    const values = HOSTILE_VALUES.map(({ make }) => make()).filter((value) => !isFunction(value));
    for (const value of values) {
      const outcome = await attempt(storage.emulator.http, () => entities.modify(KEY, value as never));
      expect([outcome.ok, problemOf(outcome)]).toEqual([false, undefined]);
    }
  });
});

describe('anything in place of the options is refused before anything is sent, or ignored', () => {
  const anything = () => true;
  const some = HOSTILE_VALUES.filter(({ label }) =>
    /^(null|true|NaN|0n|a Symbol|a string|a function|a Map|an empty array|an object without prototype)$/.test(
      label,
    ),
  );

  it.each<[string, (options: never) => unknown]>([
    ['insert', (options) => entities.insert(fresh(), options)],
    ['replace', (options) => entities.replace(fresh(), options)],
    ['upsert', (options) => entities.upsert(fresh(), options)],
    ['update', (options) => entities.update(KEY, { text: CANARY }, options)],
    ['delete', (options) => entities.delete(KEY, options)],
    ['get', (options) => entities.get(KEY, options)],
    ['exists', (options) => entities.exists(KEY, options)],
    ['getMany', (options) => entities.getMany([KEY], options)],
    ['modify', (options) => entities.modify(KEY, () => {}, options)],
  ])('%s', async (_, run) => {
    expect(await failuresOf((value) => run(value as never), anything, some)).toEqual([]);
  });
});

describe('entities that resist', () => {
  it('are stored or refused when they are frozen', async () => {
    const frozen = Object.freeze(fresh());
    await entities.insert(frozen);
    expect(etagOf(frozen)).toBeDefined();
    expect(await entities.delete(frozen)).toBe(true);
  });

  it('are refused with a coded error when changes cannot be put on them', async () => {
    const frozen = Object.freeze(await entities.getOrThrow(KEY));
    const outcome = await attempt(storage.emulator.http, () => entities.update(frozen, { text: 'new' }));
    expect([outcome.ok, problemOf(outcome)]).toEqual([false, undefined]);
  });

  it('keep none of the changes when one of them is refused', async () => {
    const loaded = await entities.getOrThrow(KEY);
    for (const changes of [
      { text: 'new', int32: 0.5 },
      { text: 'new', group: 'x' },
      { text: 'new', nothing: 1 },
    ]) {
      await expect(entities.update(loaded, changes as never)).rejects.toThrow();
      expect(loaded.text).toBe(CANARY);
    }
  });

  it('may be a Proxy', async () => {
    const proxy = new Proxy(fresh(), {});
    await entities.insert(proxy);
    await entities.update(proxy, { int32: 7 });
    expect((await entities.getOrThrow({ group: proxy.group, name: proxy.name })).int32).toBe(7);
  });

  it('may have no prototype', async () => {
    const bare: Everything = Object.assign(Object.create(null), { ...fresh(), int32: 7 });
    const stored = await entities.insert(bare);
    expect(stored).toBeInstanceOf(Everything);
    expect((await entities.getOrThrow({ group: bare.group, name: bare.name })).int32).toBe(7);
  });

  it.each(['text', 'group', 'json'])('pass on the error of their own getter: %s', async (property) => {
    const entity = Object.defineProperty(fresh(), property, {
      enumerable: true,
      get() {
        throw new OwnError(CANARY);
      },
    });
    const attempts = [
      () => entities.insert(entity),
      () => entities.upsert(entity),
      () => entities.replace(entity, { force: true }),
    ];
    for (const run of attempts) {
      const outcome = await attempt(storage.emulator.http, run);
      expect(outcome).toMatchObject({ ok: false, error: expect.any(OwnError), requests: [] });
    }
  });

  it('are refused when they hold what the class does not map', async () => {
    for (const more of [
      JSON.parse(`{"__proto__":{"text":"${CANARY}"}}`),
      JSON.parse(`{"constructor":"${CANARY}"}`),
      { toString: CANARY },
      { partitionKey: CANARY },
      { etag: CANARY },
      { 'odata.etag': CANARY },
      { "a'b": CANARY },
    ] as object[]) {
      const plain = Object.defineProperties(
        {},
        {
          ...Object.getOwnPropertyDescriptors({ ...fresh() }),
          ...Object.getOwnPropertyDescriptors(more),
        },
      );
      for (const run of [() => entities.insert(plain as never), () => entities.update(KEY, more as never)]) {
        const outcome = await attempt(storage.emulator.http, run);
        expect([outcome.ok, problemOf(outcome)]).toEqual([false, undefined]);
      }
    }
  });
});

describe('all the while', () => {
  it('the rows that nobody meant stayed as they were', async () => {
    const rows = await rawTable(storage.emulator.rawTable(table));
    expect(rows[JSON.stringify([KEY.group, KEY.name])]).toEqual({ text: { type: 'String', value: CANARY } });
    for (const cells of Object.values(rows)) expect(cells['text']).toEqual({ type: 'String', value: CANARY });
  });
});
