import {
  and,
  Bool,
  DateTime,
  Double,
  Entity,
  Enum,
  Int32,
  Json,
  key,
  not,
  or,
  Repository,
  Text,
  type Where,
} from '@tablewright/core';
import { faults } from '@tablewright/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

@Entity({ table: 'Things' })
class Thing {
  static readonly key = key({ partition: '{team}', row: 't_{level:02}_{name}' });
  @Text() team!: string;
  @Int32() level!: number;
  @Text() name!: string;
  @Int32() age?: number;
  @Double() score?: number;
  @Bool() active?: boolean;
  @Enum(['a', 'b']) role?: 'a' | 'b';
  @DateTime() at?: Date;
  @Text({ default: 'none' }) note?: string;
  @Json() tags?: string[];
}
class Things extends Repository(Thing) {}

const storage = useStorage();

const teams = fc.constantFrom('a', "b'", 'ü~');
const levels = fc.integer({ min: 0, max: 3 });
const texts = fc.constantFrom('', 'a', 'ab', 'a_b', 'a~b', "a'b", 'b', 'ä', '😀', 'none');
const ages = fc.integer({ min: -2, max: 12 });
const scores = fc.constantFrom(-1.5, 0, 0.25, 1, 1e-9, 12345678.5);
const times = fc.integer({ min: 0, max: 3 }).map((ms) => new Date(1_700_000_000_000 + ms));
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const things = fc.uniqueArray(
  fc.record({
    team: teams,
    level: levels,
    name: texts,
    age: optional(ages),
    score: optional(scores),
    active: optional(fc.boolean()),
    role: optional(fc.constantFrom('a' as const, 'b' as const)),
    at: optional(times),
    note: optional(texts),
    tags: optional(fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 })),
  }),
  { selector: ({ team, level, name }) => JSON.stringify([team, level, name]), minLength: 5, maxLength: 30 },
);

type Cell = string | number | boolean | Date;

/** A condition, and what it means: written here a second time, in the plainest way. */
interface Asked {
  readonly where: Where<Thing>;
  holds(thing: Thing): boolean;
}

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value) as number;
const ORDER: Record<string, (a: number, b: number) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

function compared(property: keyof Thing, operator: string, value: Cell): Asked {
  const order = ORDER[operator];
  return {
    where: { [property]: { [operator]: value } } as Where<Thing>,
    holds(thing) {
      const found = thing[property];
      if (found === undefined) return operator === 'ne';
      if (operator === 'startsWith') return String(found).startsWith(String(value));
      if (operator === 'contains') return (found as string[]).includes(String(value));
      return order!(plain(found), plain(value));
    },
  };
}

function oneOf(property: keyof Thing, values: readonly Cell[]): Asked {
  return {
    where: { [property]: { in: values } } as Where<Thing>,
    holds: (thing) =>
      thing[property] !== undefined && values.some((value) => plain(thing[property]) === plain(value)),
  };
}

const ordered = fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge');
const equality = fc.constantFrom('eq', 'ne');
const on = (property: keyof Thing, operators: fc.Arbitrary<string>, values: fc.Arbitrary<Cell>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(operators, values).map(([op, value]) => compared(property, op, value)) },
    { weight: 1, arbitrary: fc.array(values, { maxLength: 20 }).map((list) => oneOf(property, list)) },
  );
const leaf: fc.Arbitrary<Asked> = fc.oneof(
  on('team', ordered, teams),
  on('level', ordered, levels),
  on('name', fc.oneof(ordered, fc.constant('startsWith')), texts),
  on('age', ordered, ages),
  on('score', ordered, scores),
  on('active', equality, fc.boolean()),
  on('role', equality, fc.constantFrom('a', 'b')),
  on('at', ordered, times),
  on('note', fc.oneof(ordered, fc.constant('startsWith')), texts),
  fc.constantFrom('x', 'y').map((tag) => compared('tags', 'contains', tag)),
  fc.constantFrom('age', 'at', 'tags', 'note').map((property) => ({
    where: { [property]: null } as Where<Thing>,
    holds: (thing: Thing) => thing[property as keyof Thing] === undefined,
  })),
);
const { condition } = fc.letrec<{ condition: Asked }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({
      where: and<Thing>(...all.map(({ where }) => where)),
      holds: (thing: Thing) => all.every((each) => each.holds(thing)),
    })),
    fc.array(tie('condition'), { maxLength: 3 }).map((any) => ({
      where: or<Thing>(...any.map(({ where }) => where)),
      holds: (thing: Thing) => any.some((each) => each.holds(thing)),
    })),
    tie('condition').map((one) => ({
      where: not<Thing>(one.where),
      holds: (thing: Thing) => !one.holds(thing),
    })),
  ),
}));
const questions = fc.record({
  conditions: fc.array(condition, { maxLength: 3 }),
  take: fc.option(fc.integer({ min: 1, max: 8 })),
  size: fc.integer({ min: 1, max: 7 }),
  emptyPages: fc.integer({ min: 0, max: 2 }),
});

function keyText({ context }: Things, thing: Thing): string {
  const { partitionKey, rowKey } = context.codec.keys(thing);
  return `${partitionKey}\0${rowKey}`;
}

it('finds what a filter over the objects would, in the order of the keys, whichever way it is run', async () => {
  await fc.assert(
    fc.asyncProperty(things, fc.array(questions, { minLength: 4, maxLength: 8 }), async (given, asked) => {
      const repository = new Things(storage.store(), { table: storage.emulator.uniqueName('Model') });
      const stored: Thing[] = [];
      for (const data of given) stored.push(await repository.insert(data as Thing));
      const id = (thing: object) => keyText(repository, thing as Thing);
      const sorted = stored.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));

      for (const { conditions, take, size, emptyPages } of asked) {
        const base = repository.query().scan('table');
        const all = conditions.reduce((query, { where }) => query.where(where), base);
        const query = take === null ? all : all.take(take);
        const matching = sorted.filter((thing) => conditions.every(({ holds }) => holds(thing)));
        const expected = (take === null ? matching : matching.slice(0, take)).map(id);

        storage.emulator.http.inject(faults.emptyPage(), { times: emptyPages });
        expect((await query.all()).map(id)).toEqual(expected);
        expect(await query.count()).toBe(expected.length);
        expect((await query.select('role').all()).map(id)).toEqual(expected);
        const paged: string[] = [];
        let token: string | undefined;
        do {
          const page = await query.page({ size, token });
          expect(page.items.length).toBeLessThanOrEqual(size);
          paged.push(...page.items.map(id));
          token = page.token;
        } while (token !== undefined);
        expect(paged).toEqual(expected);
        expect((await query.unordered().all()).length).toBe(expected.length);
        storage.emulator.http.clearFaults();
      }
    }),
    { numRuns: 25 },
  );
});
