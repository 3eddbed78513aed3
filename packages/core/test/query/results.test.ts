import {
  and,
  Entity,
  etagOf,
  Int32,
  type KeyTemplate,
  key,
  not,
  or,
  type Query,
  Repository,
  SYSTEM_PREFIX,
  Text,
} from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Member, Members, member, names, someMembers } from './support.js';

@Entity({ table: 'Cards' })
class Card {
  static readonly key = key({ partition: '{owner}', row: '{number:04}' });
  @Text() owner!: string;
  @Int32() number!: number;
  @Text() first?: string;
  @Text() last?: string;
  @Text() get label(): string {
    return `${this.first} ${this.last}`;
  }
}

const storage = useStorage();
const everyone = someMembers();
let members: Members;

beforeAll(async () => {
  members = new Members(storage.store(), { table: storage.emulator.uniqueName('Results') });
  for (const one of [...everyone].reverse()) await members.insert(one);
  // Neighbours in the same partitions that are none of ours.
  const raw = storage.emulator.rawTable(members.context.table);
  for (const rowKey of ['a_1', 'm_01', 'm_01-x', 'm_1_x', 'm_xx_y', 'z', `${SYSTEM_PREFIX}m_01_x`]) {
    await raw.createEntity({ partitionKey: 'a', rowKey, age: 1 });
  }
});

type AnyQuery = Query<Member, KeyTemplate>;
const inTeam = (team: string, accept: (m: Member) => boolean = () => true) =>
  names(everyone.filter((m) => m.team === team && accept(m)));

/** What a query finds, whichever way it is run. */
async function found(query: Query<Member, (typeof Member)['key']>): Promise<string[]> {
  const all = names(await query.all());
  const one: Member[] = [];
  for await (const each of query) one.push(each);
  const paged: Member[] = [];
  for await (const { items } of query.pages({ size: 2 })) paged.push(...items);
  expect(names(one)).toEqual(all);
  expect(names(paged)).toEqual(all);
  expect(await query.count()).toBe(all.length);
  expect(names(await query.readonly().all())).toEqual(all);
  expect((await query.select('age').all()).map((m) => `${m.team}/${m.name}`)).toEqual(all);
  const first = await query.first();
  expect(first ? names([first]) : []).toEqual(all.slice(0, 1));
  return all;
}

