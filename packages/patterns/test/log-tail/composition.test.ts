import {
  DateTime,
  Double,
  Entity,
  key,
  Repository,
  rebuild,
  repair,
  Text,
  transaction,
  verify,
} from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { LogTail } from '@tablewright/patterns/log-tail';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, SetClock } from '../support/clocks.js';
import { Follower } from '../support/follower.js';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();
const log = { employee: 'e223' };

/** What older programs write: the cost was text. */
@Entity({ table: 'Claims', type: 'Claim' })
class OldClaim {
  static readonly key = key({ partition: '{employee}', row: 'claim_{submitted:desc}_{id}' });
  @Text() employee!: string;
  @DateTime() submitted!: Date;
  @Text() id!: string;
  @Text() category?: string;
  @Text() cost?: string;
}

@Entity({
  table: 'Claims',
  type: 'Claim',
  version: 2,
  upgrade: { 1: ({ cost, ...columns }) => ({ ...columns, amount: Number(cost) }) },
})
class Claim {
  static readonly key = key({ partition: '{employee}', row: 'claim_{submitted:desc}_{id}' });
  @Text() employee!: string;
  @DateTime() submitted!: Date;
  @Text() id!: string;
  @Text() category?: string;
  @Double() amount?: number;
  @Text() voucher?: string;
}

const indexes = {
  byCategory: { row: 'category_{category}_{submitted:desc}', project: ['amount'] },
  byVoucher: { row: 'voucher_{voucher}', unique: true },
} as const;

class OldClaims extends Repository(OldClaim).with(LogTail({ at: 'submitted', tie: 'id' })) {}
/** In either order. */
class LoggedFirst extends Repository(Claim)
  .with(LogTail({ at: 'submitted', tie: 'id' }))
  .with(IntraPartitionIndex(indexes)) {}
class IndexedFirst extends Repository(Claim)
  .with(IntraPartitionIndex(indexes))
  .with(LogTail({ at: 'submitted', tie: 'id' })) {}

