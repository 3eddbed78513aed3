import { or } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type Member, Members, member, names, parameter, someMembers } from './support.js';

const storage = useStorage();
const everyone = someMembers();
let members: Members;

beforeAll(async () => {
  members = new Members(storage.store(), { table: storage.emulator.uniqueName('Tokens') });
  for (const one of everyone) await members.insert(one);
});

type MemberQuery = ReturnType<Members['query']>;
const manyAges = Array.from({ length: 40 }, (_, i) => 21 + i);

/** Queries of every shape: one scan, scans one after the other, merged scans, points, residual conditions. */
const shapes: readonly (readonly [string, (from: Members) => MemberQuery, (m: Member) => boolean])[] = [
  ['a partition', (q) => q.query({ team: 'a' }).scan('partition'), (m) => m.team === 'a'],
  ['a table', (q) => q.query().scan('table'), () => true],
  ['a filter', (q) => q.query().where({ active: true }).scan('table'), (m) => m.active!],
  [
    'a residual condition',
    (q) =>
      q
        .query()
        .where({ role: { ne: 'boss' } })
        .scan('table'),
    (m) => m.role !== 'boss',
  ],
  [
    'a residual condition that few satisfy',
    (q) =>
      q
        .query({ team: 'b' })
        .where({ tags: { contains: 't8' } })
        .scan('partition'),
    (m) => m.team === 'b' && m.name === 'z8',
  ],
  [
    'several ranges',
    (q) => q.query().where(or({ team: 'a', level: { in: [1, 3] } }, { team: 'c', level: { ge: 3 } })),
    (m) => (m.team === 'a' && m.level % 2 === 1) || (m.team === 'c' && m.level >= 3),
  ],
  [
    'merged scans of a partition',
    (q) =>
      q
        .query({ team: 'a' })
        .where({ age: { in: manyAges } })
        .scan('partition'),
    (m) => m.team === 'a' && m.age! > 20,
  ],
  [
    'merged scans of a table',
    (q) =>
      q
        .query()
        .where({ age: { in: manyAges } })
        .scan('table'),
    (m) => m.age! > 20,
  ],
  [
    'points',
    (q) => q.query({ team: 'a', level: 1 }).where({ name: { in: ['x0', 'nobody', 'y1', 'z2', 'zz'] } }),
    (m) => m.team === 'a' && m.level === 1,
  ],
  ['nothing', (q) => q.query({ team: 'a', level: 1 }).where({ level: 2 }), () => false],
];

/** All pages by their tokens alone: each time by a new query of a new repository, as a web server would. */
async function walk(make: (from: Members) => MemberQuery, size: number) {
  const found: string[] = [];
  let token: string | undefined;
  let pages = 0;
  do {
    const again = new Members(storage.store(), { table: members.context.table });
    const page = await make(again).page({ size, token });
    expect(page.items.length).toBeLessThanOrEqual(size);
    if (page.token !== undefined) expect(page.token).toMatch(/^[A-Za-z0-9_-]+$/);
    found.push(...names(page.items));
    token = page.token;
    pages++;
  } while (token !== undefined && pages < 200);
  return { found, pages };
}

describe.each(shapes)('pages of %s', (_, make, accept) => {
  const expected = names(everyone.filter(accept));

  it.each([1, 2, 5, 100])('hold everything once, in order, %i at a time', async (size) => {
    const { found, pages } = await walk(make, size);
    expect(found).toEqual(expected);
    expect(pages).toBeLessThanOrEqual(Math.ceil(expected.length / size) + 1);
  });

  it('are the same without an order, in some order', async () => {
    const { found } = await walk((from) => make(from).unordered(), 3);
    expect([...found].sort()).toEqual([...expected].sort());
  });

  it('count what is taken over all of them', async () => {
    const { found } = await walk((from) => make(from).take(7), 3);
    expect(found).toEqual(expected.slice(0, 7));
  });

  it('survive empty pages of the service', async () => {
    storage.emulator.http.inject(faults.emptyPage(), { times: 5 });
    const { found } = await walk(make, 4);
    expect(found).toEqual(expected);
  });

  it('can be iterated from the middle on', async () => {
    const query = make(members);
    const { items, token } = await query.page({ size: 2 });
    const rest: Member[] = [];
    for await (const page of token ? query.pages({ token, size: 3 }) : []) rest.push(...page.items);
    expect(names([...items, ...rest])).toEqual(expected);
  });
});

