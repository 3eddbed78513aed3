import {
  Bool,
  DateTime,
  Double,
  Entity,
  Enum,
  Guid,
  Int32,
  Int64,
  KeyTooLongError,
  key,
  Repository,
  Text,
  Ticks,
} from '@tablewright/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { EverythingRepository, everything, Grade, Level } from '../differential/support/everything.js';
import { rawTable } from '../differential/support/raw-rows.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, problemOf } from './support/attempt.js';
import { HOSTILE_VALUES } from './support/values.js';

/** A key with one variable of every kind that a key can hold. */
@Entity({ table: 'Keyed' })
class Keyed {
  static readonly key = key({
    partition: '{text}',
    row: '{int32}_{int64}_{double}_{bool}_{dateTime}_{ticks}_{guid}_{grade}_{level}',
  });
  @Text() text!: string;
  @Int32() int32!: number;
  @Int64() int64!: bigint;
  @Double() double!: number;
  @Bool() bool!: boolean;
  @DateTime() dateTime!: Date;
  @Ticks() ticks!: bigint;
  @Guid() guid!: string;
  @Enum(Grade) grade!: Grade;
  @Enum(Level) level!: Level;
  @Text() note?: string;
}

class KeyedRepository extends Repository(Keyed) {}

const storage = useStorage();
let keyed: KeyedRepository;
let entities: EverythingRepository;
let table: string;

beforeAll(async () => {
  const store = storage.store();
  keyed = new KeyedRepository(store, { table: storage.emulator.uniqueName('Keyed') });
  table = storage.emulator.uniqueName('Keys');
  entities = new EverythingRepository(store, { table });
  await entities.insert(everything('group', 'neighbour', { text: CANARY }));
});

const SOUND = {
  text: 'group',
  int32: 1,
  int64: 2n,
  double: 3,
  bool: true,
  dateTime: new Date(0),
  ticks: 635_424_264_000_000_000n,
  guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  grade: Grade.Junior,
  level: Level.Low,
};
type Variable = keyof typeof SOUND;
const VARIABLES = Object.keys(SOUND) as Variable[];

describe('a key value of the wrong kind', () => {
  it.each(VARIABLES)('is refused before anything is sent, or names its own row: %s', async (variable) => {
    const failures: string[] = [];
    for (const { label, make } of HOSTILE_VALUES) {
      const value = make();
      const keyArgs = { ...SOUND, [variable]: value } as typeof SOUND;
      const outcome = await attempt(storage.emulator.http, () =>
        keyed.upsert(Object.assign(new Keyed(), keyArgs, { note: CANARY })),
      );
      let problem = problemOf(outcome);
      if (outcome.ok) {
        const read = await keyed.get(keyArgs);
        const same =
          variable === 'dateTime'
            ? read?.dateTime.getTime() === trueTime(value)
            : Object.is(read?.[variable], value);
        if (!same || read?.note !== CANARY) problem = 'not found under this key';
      }
      if (problem !== undefined) failures.push(`${label}: ${problem}`);
    }
    expect(failures).toEqual([]);
  });

  it.each<[string, (key: typeof SOUND) => unknown]>([
    ['get', (key) => keyed.get(key)],
    ['exists', (key) => keyed.exists(key)],
    ['getMany', (key) => keyed.getMany([SOUND, key])],
    ['delete', (key) => keyed.delete(key, { force: true })],
    ['update', (key) => keyed.update(key, { note: 'new' }, { ifMatch: 'W/"stale"' })],
    ['modify', (key) => keyed.modify(key, () => {})],
  ])('is refused before anything is sent by %s', async (_, run) => {
    const failures: string[] = [];
    for (const [index, { label, make }] of HOSTILE_VALUES.entries()) {
      const variable = VARIABLES[index % VARIABLES.length]!;
      const value = make();
      const outcome = await attempt(storage.emulator.http, () =>
        run({ ...SOUND, [variable]: value } as typeof SOUND),
      );
      // A good key that leads nowhere is an answer of the service, not a refusal.
      const problem =
        outcome.requests.length > 0 && isSound(variable, value) ? undefined : problemOf(outcome);
      if (problem !== undefined) failures.push(`${variable} = ${label}: ${problem}`);
    }
    expect(failures).toEqual([]);
  });
});

describe('keys and their length', () => {
  it('may have 512 characters, and not 513', async () => {
    for (const unit of ['x', '%', '日']) {
      const longest = { group: unit.repeat(512), name: unit.repeat(512) };
      await entities.insert(everything(longest.group, longest.name, { text: CANARY }));
      expect((await entities.getOrThrow(longest)).text).toBe(CANARY);
      for (const tooLong of [
        { ...longest, name: `${longest.name}x` },
        { ...longest, group: `x${longest.group}` },
      ]) {
        for (const run of [
          () => entities.get(tooLong),
          () => entities.insert(everything(tooLong.group, tooLong.name, {})),
          () => entities.delete(tooLong, { force: true }),
        ]) {
          const outcome = await attempt(storage.emulator.http, run);
          expect(outcome).toMatchObject({ ok: false, error: expect.any(KeyTooLongError), requests: [] });
        }
      }
    }
  });

  it('count their escapes', async () => {
    const outcome = await attempt(storage.emulator.http, () =>
      entities.get({ group: 'group', name: '/'.repeat(171) }),
    );
    expect(outcome).toMatchObject({ ok: false, error: expect.any(KeyTooLongError), requests: [] });
  });

  it('refuse an empty PartitionKey', async () => {
    const outcome = await attempt(storage.emulator.http, () => entities.insert(everything('', 'x', {})));
    expect([outcome.ok, problemOf(outcome)]).toEqual([false, undefined]);
  });
});

describe('random text as a key', () => {
  it('names one row and no other, or is refused', async () => {
    const raw = storage.emulator.rawTable(table);
    const before = await rawTable(raw);
    // Half surrogate pairs included: the units are any.
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const anyText = fc.oneof(fc.string({ unit, maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (group, name) => {
        const outcome = await attempt(storage.emulator.http, () =>
          entities.insert(everything(group, name, { text: CANARY })),
        );
        expect(problemOf(outcome)).toBeUndefined();
        const after = await rawTable(raw);
        if (!outcome.ok) {
          expect(after).toEqual(before);
          return;
        }
        const read = await entities.getOrThrow({ group, name });
        expect([read.group, read.name]).toEqual([group, name]);
        expect(await entities.delete(read)).toBe(true);
        expect(Object.keys(after)).toHaveLength(Object.keys(before).length + 1);
        expect(await rawTable(raw)).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });
});

function trueTime(value: unknown): number {
  return Date.prototype.getTime.call(value);
}

function isSound(variable: Variable, value: unknown): boolean {
  const like = SOUND[variable];
  return typeof value === typeof like && (typeof like !== 'object' || value instanceof Date);
}