describe.each([
  ['log first', LoggedFirst],
  ['index first', IndexedFirst],
] as const)('%s', (_, Claims) => {
  let clock: SetClock;
  let table: string;
  let claims: LoggedFirst;

  beforeEach(() => {
    clock = new SetClock('2014-07-31T18:00:00Z');
    table = storage.emulator.uniqueName('Claims');
    claims = new Claims(storage.store({ clock }), { table });
  });

  const amounts = (found: readonly { readonly amount?: number }[]) => found.map(({ amount }) => amount);
  const isSound = async () => {
    const report = await verify(claims);
    expect(report).toMatchObject({ findings: [] });
  };

  it('one request writes the entry and its index rows', async () => {
    await claims.append({ ...log, category: 'travel', amount: 0 });
    const { result, requests } = await storage.emulator.http.record(() =>
      claims.append({ ...log, category: 'travel', amount: 1, voucher: 'v1' }),
    );
    expect(requests).toHaveLength(1);
    const rows = Object.keys(await storedRows(storage.emulator, table, 'e223'));
    const own = rows.filter((rowKey) => rowKey.includes(result.id));
    expect(own).toHaveLength(2);
    expect(own[0]).toMatch(/^category_travel_\d{19} {2}/);
    expect(rows).toContain('voucher_v1');
    await isSound();
  });

  it('the log has no index rows among its entries, and an index its own order', async () => {
    for (const [amount, category] of ['travel', 'food', 'travel', 'food', 'travel'].entries()) {
      clock.time += 1;
      await claims.append({ ...log, category, amount });
    }
    const { result, requests } = await storage.emulator.http.record(() => claims.latest(log, 3).all());
    expect(amounts(result)).toEqual([4, 3, 2]);
    expect(requests).toHaveLength(1);
    const travel = claims.byCategory.query({ ...log, category: 'travel' });
    expect(amounts(await travel.all())).toEqual([4, 2, 0]);
    expect(amounts(await travel.take(1).all())).toEqual([4]);
    expect(amounts(await claims.since(log, new Date(clock.time - 1)).all())).toEqual([4, 3]);
  });

  it('the tail yields entries, and no index rows', async () => {
    const own = new ManualClock(clock);
    const tail = new Claims(storage.store({ clock: own }), { table }).tail(log);
    const follower = new Follower(tail, own);
    await follower.poll();
    await Promise.all(
      Array.from({ length: 20 }, (_, amount) =>
        claims.append({ ...log, category: `c${amount % 3}`, amount }),
      ),
    );
    const found = await follower.pollAfter(1_000);
    expect(found).toHaveLength(20);
    expect(found.every((entry) => entry instanceof Claim)).toBe(true);
    expect(new Set(amounts(found)).size).toBe(20);
    await isSound();
  });

  it('a unique value that is taken, and the same entry again', async () => {
    const entry = Object.assign(new Claim(), { ...log, category: 'food', amount: 1, voucher: 'v1' });
    await claims.append(entry);
    await expect(claims.append({ ...log, voucher: 'v1' })).rejects.toMatchObject({
      code: 'UNIQUE_VIOLATION',
    });
    expect(await claims.append({ ...entry })).toEqual(entry);
    expect(await claims.latest(log, 10).count()).toBe(1);
    await isSound();
  });

  it('a reply that is lost appends nothing twice, nor an index row', async () => {
    await claims.append({ ...log, amount: 0 });
    const injected = storage.emulator.http.inject(faults.dropReply(), {
      when: ({ method }) => method === 'POST',
    });
    await claims.append({ ...log, category: 'food', amount: 1, voucher: 'v1' });
    expect(injected.fired).toBe(1);
    expect(Object.keys(await storedRows(storage.emulator, table, 'e223'))).toHaveLength(4);
    await isSound();
  });

  it('bulk and transactions, at the limit of operations', async () => {
    const entry = (amount: number) => Object.assign(new Claim(), { ...log, category: 'food', amount });
    const report = await claims.bulk(Array.from({ length: 120 }, (_, i) => ({ insert: entry(i) })));
    expect(report).toMatchObject({ done: 120, failed: 0 });
    const fifty = Array.from({ length: 50 }, (_, i) => entry(200 + i));
    const together = fifty.reduce((all, one) => all.insert(claims, one), transaction());
    const { requests } = await storage.emulator.http.record(() => together.commit());
    expect(requests).toHaveLength(1);
    const more = fifty.reduce(
      (all, one) => all.insert(claims, Object.assign(new Claim(), one, { id: undefined })),
      transaction(),
    );
    await expect(more.insert(claims, entry(999)).commit()).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(amounts(await claims.latest(log, 50).all())).toEqual(
      fifty.map(({ amount }) => amount).toReversed(),
    );
    expect(await claims.latest(log, 1_000).count()).toBe(170);
    await isSound();
  });

  it('older entries are upgraded, indexed by a rebuild, and yielded', async () => {
    const old = new OldClaims(storage.store({ clock }), { table });
    for (const cost of ['1.5', '2.5']) await old.append({ ...log, category: 'travel', cost });
    expect(amounts(await claims.latest(log, 10).all())).toEqual([2.5, 1.5]);
    const own = new ManualClock(clock);
    const tail = new Claims(storage.store({ clock: own }), { table }).tail(log, {
      since: new Date(clock.time),
    });
    expect(amounts(await new Follower(tail, own).poll())).toEqual([1.5, 2.5]);
    expect((await verify(claims)).findings).toHaveLength(2);
    await rebuild(claims, 'byCategory');
    await isSound();
    expect(amounts(await claims.byCategory.query({ ...log, category: 'travel' }).all())).toEqual([2.5, 1.5]);
    const [newest] = await claims.latest(log, 1).all();
    await claims.update(newest!, { category: 'food' });
    expect(amounts(await claims.byCategory.query({ ...log, category: 'food' }).all())).toEqual([2.5]);
    await isSound();
  });

  it('rows that are missing or astray are found and repaired', async () => {
    for (const amount of [1, 2, 3]) await claims.append({ ...log, category: 'food', amount });
    const raw = storage.emulator.rawTable(table);
    const rows = Object.keys(await storedRows(storage.emulator, table, 'e223'));
    const [first, second] = rows.filter((rowKey) => rowKey.startsWith('category_'));
    const primary = rows.find((rowKey) => rowKey.startsWith('claim_') && second!.endsWith(rowKey.slice(-36)));
    await raw.deleteEntity('e223', first!);
    await raw.deleteEntity('e223', primary!);
    expect((await verify(claims)).findings.map(({ kind }) => kind).toSorted()).toEqual(['missing', 'stray']);
    await repair(claims);
    await isSound();
    expect(await claims.byCategory.query({ ...log, category: 'food' }).count()).toBe(2);
    expect(await claims.latest(log, 10).count()).toBe(2);
  });
});
