import {
  type DerivationState,
  Entity,
  emptyColumns,
  emptyTypes,
  etagOf,
  Int32,
  isView,
  key,
  type PathReader,
  type Pattern,
  type Query,
  queryOf,
  Repository,
  type Row,
  Text,
  type View,
  verify,
  viewOf,
} from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { Rounds } from '../support/rounds.js';
import { useStorage } from '../support/storage.js';
import { VirtualClock } from '../support/virtual-clock.js';
import { Member, names, someMembers } from './support.js';

const BY_ROLE = { partition: '{team}', row: 'r_{role}_{level:02}_{name}' } as const;
type Carried = 'team' | 'role' | 'level' | 'name' | 'age';
type RoleQuery = Query<Member, typeof BY_ROLE, View<Pick<Member, Carried>>>;

interface ByRole {
  readonly byRole: { query(args?: object): RoleQuery };
}

/** Copies of members under their roles, in the same partition, with their age. */
function byRole(state: DerivationState = 'ready'): Pattern<typeof Member, ByRole> {
  return {
    name: 'ByRole',
    define({ codec, compileTemplate }) {
      const partition = compileTemplate(BY_ROLE.partition, 'partition');
      const row = compileTemplate(BY_ROLE.row, 'row');
      const carries = new Set<string>(['team', 'role', 'level', 'name', 'age']);
      const keysOf = (rowKey: string, partitionKey: string) => ({
        ...partition.decode(partitionKey),
        ...row.decode(rowKey),
      });
      const copyOf = ({ partitionKey, rowKey, columns }: Row): Row[] => {
        const { level, name } = codec.model.row.decode(rowKey);
        const { role, age } = columns;
        if (role === undefined) return [];
        const copied = Object.assign(emptyColumns(), age !== undefined && { age });
        const types = Object.assign(emptyTypes(), { age: 'Edm.Int32' });
        return [{ partitionKey, rowKey: row.encode({ role, level, name }), columns: copied, types }];
      };
      const reader: PathReader = {
        path: { name: 'byRole', state, partition, row, carries },
        decode: ({ partitionKey, rowKey, raw }) =>
          viewOf({ ...keysOf(rowKey, partitionKey), age: raw['age'] ?? undefined }),
        primaryKeys: ({ partitionKey, rowKey }) => codec.keys(keysOf(rowKey, partitionKey)),
        isCurrent: ({ rowKey }, entity) => row.encode(entity) === rowKey,
      };
      return {
        paths: [reader],
        derivations: [
          {
            kind: 'ownRows',
            name: 'byRole',
            state,
            fingerprint: 'v1',
            rowPrefix: 'r_',
            derive: (primary) => copyOf(primary).map((copy) => ({ row: copy })),
            sourceOf: ({ partitionKey, rowKey }) => codec.keys(keysOf(rowKey, partitionKey)).rowKey,
          },
        ],
        members: {
          byRole: ({ context }) => ({
            query: (args?: object) => queryOf({ context, via: 'byRole', wants: 'copies' }, args),
          }),
        },
      };
    },
  };
}

class Indexed extends Repository(Member).with(byRole()) {}

const storage = useStorage();
const everyone = someMembers();
const bosses = (team: string) => everyone.filter((m) => m.team === team && m.role === 'boss');
let members: Indexed;

beforeEach(async () => {
  members = new Indexed(storage.store(), { table: storage.emulator.uniqueName('Indexed') });
  for (const one of someMembers()) await members.insert(one);
  storage.emulator.http.clear();
});

const operations = () => storage.emulator.http.requests.map(({ operation }) => operation);

describe('requests of one call', () => {
  const paced = () => {
    const store = storage.store({ clock: new VirtualClock() });
    return new Indexed(store, { table: members.context.table });
  };

  it('for the entities of an index, never more at once than told, fewer while the service is too busy', async () => {
    const rounds = new Rounds(storage.emulator.http, (round) =>
      round === 1 ? faults.serverBusy() : undefined,
    );
    const found = await paced().query({ team: 'a', role: 'boss' }).all({ concurrency: 3 });
    expect(names(found)).toEqual(names(bosses('a')));
    expect(rounds.sizes).toEqual([1, 3, 1, 2, 1]);
  });

  it('for a check of derived rows, likewise', async () => {
    const table = storage.emulator.rawTable(members.context.table);
    const gone = everyone.filter(({ team }) => team === 'a').slice(0, 9);
    for (const { level, name } of gone) await table.deleteEntity('a', `m_0${level}_${name}`);
    const busy: number[] = [];
    const rounds = new Rounds(storage.emulator.http, (round) => {
      if (rounds.sizes[round] !== 6 || busy.length === 6) return undefined;
      busy.push(round);
      return faults.serverBusy();
    });
    const { counts } = await verify(paced(), { partition: { team: 'a' }, concurrency: 6 });
    expect(counts.stray).toBe(9);
    expect(rounds.most).toBe(6);
    expect(rounds.sizes[busy[0]! + 1]).toBe(3);
  });
});

