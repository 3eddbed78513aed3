import {
  DerivationStateError,
  lifecycle,
  type MaintenanceProgress,
  MaintenanceTakenOverError,
  rebuild,
  SYSTEM_PREFIX,
  verify,
} from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { expectedRows } from './support/expected.js';
import { oldRows as old } from './support/old-rows.js';
import { byEmail, byTeam, type Declared, headCount, teamList } from './support/patterns.js';
import { open, type PeopleRepository, Plain } from './support/people.js';
import { rowsOf } from './support/rows.js';

const storage = useStorage();
let table: string;
const requests = () => storage.emulator.http.requests;
const batches = () => requests().filter(({ path }) => path === '$batch');
const stored = () => rowsOf(storage.emulator, table);

beforeEach(() => {
  table = storage.emulator.uniqueName('Rebuilt');
});

const everything = (declared: Declared = { state: 'building' }): PeopleRepository =>
  open(storage.store(), table, byEmail(declared), byTeam(declared), headCount(declared), teamList(declared));

const oldRows = (count: number, offices?: readonly string[]) => old(storage.emulator, table, count, offices);

describe('a rebuild', () => {
  it('gives every old row what is derived from it', async () => {
    await oldRows(250, ['Bonn', 'Oslo', 'Rome']);
    const people = everything();
    for (const name of ['byEmail', 'byTeam', 'headCount', 'teamList']) {
      const report = await rebuild(people, name);
      expect(report).toMatchObject({ derivation: name, complete: true, resumed: false, scanned: 750 });
    }
    const rows = await stored();
    expect(rows).toEqual(expectedRows(rows));
    expect(Object.keys(rows)).toHaveLength(3 * (250 + 250 + 83 + 1 + 2));
    expect((await verify(people)).clean).toBe(true);
  });

  it('sends as few requests as it says', async () => {
    await oldRows(500);
    const people = open(storage.store(), table, byEmail({ state: 'building' }));
    const report = await rebuild(people, 'byEmail');
    expect(report).toMatchObject({ complete: true, mended: { missing: 500 } });
    expect(batches()).toHaveLength(10);
    // Besides: one page, and the record read, begun, moved and ended.
    expect(requests()).toHaveLength(10 + 1 + 4);
    storage.emulator.http.clear();
    expect(await rebuild(people, 'byEmail')).toMatchObject({ complete: true, mended: { missing: 0 } });
    expect(requests()).toHaveLength(1 + 4);
  });

  it('works in a partition that is too large to hold, and goes on behind it', async () => {
    await oldRows(2_100);
    await oldRows(3, ['Rome']);
    const people = everything();
    expect(await rebuild(people, 'byEmail')).toMatchObject({ complete: true, scanned: 2_103, partitions: 2 });
    expect(await rebuild(people, 'teamList')).toMatchObject({ complete: true, scanned: 2_103 });
    const raw = storage.emulator.rawTable(table);
    await raw.deleteEntity('Bonn', 'email_p2000@contoso.com');
    await raw.deleteEntity('Rome', 'email_p3@contoso.com');
    const report = await verify(people, { derivations: ['byEmail', 'teamList'] });
    expect(report).toMatchObject({ scanned: 2_103, counts: { missing: 2, stale: 0, stray: 0 } });
  });

  it('tells how far it is', async () => {
    await oldRows(20, ['a', 'b', 'c']);
    const seen: MaintenanceProgress[] = [];
    const onProgress = (progress: MaintenanceProgress) => {
      seen.push(progress);
      throw new Error('it only watches');
    };
    await rebuild(everything(), 'byEmail', { onProgress, pageSize: 25 });
    expect(
      seen.map(({ partitions, scanned, found, mended }) => [partitions, scanned, found, mended]),
    ).toEqual([
      [1, 20, 20, 20],
      [2, 40, 40, 40],
      [3, 60, 60, 60],
    ]);
  });

  it('is needed by no table that has no rows', async () => {
    const people = everything();
    expect(await rebuild(people, 'byEmail')).toMatchObject({ complete: true, scanned: 0 });
    expect(await stored()).toEqual({});
  });

  it('reports conflicts between old rows, and is then not complete', async () => {
    await oldRows(3);
    const raw = storage.emulator.rawTable(table);
    const twin = { partitionKey: 'Bonn', rowKey: 'person_000004', email: 'p1@contoso.com' };
    await raw.createEntity(twin);
    const people = everything();
    const report = await rebuild(people, 'byEmail');
    expect(report).toMatchObject({ complete: false, counts: { conflict: 1 }, mended: { missing: 3 } });
    expect(report.findings).toMatchObject([
      { kind: 'conflict', rowKey: 'email_p1@contoso.com', primary: 'person_000004', holder: 'person_000001' },
    ]);
    const [status] = await lifecycle(people);
    expect(status).toMatchObject({ built: false, lastRun: { outcome: 'incomplete', left: { conflict: 1 } } });
    await raw.updateEntity({ ...twin, email: 'p4@contoso.com' }, 'Merge');
    expect((await rebuild(people, 'byEmail')).complete).toBe(true);
  });

  it('refuses what is being dropped', async () => {
    const dropping = everything({ state: 'dropping' });
    await expect(rebuild(dropping, 'byEmail')).rejects.toThrow(DerivationStateError);
    expect(requests()).toHaveLength(0);
  });
});

