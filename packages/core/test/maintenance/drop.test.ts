import { DerivationStateError, drop, lifecycle, type MaintenanceProgress, rebuild } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { oldRows } from './support/old-rows.js';
import { byEmail, byTeam, type Declared, headCount, leaderName } from './support/patterns.js';
import { open, person } from './support/people.js';
import { rowsOf } from './support/rows.js';

const storage = useStorage();
let table: string;
const stored = async () => Object.keys(await rowsOf(storage.emulator, table));
const kindsStored = async () => new Set((await stored()).map((id) => id.split(/[/_]/)[1]));
const people = (declared: Declared = {}) =>
  open(storage.store(), table, byEmail(declared), byTeam({}), headCount(declared));

beforeEach(async () => {
  table = storage.emulator.uniqueName('Dropped');
  await oldRows(storage.emulator, table, 150, ['Bonn', 'Rome']);
  for (const name of ['byEmail', 'byTeam', 'headCount']) await rebuild(people(), name);
  storage.emulator.http.clear();
});

describe('drop', () => {
  it('deletes the rows of one derivation, and nothing else', async () => {
    const raw = storage.emulator.rawTable(table);
    const foreign = { partitionKey: '~not a key~', rowKey: 'email_of another kind' };
    await raw.createEntity(foreign);
    const before = await stored();
    const seen: MaintenanceProgress[] = [];
    const onProgress = (progress: MaintenanceProgress) => seen.push(progress);
    const dropping = people({ state: 'dropping' });
    const report = { derivation: 'byEmail', deleted: 300, foreign: 0, findings: [] };
    expect(await drop(dropping, 'byEmail', { onProgress })).toEqual(report);
    // The record read, begun and ended; one page; 150 rows of each partition in two transactions.
    expect(storage.emulator.http.requests).toHaveLength(3 + 1 + 4);
    const isFree = (id: string) => !id.includes('/email_p');
    expect(await stored()).toEqual(before.filter(isFree));
    expect(await drop(dropping, 'headCount')).toMatchObject({ deleted: 2 });
    expect(await kindsStored()).toEqual(new Set(['person', 'team', 'email']));
    expect(await raw.getEntity(foreign.partitionKey, foreign.rowKey)).toBeDefined();
    expect(seen.at(-1)).toMatchObject({ deleted: 300 });
  });

  it('leaves no trace of an earlier rebuild: what is declared again has to be built again', async () => {
    expect((await lifecycle(people()))[0]).toMatchObject({ name: 'byEmail', built: true });
    await drop(people({ state: 'dropping' }), 'byEmail');
    const [status] = await lifecycle(people({ state: 'building' }));
    expect(status).toMatchObject({ built: false, lastRun: { operation: 'drop', outcome: 'complete' } });
    expect(await rebuild(people({ state: 'building' }), 'byEmail')).toMatchObject({ complete: true });
  });

  it('is taken up after it was cut short', async () => {
    const dropping = people({ state: 'dropping' });
    const controller = new AbortController();
    const options = { signal: controller.signal, pageSize: 50, onProgress: () => controller.abort() };
    await expect(drop(dropping, 'byEmail', options)).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await lifecycle(dropping))[0]!.lastRun).toMatchObject({ operation: 'drop', outcome: 'running' });
    expect(await drop(dropping, 'byEmail')).toMatchObject({ deleted: 250 });
    expect(await kindsStored()).toEqual(new Set(['person', 'team', 'count']));
  });

  it('survives lost replies', async () => {
    const when = ({ path }: { path: string }) => path === '$batch';
    const lost = storage.emulator.http.inject(faults.dropReply(), { times: 3, when });
    await drop(people({ state: 'dropping' }), 'byEmail');
    expect(lost.fired).toBe(3);
    expect(await kindsStored()).toEqual(new Set(['person', 'team', 'count']));
  });

  it('is refused while writers still maintain the rows, and for copies, which have none', async () => {
    for (const state of ['ready', 'building'] as const) {
      await expect(drop(people({ state }), 'byEmail')).rejects.toThrow(DerivationStateError);
    }
    const copies = open(storage.store(), table, leaderName({ state: 'dropping' }));
    await expect(drop(copies, 'leaderName')).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    expect(storage.emulator.http.requests).toHaveLength(0);
  });

  it('reports rows that name no entity, and leaves them', async () => {
    const raw = storage.emulator.rawTable(table);
    const places = ['Bonn', 'Oslo'].map((partitionKey) => ({ partitionKey, rowKey: 'email_template' }));
    for (const place of places) await raw.createEntity({ ...place, body: 'Dear …' });
    await raw.createEntity({ partitionKey: 'Oslo', rowKey: 'email_stray', owner: 'person_000999' });
    const dropping = people({ state: 'dropping' });
    const findings = places.map((place) => ({ kind: 'foreign', derivation: 'byEmail', ...place }));
    const report = { derivation: 'byEmail', deleted: 301, foreign: 2, findings };
    expect(await drop(dropping, 'byEmail')).toEqual(report);
    const left = (await stored()).filter((id) => id.includes('/email_'));
    expect(left).toEqual(['Bonn/email_template', 'Oslo/email_template']);
    expect((await raw.getEntity('Oslo', 'email_template'))['body']).toBe('Dear …');
    const [status] = await lifecycle(dropping);
    expect(status!.lastRun).toMatchObject({ outcome: 'complete', left: { foreign: 2 } });
  });

  it('leaves a row that another program puts in place of one, just before it is deleted', async () => {
    const raw = storage.emulator.rawTable(table);
    const taken = { partitionKey: 'Bonn', rowKey: 'email_p7@contoso.com' };
    const replaced = storage.emulator.http.inject(
      {
        name: 'replace a row first',
        async run({ request, send }) {
          await raw.updateEntity({ ...taken, body: 'mine' }, 'Replace');
          return send(request);
        },
      },
      { times: 1, when: ({ path }) => path === '$batch' },
    );
    const report = await drop(people({ state: 'dropping' }), 'byEmail');
    expect(replaced.fired).toBe(1);
    expect(report).toMatchObject({ deleted: 299, foreign: 1, findings: [taken] });
    expect((await raw.getEntity(taken.partitionKey, taken.rowKey))['body']).toBe('mine');
  });

  it('goes on while entities lose their rows by themselves', async () => {
    const dropping = people({ state: 'dropping' });
    await dropping.update({ office: 'Bonn', id: 1 }, { email: 'new@contoso.com' });
    await dropping.insert(person(900));
    expect(await drop(dropping, 'byEmail')).toMatchObject({ deleted: 299 });
  });
});