describe('a query that an index serves', () => {
  it('reads the entities themselves, each by its key, in the order of the index', async () => {
    const query = members.query({ team: 'a', role: 'boss' });
    expect(query.explain()).toMatchObject({ path: 'byRole', access: 'range', fetchPrimary: true });
    const found = await query.all();
    expect(names(found)).toEqual(names(bosses('a')));
    expect(operations()).toHaveLength(1 + found.length);
    expect(operations()[0]).toContain("RowKey ge 'r_boss_'");
    const [first] = found;
    expect(first).toBeInstanceOf(Member);
    await members.update(first!, { age: 99 });
    expect(etagOf(first!)).toBe(etagOf((await members.get(first!))!));
  });

  it('reads no more entities than it takes', async () => {
    await members.query({ team: 'a', role: 'boss' }).take(2).all();
    expect(operations()).toHaveLength(3);
    storage.emulator.http.clear();
    await members.query({ team: 'a', role: 'boss' }).first();
    expect(operations()).toHaveLength(2);
  });

  it('pages through it', async () => {
    const query = members.query({ team: 'a', role: 'boss' });
    const found: Member[] = [];
    for await (const page of query.pages({ size: 3 })) found.push(...page.items);
    expect(names(found)).toEqual(names(bosses('a')));
  });

  it('is content with copies where those carry all that is wanted', async () => {
    const ages = await members.query({ team: 'a', role: 'boss' }).select('age').all();
    expect(ages).toEqual(bosses('a').map(({ team, level, name, age }) => ({ team, level, name, age })));
    expect(operations()).toHaveLength(1);
    expect(await members.query({ team: 'a', role: 'boss' }).count()).toBe(4);
    expect(operations()).toHaveLength(2);
    const notes = await members.query({ team: 'a', role: 'boss' }).select('note').all();
    expect(notes.map(({ note }) => note)).toEqual(['none', 'none', 'none', 'none']);
    expect(operations()).toHaveLength(2 + 5);
  });

  it('leaves out copies that lag behind, or lead nowhere', async () => {
    const raw = storage.emulator.rawTable(members.context.table);
    const stray = { partitionKey: 'a', age: 1 };
    await raw.createEntity({ ...stray, rowKey: 'r_boss_01_nobody' });
    // An aide by now, found under both roles.
    await raw.createEntity({ ...stray, rowKey: 'r_boss_01_y1' });
    await raw.createEntity({ ...stray, rowKey: 'r_boss_no copy at all' });
    expect(names(await members.query({ team: 'a', role: 'boss' }).all())).toEqual(names(bosses('a')));
    const both = await members
      .query({ team: 'a' })
      .where({ role: { in: ['boss', 'aide'] } })
      .all();
    expect(names(both)).toEqual(
      names(
        everyone
          .filter((m) => m.team === 'a' && m.role !== 'guest')
          .sort((a, b) => (a.role! < b.role! ? -1 : a.role! > b.role! ? 1 : 0)),
      ),
    );
  });

  it('fails with the error of the read that failed, and leaves none under way', async () => {
    const fault = faults.respond(403, 'AuthorizationFailure');
    storage.emulator.http.inject(fault, { when: ({ path }) => path.includes("m_02_x3'") });
    storage.emulator.http.inject(faults.hang(), { when: ({ path }) => path.includes("m_04_x9'") });
    await expect(members.query({ team: 'a', role: 'boss' }).all()).rejects.toMatchObject({
      code: 'AUTHENTICATION_FAILED',
    });
    expect(storage.emulator.http.requests.filter(({ durationMs }) => durationMs === 0)).toEqual([]);
  });
});