describe('a query finds', () => {
  it('one entity by its whole key', async () => {
    expect(await found(members.query({ team: 'a', level: 1, name: 'x0' }))).toEqual(['a/x0']);
    expect(await found(members.query({ team: 'a', level: 1, name: 'nobody' }))).toEqual([]);
  });

  it('the rows of a range, and only those of its own kind', async () => {
    expect(await found(members.query({ team: 'a', level: 1 }))).toEqual(['a/x0', 'a/y1', 'a/z2']);
    expect(await found(members.query({ team: 'a' }).scan('partition'))).toEqual(inTeam('a'));
    expect(await found(members.query().scan('table'))).toEqual(names(everyone));
  });

  it('both ends of between', async () => {
    const team = members.query({ team: 'b' });
    expect(await found(team.between({ level: 2 }, { level: 3 }))).toEqual(
      inTeam('b', (m) => m.level >= 2 && m.level <= 3),
    );
    expect(await found(team.between({ level: 4 }))).toEqual(inTeam('b', (m) => m.level >= 4));
    expect(await found(team.between(undefined, { level: 1 }))).toEqual(inTeam('b', (m) => m.level <= 1));
    expect(await found(team.between({ level: 3 }, { level: 2 }))).toEqual([]);
  });

  it('what lies between several variables, of which the later decide between equals', async () => {
    const team = members.query({ team: 'b' });
    expect(await found(team.between({ level: 1, name: 'y1' }, { level: 2, name: 'y4' }))).toEqual([
      'b/y1',
      'b/z2',
      'b/x3',
      'b/y4',
    ]);
    expect(await found(team.between({ level: 1, name: 'y1' }, { level: 1, name: 'y1' }))).toEqual(['b/y1']);
    expect(await found(team.between({ level: 3, name: 'z' }, { level: 3 }))).toEqual(['b/z8']);
    expect(await found(team.between({ level: 3 }, { level: 4, name: 'x9' }))).toEqual([
      'b/x6',
      'b/y7',
      'b/z8',
      'b/x9',
    ]);
  });

  it('what begins with a text', async () => {
    const query = members.query({ team: 'c', level: 4 });
    expect(await found(query.startsWith({ name: 'y1' }))).toEqual(['c/y10']);
    expect(await found(query.startsWith({ name: '' }))).toEqual(['c/x9', 'c/y10', 'c/z11']);
  });

  it('what satisfies conditions on other properties', async () => {
    const team = members.query({ team: 'a' }).scan('partition');
    expect(await found(team.where({ age: { ge: 25, lt: 28 } }))).toEqual(
      inTeam('a', (m) => m.age! >= 25 && m.age! < 28),
    );
    expect(await found(team.where({ active: true, role: { in: ['boss', 'aide'] } }))).toEqual(
      inTeam('a', (m) => m.active! && m.role !== 'guest'),
    );
    expect(await found(team.where({ role: { ne: 'boss' } }))).toEqual(inTeam('a', (m) => m.role !== 'boss'));
    expect(await found(team.where({ tags: { contains: 't4' } }))).toEqual(['a/y4']);
    expect(await found(team.where({ tags: null }))).toEqual(inTeam('a', (m) => !m.tags));
    expect(await found(team.where({ tags: null }).where({ age: { lt: 23 } }))).toEqual(['a/y1', 'a/z2']);
    expect(await found(team.where({ note: 'none', age: 20 }))).toEqual(['a/x0']);
    expect(await found(members.query({ age: 20 }).scan('table'))).toEqual(['a/x0', 'b/x0', 'c/x0']);
    expect(await found(team.where({ age: { ne: null }, role: { in: [] } }))).toEqual([]);
  });

  it('what satisfies a combination', async () => {
    const team = members.query({ team: 'a' }).scan('partition');
    const condition = or<Member>({ age: 20 }, and({ role: 'guest' }, not({ age: { gt: 25 } })));
    expect(await found(team.where(condition))).toEqual(
      inTeam('a', (m) => m.age === 20 || (m.role === 'guest' && m.age! <= 25)),
    );
    expect(await found(members.query().where(or({ team: 'c', level: 1 }, { team: 'a', level: 2 })))).toEqual([
      'a/x3',
      'a/y4',
      'a/z5',
      'c/x0',
      'c/y1',
      'c/z2',
    ]);
  });

  it('many points, in the order of their keys', async () => {
    const points = everyone.map(({ team, level, name }) => ({ team, level, name }));
    const query = members
      .query()
      .where(or<Member>(...[...points].reverse(), { team: 'd', level: 1, name: 'x' }));
    expect(query.explain().access).toBe('point');
    expect(await found(query)).toEqual(names(everyone));
  });

  it('a long list of values, which takes several scans over the same rows', async () => {
    const ages = Array.from({ length: 40 }, (_, i) => 21 + i);
    const query = members
      .query({ team: 'a' })
      .where({ age: { in: ages } })
      .scan('partition');
    expect(query.explain().parts.length).toBeGreaterThan(1);
    expect(await found(query)).toEqual(inTeam('a', (m) => m.age! > 20));
    const everywhere = members
      .query()
      .where({ age: { in: ages } })
      .scan('table');
    expect(everywhere.explain().parts.length).toBeGreaterThan(1);
    expect(await found(everywhere)).toEqual(names(everyone.filter((m) => m.age! > 20)));
    expect(new Set(names(await everywhere.unordered().all()))).toEqual(
      new Set(names(everyone.filter((m) => m.age! > 20))),
    );
  });

  it('no more than it is to take', async () => {
    const team = members.query({ team: 'a' }).scan('partition');
    expect(await found(team.take(5))).toEqual(inTeam('a').slice(0, 5));
    expect(await found(team.where({ role: { ne: 'boss' } }).take(3))).toEqual(
      inTeam('a', (m) => m.role !== 'boss').slice(0, 3),
    );
    const two = members.query().where(or({ team: 'a', level: 4 }, { team: 'b', level: 1 }));
    expect(await found(two.take(4))).toEqual(['a/x9', 'a/y10', 'a/z11', 'b/x0']);
  });

  it('nothing, without a request, where conditions contradict each other', async () => {
    const query = members.query({ team: 'a', level: 1 }).where({ level: 2 });
    const { requests } = await storage.emulator.http.record(() => found(query));
    expect(query.explain()).toMatchObject({ access: 'none', parts: [] });
    expect(requests).toEqual([]);
  });

  it('nothing in a table that does not exist', async () => {
    const nowhere = new Members(storage.store(), { table: storage.emulator.uniqueName('Nowhere') });
    expect(await found(nowhere.query().scan('table'))).toEqual([]);
  });
});

