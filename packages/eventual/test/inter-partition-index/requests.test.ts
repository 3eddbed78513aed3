import { Entity, Int32, key, Repository, Text, transaction } from '@tablewright/core';
import type { OutboxOptions } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'Members' })
class Member {
  static readonly key = key({ partition: '{club}', row: 'member_{id:03}' });
  @Text() club!: string;
  @Int32() id!: number;
  @Text() email?: string;
  @Text() phone?: string;
  @Text() note?: string;
}

class Members extends Repository(Member).with(
  InterPartitionIndex({ byEmail: { partition: 'email_{email}', row: 'email', project: ['note'] } }),
) {}

class TwiceIndexed extends Repository(Member).with(
  InterPartitionIndex({
    byEmail: { partition: 'email_{email}', row: 'email', project: [] },
    byPhone: { partition: 'phone_{phone}', row: 'phone', project: [] },
  }),
) {}

const key1 = { club: 'chess', id: 1 };
const member = (id: number, more: Partial<Member> = {}) => ({ club: 'chess', id, email: `${id}@x`, ...more });

type Options = Omit<OutboxOptions, 'queues'>;
const MODES = { inline: {}, onFailure: { hints: 'onFailure' }, worker: { mode: 'worker' } } satisfies Record<
  string,
  Options
>;
type Mode = keyof typeof MODES;

/** With tables and queue in place, the partition registered in this hour, and one member there. */
async function open<R extends Members | TwiceIndexed>(
  Class: new (store: never, options: never) => R,
  mode: Mode,
): Promise<R> {
  const store = storage.store();
  const outbox = await storage.outbox(store, MODES[mode]);
  const members = new Class(
    store as never,
    { table: storage.emulator.uniqueName('Members'), outbox } as never,
  );
  await members.insert(member(1, { phone: '1' }));
  return members;
}

/** What is sent where: `T` a table's row or rows by a single request, `B` a transaction, `L` a listing, `Q` the queue. */
async function trace(run: () => Promise<unknown>): Promise<string> {
  const { requests } = await storage.emulator.http.record(run);
  expect(requests.every(({ status }) => status !== undefined && status < 300)).toBe(true);
  return requests
    .map(({ service, method, path }) =>
      service === 'queue'
        ? `Q${method}`
        : path === '$batch'
          ? 'BATCH'
          : path.includes('(PartitionKey')
            ? `T${method}`
            : `L${method}`,
    )
    .join(' ');
}

const counted: readonly (readonly [string, (m: Members) => Promise<unknown>, Record<Mode, number>])[] = [
  ['insert', (m) => m.insert(member(2)), { inline: 5, onFailure: 3, worker: 3 }],
  [
    'insert without a value',
    (m) => m.insert({ club: 'chess', id: 2 }),
    { inline: 1, onFailure: 1, worker: 1 },
  ],
  [
    'update by key, another value',
    (m) => m.update(key1, { email: 'new' }),
    { inline: 9, onFailure: 7, worker: 4 },
  ],
  [
    'update by key, the same value',
    (m) => m.update(key1, { note: 'new' }),
    { inline: 7, onFailure: 5, worker: 4 },
  ],
  [
    'update by key that no copy shows',
    (m) => m.update(key1, { phone: '2' }),
    { inline: 2, onFailure: 2, worker: 2 },
  ],
  [
    'update of a loaded entity',
    async (m) => m.update((await m.get(key1))!, { note: 'new' }),
    { inline: 7, onFailure: 5, worker: 4 },
  ],
  ['upsert of a new one', (m) => m.upsert(member(2)), { inline: 6, onFailure: 4, worker: 4 }],
  ['upsert of an old one', (m) => m.upsert(member(1, { note: 'n' })), { inline: 7, onFailure: 5, worker: 4 }],
  [
    'modify',
    (m) =>
      m.modify(key1, (one) => {
        one.note = 'n';
      }),
    { inline: 7, onFailure: 5, worker: 4 },
  ],
  ['delete by key', (m) => m.delete(key1, { force: true }), { inline: 8, onFailure: 6, worker: 4 }],
  [
    'a transaction of three',
    (m) => transaction().insert(m, member(2)).insert(m, member(3)).insert(m, member(4)).commit(),
    { inline: 7, onFailure: 5, worker: 3 },
  ],
  [
    'bulk of three',
    (m) => m.bulk([2, 3, 4].map((id) => ({ insert: member(id) }))),
    { inline: 7, onFailure: 5, worker: 3 },
  ],
];