describe('the query of an index', () => {
  it('gives what the index carries, with one request', async () => {
    const query = members.byRole.query({ team: 'a', role: 'boss' });
    expect(query.explain()).toMatchObject({ path: 'byRole', fetchPrimary: false });
    const found = await query.all();
    expect(found).toEqual(
      bosses('a').map(({ team, role, level, name, age }) => ({ team, role, level, name, age })),
    );
    expect(isView(found[0])).toBe(true);
    await expect(members.upsert(found[0] as never)).rejects.toMatchObject({ code: 'VIEW_NOT_WRITABLE' });
    expect(operations()).toHaveLength(1);
    expect((await members.get(found[0]!))!.note).toBe('none');
  });

  it('has its own key to range over, to select and to page by', async () => {
    const query = members.byRole.query({ team: 'a', role: 'boss' });
    expect(names(await query.between({ level: 2 }, { level: 3 }).all())).toEqual(['a/x3', 'a/x6']);
    expect((await query.select('age').first())!).toEqual({
      team: 'a',
      role: 'boss',
      level: 1,
      name: 'x0',
      age: 20,
    });
    const found: string[] = [];
    for await (const { items } of query.pages({ size: 3 })) found.push(...names(items));
    expect(found).toEqual(names(bosses('a')));
    await expect(query.between({ name: 'x' } as never).all()).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
    await expect(query.select('note').all()).rejects.toMatchObject({ code: 'INDEX_LACKS_PROPERTY' });
  });

  it('refuses an index that is not ready, and one that is not there', async () => {
    class Building extends Repository(Member).with(byRole('building')) {}
    const building = new Building(storage.store(), { table: members.context.table });
    await expect(building.byRole.query({ team: 'a', role: 'boss' }).all()).rejects.toMatchObject({
      code: 'INDEX_NOT_READY',
    });
    const { context } = building;
    expect(() => queryOf({ context, via: 'nope', wants: 'copies' }).explain()).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID' }),
    );
    expect(operations()).toEqual([]);
  });
});

/** Stores a text backwards. */
function backwards(): Pattern {
  const reversed = (text: string) => [...text].reverse().join('');
  return {
    name: 'Backwards',
    define: () => ({
      stage: {
        encode: async (row) => ({
          ...row,
          columns: Object.assign(emptyColumns(), row.columns, {
            text: reversed(String(row.columns['text'])),
          }),
        }),
        decode: async (raw) => ({ ...raw, text: reversed(String(raw['text'])) }),
      },
    }),
  };
}

@Entity({ table: 'Notes', type: 'Note', discriminator: 'Kind' })
class Note {
  static readonly key = key({ partition: '{book}', row: '{page:03}' });
  @Text() book!: string;
  @Int32() page!: number;
  @Text() text!: string;
}

describe('rows', () => {
  it('that a pattern stores in another form are read in their own', async () => {
    const notes = new (Repository(Note).with(backwards()))(storage.store(), {
      table: storage.emulator.uniqueName('Notes'),
    });
    await notes.insert({ book: 'b', page: 1, text: 'abc' });
    for (const query of [
      notes.query({ book: 'b' }).between({ page: 1 }),
      notes.query({ book: 'b', page: 1 }),
    ]) {
      const note = (await query.first())!;
      expect(note.text).toBe('abc');
      expect(
        await storage.emulator.http.record(() => notes.update(note)).then(({ requests }) => requests),
      ).toEqual([]);
      await notes.update(note, { text: 'abcd' });
      expect((await notes.get(note))!.text).toBe('abcd');
      await notes.update(note, { text: 'abc' });
    }
  });

  it('of another type under the same keys are skipped', async () => {
    const table = storage.emulator.uniqueName('Kinds');
    const notes = new (Repository(Note))(storage.store(), { table });
    await notes.insert({ book: 'b', page: 1, text: 'mine' });
    const raw = storage.emulator.rawTable(table);
    await raw.createEntity({ partitionKey: 'b', rowKey: '002', text: 'theirs', Kind: 'Other' });
    await raw.createEntity({ partitionKey: 'b', rowKey: '003', text: 'nobody’s' });
    const all = notes.query({ book: 'b' }).scan('partition');
    expect((await all.all()).map(({ page }) => page)).toEqual([1]);
    expect((await all.select('text').all()).map(({ page }) => page)).toEqual([1]);
    expect(await all.count()).toBe(1);
    for (const page of [2, 3]) {
      expect(await notes.query({ book: 'b', page }).all()).toEqual([]);
      expect(await notes.query({ book: 'b', page }).select('text').all()).toEqual([]);
      expect(await notes.query({ book: 'b', page }).count()).toBe(0);
    }
  });
});