describe('what is found', () => {
  it('are instances that can be changed', async () => {
    const one = (await members.query({ team: 'c', level: 2 }).first())!;
    expect(one).toBeInstanceOf(Member);
    expect(one.label).toBe('c/x3');
    one.age = 77;
    await members.update(one);
    expect((await members.get(one))!.age).toBe(77);
    expect(etagOf(one)).toBe(etagOf((await members.get(one))!));
    await members.update(one, { age: 23 });
  });

  it('have the ETag that the row has, also by point reads', async () => {
    for (const query of [
      members.query({ team: 'c', level: 2 }),
      members.query({ team: 'c', level: 2, name: 'x3' }),
    ]) {
      const one = (await query.first())!;
      const stored = await storage.emulator.rawTable(members.context.table).getEntity('c', 'm_02_x3');
      expect(etagOf(one)).toBe(stored.etag);
    }
  });

  it('remember nothing when they are for reading only', async () => {
    const one = (await members.query({ team: 'c', level: 2 }).readonly().first())!;
    expect(one).toBeInstanceOf(Member);
    expect(etagOf(one)).toBeUndefined();
    await expect(members.replace(one)).rejects.toMatchObject({ code: 'ETAG_MISSING' });
  });

  it('are views of what was selected, which no write takes', async () => {
    const view = (await members.query({ team: 'c', level: 2 }).select('age', 'note').first())!;
    expect(view).toEqual({ team: 'c', level: 2, name: 'x3', age: 23, note: 'none' });
    expect(Object.keys(view)).not.toContain('role');
    expect(JSON.parse(JSON.stringify(view))).toEqual({ ...view });
    expect(() => Object.assign(view, { age: 1 })).toThrow(TypeError);
    const untyped = view as never;
    const before = storage.emulator.http.requests.length;
    for (const write of [
      () => members.insert(untyped),
      () => members.replace(untyped, { force: true }),
      () => members.upsert(untyped),
      () => members.update(untyped),
      () => members.update(untyped, { age: 1 }),
      () => members.delete(untyped, { force: true }),
      () => members.explain.insert(untyped),
    ]) {
      await expect(write()).rejects.toMatchObject({
        code: 'VIEW_NOT_WRITABLE',
        details: { entity: 'Member' },
      });
    }
    expect(storage.emulator.http.requests.length).toBe(before);
    expect((await members.get(view))!.role).toBe('boss');
    expect(await members.exists(view)).toBe(true);
    await members.upsert({ ...(view as object) } as Member);
  });

  it('hold what getters had stored, though what they are made from was not fetched', async () => {
    const cards = new (Repository(Card))(storage.store(), { table: storage.emulator.uniqueName('Cards') });
    await cards.insert({ owner: 'jo', number: 1, first: 'Jo', last: 'Ng' });
    const query = cards.query({ owner: 'jo' }).scan('partition').select('label');
    expect(await query.all()).toEqual([{ owner: 'jo', number: 1, label: 'Jo Ng' }]);
    expect(await query.where({ label: { ne: 'Jo Ng' } }).all()).toEqual([]);
    expect(await query.where({ label: { startsWith: 'Jo' } }).count()).toBe(1);
  });

  it('surface a stored value that does not fit', async () => {
    const table = storage.emulator.uniqueName('Wrong');
    const wrong = new Members(storage.store(), { table });
    await wrong.insert(member('a', 1, 'x'));
    await storage.emulator
      .rawTable(table)
      .updateEntity({ partitionKey: 'a', rowKey: 'm_01_x', age: 'old' }, 'Merge');
    await expect(wrong.query({ team: 'a', level: 1 }).all()).rejects.toMatchObject({
      code: 'STORED_VALUE_INVALID',
    });
    expect(await wrong.query({ team: 'a', level: 1 }).select('role').all()).toHaveLength(1);
    expect(await wrong.query({ team: 'a', level: 1 }).count()).toBe(1);
  });
});

it('each step makes a new query', async () => {
  const base = members.query({ team: 'a', level: 1 });
  const steps: AnyQuery[] = [
    base.where({ age: 20 }),
    base.take(1),
    base.scan('table'),
    base.unordered(),
    base.readonly(),
    base.startsWith({ name: 'x' }),
    base.between({ name: 'x' }),
  ] as unknown as AnyQuery[];
  expect(new Set([base, ...steps]).size).toBe(8);
  expect(names(await base.all())).toEqual(['a/x0', 'a/y1', 'a/z2']);
});

it('keeps what it was given, whatever becomes of it', async () => {
  const ages = [20];
  const conditions = { age: { in: ages } };
  const query = members.query({ team: 'a', level: 1 }).where(conditions);
  ages[0] = 21;
  conditions.age = { in: [] };
  expect(names(await query.all())).toEqual(['a/x0']);
  const joined = new Date(2020, 1, 1);
  const dated = members.query({ team: 'a', level: 1 }).where({ joined });
  const before = JSON.stringify(dated.explain().parts);
  joined.setFullYear(1999);
  expect(JSON.stringify(members.query({ team: 'a', level: 1 }).where({ joined }).explain().parts)).not.toBe(
    before,
  );
  expect(JSON.stringify(dated.explain().parts)).toBe(before);
});
