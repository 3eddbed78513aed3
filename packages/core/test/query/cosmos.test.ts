import { or } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type Member, Members, names, parameter, someMembers } from './support.js';

const storage = useStorage();
const everyone = someMembers();
let members: Members;

/** The emulator sorts its rows, Cosmos DB does not: so nothing here may depend on it. */
beforeAll(async () => {
  members = new Members(storage.store({ profile: 'cosmos' }), {
    table: storage.emulator.uniqueName('Cosmos'),
  });
  for (const one of everyone) await members.insert(one);
});

type MemberQuery = ReturnType<Members['query']>;

async function walk(query: MemberQuery, size: number): Promise<Member[]> {
  const found: Member[] = [];
  let token: string | undefined;
  do {
    const page = await query.page({ size, token });
    expect(page.items.length).toBeLessThanOrEqual(size);
    found.push(...page.items);
    token = page.token;
  } while (token !== undefined);
  return found;
}

describe('on a service without order', () => {
  it('every query finds what it asks for', async () => {
    const queries: readonly (readonly [MemberQuery, (m: Member) => boolean])[] = [
      [members.query({ team: 'a' }).scan('partition'), (m) => m.team === 'a'],
      [
        members
          .query({ team: 'a' })
          .where({ role: { ne: 'boss' } })
          .scan('partition'),
        (m) => m.team === 'a' && m.role !== 'boss',
      ],
      [
        members
          .query()
          .where({ age: { in: Array.from({ length: 40 }, (_, i) => 21 + i) } })
          .scan('table'),
        (m) => m.age! > 20,
      ],
      [
        members.query().where(or({ team: 'a', level: 1 }, { team: 'b', level: 1 })),
        (m) => m.team < 'c' && m.level === 1,
      ],
      [
        members.query({ team: 'a', level: 1 }).where({ name: { in: ['x0', 'y1'] } }),
        (m) => m.team === 'a' && m.age! < 22,
      ],
    ];
    for (const [query, accept] of queries) {
      const expected = names(everyone.filter(accept)).sort();
      expect(names(await query.all()).sort()).toEqual(expected);
      for (const size of [1, 4, 100]) expect(names(await walk(query, size)).sort()).toEqual(expected);
    }
  });

  it('pages go on by the service’s own tokens alone', async () => {
    const query = members
      .query()
      .where({ role: { ne: 'boss' } })
      .scan('table');
    storage.emulator.http.clear();
    await walk(query, 7);
    const { requests } = storage.emulator.http;
    expect(requests.length).toBeGreaterThan(3);
    const [first] = requests;
    for (const request of requests) {
      expect(parameter(request, '$filter')).toBe(parameter(first!, '$filter'));
      expect(Number(parameter(request, '$top'))).toBeLessThanOrEqual(7);
    }
  });

  it('a key is no position', async () => {
    const query = members.query({ team: 'a' }).scan('partition');
    const { token } = await query.page({ size: 2 });
    const content = JSON.parse(Buffer.from(token!, 'base64url').toString()) as unknown[];
    content.splice(5, 2, null, ['a', 'm_01_x0']);
    const forged = Buffer.from(JSON.stringify(content)).toString('base64url');
    await expect(query.page({ token: forged })).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('the first ones are any ones, and have to be asked for so', async () => {
    const query = members.query({ team: 'a' }).scan('partition');
    await expect(query.take(3).all()).rejects.toMatchObject({ code: 'ORDER_UNAVAILABLE' });
    await expect(query.first()).rejects.toMatchObject({ code: 'ORDER_UNAVAILABLE' });
    expect(await query.unordered().take(3).all()).toHaveLength(3);
    expect(await query.unordered().first()).toMatchObject({ team: 'a' });
    expect(await walk(query.unordered().take(5), 2)).toHaveLength(5);
    expect(await members.query({ team: 'a', level: 1, name: 'x0' }).first()).toMatchObject({ name: 'x0' });
  });
});