describe.each(Object.keys(MODES) as Mode[])('requests: %s', (mode) => {
  it.each(counted)('%s', async (_, run, requests) => {
    const members = await open(Members, mode);
    const { requests: sent } = await storage.emulator.http.record(() => run(members));
    expect(sent.filter(({ method, status = 999 }) => status >= 400 && method !== 'GET')).toEqual([]);
    expect(sent.map(({ operation }) => operation)).toHaveLength(requests[mode]);
  });
});

describe('requests of an insert, one by one', () => {
  it.each<readonly [Mode, string]>([
    ['inline', 'QPOST BATCH BATCH TDELETE QDELETE'],
    ['onFailure', 'BATCH BATCH TDELETE'],
    ['worker', 'QPOST BATCH QPUT'],
  ])('%s', async (mode, expected) => {
    const members = await open(Members, mode);
    expect(await trace(() => members.insert(member(2)))).toBe(expected);
  });

  it('two indexes share the hint, the commit and the end', async () => {
    const members = await open(TwiceIndexed, 'inline');
    expect(await trace(() => members.insert(member(2, { phone: '2' })))).toBe(
      'QPOST BATCH BATCH BATCH BATCH QDELETE',
    );
  });

  it('one request more where the partition was not registered in this hour', async () => {
    const members = await open(Members, 'inline');
    const { requests } = await storage.emulator.http.record(() =>
      members.insert({ ...member(2), club: 'go' }),
    );
    expect(requests).toHaveLength(6);
    expect(await trace(() => members.insert({ ...member(3), club: 'go' }))).toBe(
      'QPOST BATCH BATCH TDELETE QDELETE',
    );
  });
});

describe('explain', () => {
  const explained: readonly (readonly [
    string,
    (m: Members) => Promise<{ requests: { least: number; most?: number } }>,
    (m: Members) => Promise<unknown>,
  ])[] = [
    ['insert', (m) => m.explain.insert(member(2)), (m) => m.insert(member(2))],
    [
      'insert without a value',
      (m) => m.explain.insert({ club: 'chess', id: 2 }),
      (m) => m.insert({ club: 'chess', id: 2 }),
    ],
    [
      'transaction',
      (m) => transaction().insert(m, member(2)).insert(m, member(3)).explain(),
      (m) => transaction().insert(m, member(2)).insert(m, member(3)).commit(),
    ],
    [
      'bulk',
      (m) => m.explain.bulk([2, 3].map((id) => ({ insert: member(id) }))),
      (m) => m.bulk([2, 3].map((id) => ({ insert: member(id) }))),
    ],
  ];

  describe.each(Object.keys(MODES) as Mode[])('%s', (mode) => {
    it.each(explained)('%s: as many requests as it says', async (_, explain, run) => {
      const members = await open(Members, mode);
      const { requests: nothing, result } = await storage.emulator.http.record(() => explain(members));
      expect(nothing).toEqual([]);
      const { requests } = await storage.emulator.http.record(() => run(members));
      expect(requests).toHaveLength(result.requests.least);
    });

    it('update and delete of a loaded entity: as many requests as they say', async () => {
      const members = await open(Members, mode);
      const loaded = (await members.get(key1))!;
      for (const change of [{ note: 'n' }, { email: 'new' }, { phone: '9' }]) {
        const { requests: says } = await members.explain.update(loaded, change);
        const { requests } = await storage.emulator.http.record(() => members.update(loaded, change));
        expect(requests).toHaveLength(says.least);
        expect(says.most).toBeGreaterThanOrEqual(says.least);
      }
      const { requests: says } = await members.explain.delete(loaded);
      const { requests } = await storage.emulator.http.record(() => members.delete(loaded));
      expect(requests).toHaveLength(says.least);
    });
  });

  it('promises no bound where it depends on what is read, and names what follows', async () => {
    const members = await open(Members, 'inline');
    const { requests, open: open_ } = await members.explain.update(key1, { email: 'new' });
    expect(requests).toEqual({ least: 1 });
    expect(open_.join()).toContain('byEmail');
  });

  it('shows the intent among the rows of the transaction', async () => {
    const members = await open(Members, 'inline');
    const { write, why } = await members.explain.insert(member(2));
    expect(write?.operations.map(({ kind, row }) => `${kind} ${row.rowKey.slice(0, 8)}`)).toEqual([
      'insert member_0',
      'insert \uFFEEintent ',
    ]);
    expect(why).toContain('outbox');
  });
});
