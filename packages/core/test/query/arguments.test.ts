import { and, not, or, type Query } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type Member, Members, member } from './support.js';

const storage = useStorage();
let members: Members;

beforeAll(async () => {
  members = new Members(storage.store(), { table: storage.emulator.uniqueName('Arguments') });
  await members.insert(member('a', 1, 'x', { age: 5 }));
});

/** As an untyped caller sees it. */
type Untyped = Record<keyof Query<Member, (typeof Member)['key']>, (...args: unknown[]) => Untyped> & {
  all(): Promise<unknown[]>;
};
const query = (...args: unknown[]) =>
  (members as unknown as { query(...a: unknown[]): Untyped }).query(...args);
const untyped = { or, and, not } as unknown as Record<string, (...args: unknown[]) => unknown>;

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const unawaited = () => [Promise.resolve({ level: 1 }), new Map([['level', 1]]), new Date()];
const notObjects = () => [
  ...[null, 5, 'text', true, Symbol('s'), [], [{}], () => ({}), revoked()],
  ...unawaited(),
];
const coded = expect.stringMatching(/^[A-Z_]+$/);

async function expectRefused(run: () => unknown) {
  const before = storage.emulator.http.requests.length;
  await expect((async () => run())()).rejects.toMatchObject({ code: coded, details: expect.anything() });
  expect(storage.emulator.http.requests.length).toBe(before);
}

describe('what is no argument is refused before anything is sent', () => {
  it('by query, where, between, startsWith and the combinators', async () => {
    for (const bad of notObjects()) {
      await expectRefused(() => query(bad));
      await expectRefused(() => query().where(bad));
      await expectRefused(() => query().between(bad));
      await expectRefused(() => query().between({ level: 1 }, bad));
      await expectRefused(() => query().startsWith(bad));
      await expectRefused(() => untyped['or']!(bad));
      await expectRefused(() => untyped['and']!({}, bad));
      await expectRefused(() => untyped['not']!(bad));
    }
    await expectRefused(() => query().where());
    await expectRefused(() => untyped['not']!());
    await expectRefused(() => query().between());
    await expectRefused(() => query().between({}));
    await expectRefused(() => query().between({ level: null }));
    await expectRefused(() => query().between({ level: undefined }));
    await expectRefused(() => query().startsWith({}));
    await expectRefused(() => query().startsWith({ name: 'a', level: 1 }));
    await expectRefused(() => query().startsWith({ name: 1 }));
  });

  it('by take, scan and select', async () => {
    for (const bad of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '5', null, undefined, 5n]) {
      await expectRefused(() => query().take(bad));
    }
    for (const bad of ['all', '', null, undefined, true, {}]) await expectRefused(() => query().scan(bad));
    for (const bad of [[], ['nope'], ['constructor'], ['__proto__'], [null], [5], [['age']], ['label']]) {
      await expectRefused(() => query().select(...bad));
    }
  });

  it('when a value is undefined, which would widen the result', async () => {
    await expectRefused(() => query({ team: undefined }));
    await expectRefused(() => query().where({ age: undefined }));
    await expectRefused(() => query().where({ age: { ge: undefined } }));
    await expectRefused(() => query().where({ age: { in: [1, undefined] } }));
  });

  it('when there is no such property, comparison or value', async () => {
    const inPartition = () => query({ team: 'a' }).scan('partition');
    for (const conditions of [
      { nope: 1 },
      { constructor: 'x' },
      { __proto__: { age: 1 }, toString: 'x' },
      { age: {} },
      { age: { between: 1 } },
      { age: { constructor: 1 } },
      { age: { lt: null } },
      { age: { in: 5 } },
      { age: { in: 'text' } },
      { age: 'five' },
      { age: Number.NaN },
      { age: 2 ** 40 },
      { age: { ge: '5' } },
      { age: { startsWith: '5' } },
      { active: { lt: true } },
      { role: { gt: 'boss' } },
      { role: 'nobody' },
      { joined: new Date(Number.NaN) },
      { joined: '2024' },
      { name: '\ud800' },
      { name: { startsWith: 5 } },
      { tags: ['t'] },
      { tags: { eq: ['t'] } },
      { age: Symbol('s') },
      { age: () => 1 },
      { age: revoked() },
      { age: { ge: revoked() } },
      { age: [1] },
    ]) {
      await expectRefused(() => inPartition().where(conditions).all());
      await expectRefused(() =>
        inPartition()
          .where(untyped['or']!(conditions, { age: 1 }))
          .all(),
      );
    }
    await expectRefused(() => query({ team: 'a', nope: 1 }).all());
    await expectRefused(() => query({ team: 5 }).all());
  });

  it('when conditions are nested without end', async () => {
    let deep: unknown = { age: 1 };
    await expectRefused(() => {
      for (let i = 0; i < 100_000; i++) deep = untyped['not']!(deep);
    });
    const circular: Record<string, unknown> = {};
    circular['age'] = circular;
    await expectRefused(() => query({ team: 'a' }).scan('partition').where(circular).all());
  });

  it('when a range does not go on where the given part of the key ends', async () => {
    await expectRefused(() => query({ team: 'a' }).between({ name: 'x' }).all());
    await expectRefused(() => query({ team: 'a' }).between({ level: 1, age: 2 }).all());
    await expectRefused(() => query({ team: 'a' }).between({ level: 1 }, { name: 'x' }).all());
    await expectRefused(() => query({ team: 'a', level: 1 }).between({ level: 1 }).all());
    await expectRefused(() => query({ team: 'a' }).startsWith({ name: 'x' }).all());
    await expectRefused(() => query({ team: 'a', level: 1, name: 'x' }).startsWith({ name: 'x' }).all());
    expect(
      await query().where({ team: 'a' }).where({ level: 1 }).startsWith({ name: 'x' }).all(),
    ).toHaveLength(1);
  });
});

it('values never break out of a filter', async () => {
  const evil = "x' or PartitionKey ne 'x";
  expect(await query({ team: evil }).scan('partition').all()).toEqual([]);
  expect(await query({ team: 'a', level: 1 }).startsWith({ name: "' or 1 eq 1 or '" }).all()).toEqual([]);
  expect(await query({ team: 'a' }).where({ note: evil }).scan('partition').all()).toEqual([]);
  const odd = "it's \u2028 100% & ü😀";
  await members.insert(member('a', 2, odd, { note: odd }));
  expect(await query({ team: 'a', level: 2 }).where({ note: odd }).all()).toHaveLength(1);
  expect(await query({ team: 'a', level: 2, name: odd }).all()).toHaveLength(1);
});

it('a getter that throws throws its own error', async () => {
  const own = new Error('mine');
  const hostile = {
    get age(): number {
      throw own;
    },
  };
  expect(() => query().where(hostile)).toThrow(own);
});