describe('pages', () => {
  it('are not disturbed by what happens before them', async () => {
    const table = storage.emulator.uniqueName('Moving');
    const moving = new Members(storage.store(), { table });
    for (const name of ['b', 'd', 'f', 'h']) await moving.insert(member('a', 1, name));
    for (const query of [
      moving.query({ team: 'a', level: 1 }),
      moving.query({ team: 'a', level: 1 }).where({ note: { ne: 'x' } }),
    ]) {
      const { items, token } = await query.page({ size: 2 });
      expect(names(items)).toEqual(['a/b', 'a/d']);
      await moving.insert(member('a', 1, 'c'));
      await moving.delete({ team: 'a', level: 1, name: 'b' }, { force: true });
      expect(names((await query.page({ size: 9, token })).items)).toEqual(['a/f', 'a/h']);
      await moving.delete({ team: 'a', level: 1, name: 'c' }, { force: true });
      await moving.insert(member('a', 1, 'b'));
    }
  });

  it('fetch more at once than they hold where few rows satisfy the conditions, and go on behind the last one', async () => {
    const query = members
      .query()
      .where({ role: { ne: 'boss' } })
      .scan('table');
    const { items, token } = await query.page({ size: 10 });
    const requests = storage.emulator.http.requests.map((request) => parameter(request, '$top'));
    expect(requests).toEqual(['10', '40']);
    storage.emulator.http.clear();
    const next = await query.page({ size: 3, token });
    expect(names([...items, ...next.items])).toEqual(
      names(everyone.filter((m) => m.role !== 'boss')).slice(0, 13),
    );
    expect(storage.emulator.http.requests[0]!.operation).toContain("RowKey gt '");
  });

  it.each([0, -1, 1.5, 1_001, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(
    'refuse the size %s',
    async (size) => {
      const query = members.query({ team: 'a', level: 1 });
      const options = { size: size as number };
      await expect(query.page(options)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
      await expect(query.pages(options).next()).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
      expect(storage.emulator.http.requests).toEqual([]);
    },
  );
});

describe('a token', () => {
  const query = () => members.query({ team: 'a' }).scan('partition');
  const tokenOf = async (of: MemberQuery) => (await of.page({ size: 2 })).token!;
  const read = (token: string) => JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[];
  const write = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

  async function expectRefused(of: MemberQuery, token: unknown) {
    storage.emulator.http.clear();
    const options = { token: token as string };
    await expect(of.page(options)).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
      details: { entity: 'Member' },
    });
    await expect(of.pages(options).next()).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    expect(storage.emulator.http.requests).toEqual([]);
  }

  it('is refused by every other query, and on every other table', async () => {
    const token = await tokenOf(query());
    const elsewhere = new Members(storage.store(), { table: storage.emulator.uniqueName('Other') });
    for (const other of [
      members.query({ team: 'b' }).scan('partition'),
      members.query().scan('table'),
      query().where({ age: 20 }),
      query().where({ role: { ne: 'boss' } }),
      query().take(9),
      query().select('age') as unknown as MemberQuery,
      elsewhere.query({ team: 'a' }).scan('partition'),
    ]) {
      await expectRefused(other, token);
    }
    expect((await query().page({ token })).items).toHaveLength(10);
    expect((await query().page({ token, size: 1 })).items).toHaveLength(1);
  });

  it('says nothing of the values that were asked for', async () => {
    const token = await tokenOf(
      members
        .query()
        .where({ age: { ge: 20 }, note: { ne: 'secret' } })
        .scan('table'),
    );
    expect(JSON.stringify(read(token))).not.toContain('secret');
  });

  it('is refused when it is garbage', async () => {
    const token = await tokenOf(query());
    const content = read(token);
    for (const garbage of [
      '',
      'x',
      'null',
      '{}',
      '%00',
      token.slice(0, -2),
      token.slice(2),
      `${token}!`,
      ` ${token}`,
      token.repeat(2),
      'A'.repeat(100_000),
      write(null),
      write({}),
      write({ __proto__: null, constructor: 1 }),
      write([]),
      write([...content, 1]),
      write(content.slice(0, 3)),
      write([2, ...content.slice(1)]),
      write('text'),
      42,
      null,
      {},
      [],
      Symbol('token'),
      () => token,
    ]) {
      await expectRefused(query(), garbage);
    }
  });

  it('is refused when its position is made up of what no position holds', async () => {
    const [version, digest, left, unit, done, after, key] = read(await tokenOf(query()));
    const forged = (...position: unknown[]) => write([version, digest, ...position]);
    expect(forged(left, unit, done, after, key)).toBe(await tokenOf(query()));
    for (const position of [
      [5, unit, done, ['a\u0000', 'b'], key],
      [left, unit, done, ['a\r\nx: y', 'b'], null],
      [left, unit, done, ['\ud800'], null],
      [left, unit, done, ['a', 'b', 'c'], null],
      [left, unit, done, [], null],
      [left, unit, done, ['x'.repeat(5_000)], null],
      [left, unit, done, [1], null],
      [left, unit, done, { partitionKey: 'a' }, null],
      [left, unit, done, null, ['a', 'm_01\u0001']],
      [left, unit, done, null, ['a', "m'/"]],
      [left, unit, done, null, ['', 'x']],
      [left, unit, done, null, ['a']],
      [left, unit, done, null, ['a', 'x'.repeat(600)]],
      [left, unit, done, ['a'], ['a', 'x']],
      [left, 1, done, null, null],
      [left, -1, done, null, null],
      [left, 0.5, done, null, null],
      [left, '0', done, null, null],
      [left, '__proto__', done, null, null],
      [left, unit, 1, null, null],
      [0, unit, done, after, key],
      [-1, unit, done, after, key],
      ['many', unit, done, after, key],
    ]) {
      await expectRefused(query(), forged(...position));
    }
    const points = members.query({ team: 'a', level: 1 }).where({ name: { in: ['x0', 'y1', 'z2'] } });
    const [, other] = read(await tokenOf(points));
    for (const position of [
      [null, 0, 3, null, null],
      [null, 0, -1, null, null],
      [null, 0, 1, null, ['a', 'x']],
      [null, 0, 1, ['a'], null],
    ]) {
      await expectRefused(points, write([version, other, ...position]));
    }
  });

  it('takes no more than the query does', async () => {
    const few = query().take(5);
    const [version, digest, , ...rest] = read(await tokenOf(few));
    await expectRefused(few, write([version, digest, 6, ...rest]));
    await expectRefused(few, write([version, digest, null, ...rest]));
    expect((await few.page({ token: write([version, digest, 3, ...rest]) })).items).toHaveLength(3);
  });

  it('leads nowhere but to rows of its query, however its position is forged', async () => {
    const own = names(everyone.filter((m) => m.team === 'b'));
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const partition = members.query({ team: 'b' }).scan('partition');
    const merged = members
      .query({ team: 'b' })
      .where({ age: { in: manyAges } })
      .scan('partition');
    for (const query of [partition, merged]) {
      const [version, digest, left] = read(await tokenOf(query));
      for (const [after, key] of [
        [[base64('a'), base64('m_01_x0')], null],
        [[base64('c')], null],
        [["' or PartitionKey ne '"], null],
        [null, ['a', 'm_01_x0']],
        [null, ['c', 'm_01_x0']],
        [null, ['b', "' or RowKey ge '"]],
        [null, ["b' or PartitionKey ne '", 'x']],
        [null, ['b', '']],
      ]) {
        const token = write([version, digest, left, 0, null, after, key]);
        const page = await query.page({ token, size: 1_000 }).catch((error: { code: string }) => error.code);
        if (typeof page === 'string') expect(page).toBe('TOKEN_INVALID');
        else for (const name of names(page.items)) expect(own).toContain(name);
      }
    }
  });
});
