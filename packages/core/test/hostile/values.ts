import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Everything,
  EverythingRepository,
  everything,
  type Values,
} from '../differential/support/everything.js';
import { rawTable } from '../differential/support/raw-rows.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, type Outcome, problemOf } from './support/attempt.js';
import { isFaithful } from './support/faithful.js';
import { HOSTILE_VALUES, type HostileValue } from './support/values.js';

const storage = useStorage();
const PROPERTIES = [
  ...(['text', 'int32', 'int64', 'double', 'bool', 'dateTime', 'ticks', 'guid', 'binary'] as const),
  ...(['grade', 'level', 'json', 'point'] as const),
];
type Property = (typeof PROPERTIES)[number];

let entities: EverythingRepository;
let table: string;
let count = 0;
/** A row that the last call left as it was: it serves once more. */
let untouched: string | undefined;

const KNOWN: ReadonlySet<string | symbol> = new Set(Reflect.ownKeys(Object.prototype));

/** Rows around the one that is attacked. */
const NEIGHBOURS = ['a', 'target0', 'zzz'];

beforeAll(async () => {
  table = storage.emulator.uniqueName('Hostile');
  entities = new EverythingRepository(storage.store(), { table });
  for (const name of NEIGHBOURS) await entities.insert(everything('group', name, { text: CANARY }));
});

const keyOf = (name: string) => ({ group: 'group', name });
const withValue = (name: string, property: Property, value: unknown): Everything =>
  everything('group', name, { json: CANARY, text: CANARY, [property]: value } as Values);

/** One way to store a value, and what has to be there for it. */
interface Operation {
  readonly exists: boolean;
  readonly reads?: boolean;
  run(name: string, property: Property, value: unknown): unknown;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  insert: {
    exists: false,
    run: (name, property, value) => entities.insert(withValue(name, property, value)),
  },
  'update by key': {
    exists: true,
    run: (name, property, value) => entities.update(keyOf(name), { [property]: value } as never),
  },
  'insert of a plain object': {
    exists: false,
    run: (name, property, value) => entities.insert({ ...withValue(name, property, value) }),
  },
  replace: {
    exists: true,
    run: (name, property, value) => entities.replace(withValue(name, property, value), { force: true }),
  },
  upsert: {
    exists: false,
    run: (name, property, value) => entities.upsert(withValue(name, property, value)),
  },
  'upsert to replace': {
    exists: true,
    run: (name, property, value) => entities.upsert(withValue(name, property, value), { mode: 'replace' }),
  },
  'update of a loaded entity': {
    exists: true,
    reads: true,
    run: async (name, property, value) => {
      const loaded = await entities.getOrThrow(keyOf(name));
      return entities.update(Object.assign(loaded, { [property]: value }));
    },
  },
  'update of a loaded entity with changes': {
    exists: true,
    reads: true,
    run: async (name, property, value) =>
      entities.update(await entities.getOrThrow(keyOf(name)), { [property]: value } as never),
  },
  modify: {
    exists: true,
    reads: true,
    run: (name, property, value) =>
      entities.modify(keyOf(name), (entity) => void Object.assign(entity, { [property]: value })),
  },
};

/** A row that is there, or a name that is free, as the operation needs it. */
async function rowFor({ exists }: Operation): Promise<string> {
  if (!exists) return `target${++count}`;
  const name = untouched ?? `target${++count}`;
  if (untouched === undefined) await entities.insert(everything('group', name, { text: CANARY }));
  untouched = undefined;
  return name;
}

/** What is wrong after one hostile call, if anything. */
async function judge(
  operation: Operation,
  property: Property,
  { make, unstable }: HostileValue,
): Promise<string | undefined> {
  const name = await rowFor(operation);
  const value = make();
  const outcome: Outcome = await attempt(storage.emulator.http, () => operation.run(name, property, value));
  const problem = problemOf(outcome, { reads: operation.reads === true });
  if (operation.exists && !outcome.requests.some(({ method }) => method !== 'GET')) untouched = name;
  if (problem !== undefined || !outcome.ok) return problem;
  if (unstable) return undefined;
  const reading = await attempt(storage.emulator.http, () => entities.get(keyOf(name)));
  if (!reading.ok) return 'stored, but cannot be read back';
  const read = reading.value as Everything | undefined;
  if (value === undefined || value === null)
    return read?.[property] === undefined ? undefined : 'not removed';
  return isFaithful(property, value, read?.[property]) ? undefined : 'stored as something else';
}

async function failuresOf(name: string, cases: readonly (readonly [Property, HostileValue])[]) {
  const failures: string[] = [];
  for (const [property, hostile] of cases) {
    const problem = await judge(OPERATIONS[name]!, property, hostile);
    if (problem !== undefined) failures.push(`${property} = ${hostile.label}: ${problem}`);
  }
  return failures;
}

describe('a value of the wrong kind is refused before anything is sent, or comes back as it was', () => {
  const all = PROPERTIES.flatMap((property) => HOSTILE_VALUES.map((hostile) => [property, hostile] as const));
  /** Each value once, on a property that changes with it. */
  const some = (shift: number) =>
    HOSTILE_VALUES.map(
      (hostile, index) => [PROPERTIES[(index + shift) % PROPERTIES.length]!, hostile] as const,
    );

  it('insert, every property', async () => {
    expect(await failuresOf('insert', all)).toEqual([]);
  });

  const others = Object.keys(OPERATIONS).slice(1);
  it.each(others.map((name, index) => [name, index] as const))('%s', async (name, index) => {
    expect(await failuresOf(name, some(index))).toEqual([]);
  });

  it('changed no row beside, and no prototype', async () => {
    const rows = await rawTable(storage.emulator.rawTable(table));
    for (const name of NEIGHBOURS) {
      expect(rows[JSON.stringify(['group', name])]).toEqual({ text: { type: 'String', value: CANARY } });
    }
    expect(Reflect.ownKeys(Object.prototype).filter((name) => !KNOWN.has(name))).toEqual([]);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});