describe('a rebuild that was cut short', () => {
  const offices = ['a', 'b', 'c', 'd', 'e', 'f'];

  async function cutShort(people: PeopleRepository, after: number): Promise<void> {
    const controller = new AbortController();
    const onProgress = ({ partitions }: MaintenanceProgress) => {
      if (partitions === after) controller.abort();
    };
    const options = { signal: controller.signal, onProgress, pageSize: 10 };
    await expect(rebuild(people, 'byEmail', options)).rejects.toMatchObject({ code: 'ABORTED' });
  }

  it('is taken up where it was, and repeats nothing that was finished', async () => {
    await oldRows(10, offices);
    const people = everything();
    await cutShort(people, 4);
    expect(batches()).toHaveLength(4);
    expect(await lifecycle(people)).toMatchObject([
      { name: 'byEmail', built: false, lastRun: { outcome: 'running', scanned: 40 } },
      { name: 'byTeam' },
      { name: 'headCount' },
      { name: 'teamList' },
    ]);
    storage.emulator.http.clear();
    const report = await rebuild(people, 'byEmail', { pageSize: 10 });
    expect(report).toMatchObject({ complete: true, resumed: true, scanned: 60, mended: { missing: 60 } });
    const lists = requests().filter(({ operation }) => operation.includes('()?'));
    expect(lists[0]!.operation).toContain("PartitionKey gt 'd'");
    expect(lists.length).toBeLessThanOrEqual(3);
    expect(batches()).toHaveLength(2);
    expect((await lifecycle(people))[0]).toMatchObject({
      built: true,
      lastRun: { outcome: 'complete', scanned: 60 },
    });
  });

  it('begins anew when that is asked for, or when the derivation is another one', async () => {
    await oldRows(10, offices);
    await cutShort(everything(), 3);
    const changed = everything({ state: 'building', fingerprint: 'v2' });
    expect(await rebuild(changed, 'byEmail')).toMatchObject({ resumed: false, scanned: 60, complete: true });
    expect((await lifecycle(changed))[0]!.built).toBe(true);
    expect((await lifecycle(everything()))[0]!.built).toBe(false);
    await cutShort(changed, 3);
    const again = await rebuild(changed, 'byEmail', { restart: true });
    expect(again).toMatchObject({ resumed: false, scanned: 60, complete: true });
  });

  it('stops when another one takes over', async () => {
    await oldRows(10, offices);
    const people = everything();
    let second: Promise<unknown> | undefined;
    const onProgress = ({ partitions }: MaintenanceProgress) => {
      if (partitions === 2) second ??= rebuild(everything(), 'byEmail', { pageSize: 10 });
    };
    const first = rebuild(people, 'byEmail', { pageSize: 10, onProgress });
    await expect(first).rejects.toThrow(MaintenanceTakenOverError);
    expect(await second).toMatchObject({ complete: true, resumed: true, scanned: 60 });
    expect((await verify(people, { derivations: ['byEmail'] })).clean).toBe(true);
  });
});

describe('what the table records', () => {
  it('is one row that any client can read, out of the way of all others', async () => {
    await oldRows(2);
    await rebuild(everything(), 'byEmail');
    const raw = storage.emulator.rawTable(table);
    const record = await raw.getEntity(`${SYSTEM_PREFIX}derivations`, `${SYSTEM_PREFIX}Person_byEmail`);
    expect(record).toMatchObject({ Operation: 'rebuild', Outcome: 'complete', Fingerprint: 'v1' });
    expect(record['Position']).toBeUndefined();
    expect(JSON.parse(String(record['Counts']))).toMatchObject({ scanned: 2, partitions: 1 });
    expect(await new Plain(storage.store(), { table }).get({ office: 'Bonn', id: 1 })).toBeDefined();
  });

  it('does not matter when it was not written by us', async () => {
    await oldRows(2);
    const keys = { partitionKey: `${SYSTEM_PREFIX}derivations`, rowKey: `${SYSTEM_PREFIX}Person_byEmail` };
    const raw = storage.emulator.rawTable(table);
    await raw.createEntity({ ...keys, Outcome: 'running', Operation: 'rebuild', Counts: '{', Position: 'Z' });
    const people = everything();
    expect((await lifecycle(people))[0]).not.toHaveProperty('lastRun');
    expect(await rebuild(people, 'byEmail')).toMatchObject({ resumed: false, complete: true, scanned: 2 });
  });

  it('costs one request to ask for, also when there is nothing', async () => {
    expect(await lifecycle(everything({}))).toMatchObject([
      { name: 'byEmail', kind: 'ownRows', fingerprint: 'v1', state: 'ready', built: false },
      { name: 'byTeam', kind: 'ownRows' },
      { name: 'headCount', kind: 'contributions' },
      { name: 'teamList', kind: 'contributions' },
    ]);
    expect(requests()).toHaveLength(1);
  });
});

describe('faults in the middle', () => {
  const kinds = {
    dropReply: faults.dropReply(),
    failBeforeSend: faults.failBeforeSend(),
    serverBusy: faults.serverBusy(),
    applyThenRespond: faults.applyThenRespond(500, 'OperationTimedOut'),
    emptyPage: faults.emptyPage(),
  };

  it.each(Object.entries(kinds))('%s: nothing is lost, and nothing done twice', async (_, fault) => {
    await oldRows(60, ['Bonn', 'Rome']);
    const people = everything();
    // Spread over requests of every kind, those for the record and retries included.
    const lurking = Array.from({ length: 12 }, (_, n) =>
      storage.emulator.http.inject(fault, { after: 2 * n }),
    );
    for (const name of ['byEmail', 'headCount', 'teamList', 'byTeam']) {
      expect(await rebuild(people, name, { pageSize: 50 })).toMatchObject({ complete: true, scanned: 120 });
    }
    expect(lurking.filter(({ fired }) => fired > 0).length).toBeGreaterThan(3);
    const rows = await stored();
    expect(rows).toEqual(expectedRows(rows));
  });
});
