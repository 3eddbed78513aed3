import { drop, rebuild, repair, verify } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { expectedRows } from './support/expected.js';
import { oldRows } from './support/old-rows.js';
import { byEmail, byTeam, type Declared, headCount, teamList } from './support/patterns.js';
import { open, type PeopleRepository, person } from './support/people.js';
import { rowsOf } from './support/rows.js';
import { busyWriter } from './support/writers.js';

const storage = useStorage();
let table: string;
const stored = () => rowsOf(storage.emulator, table);

beforeEach(() => {
  table = storage.emulator.uniqueName('Busy');
});

const everything = (declared: Declared): PeopleRepository =>
  open(storage.store(), table, byEmail(declared), byTeam(declared), headCount(declared), teamList(declared));

function writers(people: PeopleRepository, most: number, offices: readonly string[], stop?: () => boolean) {
  const each = (seed: number) => busyWriter(people, { seed, most, offices, ...(stop && { stop }) });
  return Promise.all([1, 2, 3, 4].map(each));
}

describe('beside writers', () => {
  it('a rebuild over 500 old rows leaves exactly what is derived from the final entities', async () => {
    const offices = ['Bonn', 'Oslo', 'Rome', 'Wien', 'Kiel'];
    await oldRows(storage.emulator, table, 100, offices);
    const building = everything({ state: 'building' });
    let over = false;
    const busy = writers(building, 400, offices, () => over);
    const left: number[] = [];
    for (const name of ['byEmail', 'byTeam', 'headCount', 'teamList']) {
      const report = await rebuild(building, name, { pageSize: 100 });
      left.push(report.counts.missing + report.counts.stale + report.counts.stray);
    }
    over = true;
    const written = await busy;
    expect(Math.min(...written)).toBeGreaterThan(0);
    expect(left).toEqual([0, 0, 0, 0]);
    const rows = await stored();
    expect(rows).toEqual(expectedRows(rows));
    expect((await verify(everything({}))).clean).toBe(true);
  });

  it('verify finds nothing wrong where nothing is', async () => {
    const offices = ['Bonn', 'Rome'];
    const people = everything({});
    for (let id = 1; id <= 40; id++) await people.insert(person(id, { team: 'red' }));
    let over = false;
    const busy = writers(people, 60, offices).finally(() => {
      over = true;
    });
    let looks = 0;
    while (!over) {
      const { counts, findings } = await verify(people, { pageSize: looks % 2 === 0 ? 1000 : 30 });
      expect(findings.filter(({ kind }) => kind !== 'unsettled')).toEqual([]);
      expect(counts.unsettled).toBeLessThan(6);
      looks++;
    }
    expect(Math.min(...(await busy))).toBeGreaterThan(0);
    expect(looks).toBeGreaterThan(1);
    expect((await verify(people)).clean).toBe(true);
  });

  it('repair mends what was damaged and undoes no write', async () => {
    const people = everything({});
    for (let id = 1; id <= 60; id++) await people.insert(person(id, { team: 'red' }));
    const raw = storage.emulator.rawTable(table);
    for (let id = 1; id <= 30; id++) await raw.deleteEntity('Bonn', `email_p${id}@contoso.com`);
    for (let id = 100; id <= 120; id++) {
      const stray = { partitionKey: 'Bonn', rowKey: `team_red_person_000${id}`, owner: `person_000${id}` };
      await raw.createEntity(stray);
    }
    await raw.updateEntity({ partitionKey: 'Bonn', rowKey: 'count_all', Count: 1000 }, 'Merge');
    await raw.updateEntity({ partitionKey: 'Bonn', rowKey: 'list_red', members: 'person_000007' }, 'Merge');
    const [, report] = await Promise.all([writers(people, 50, ['Bonn']), repair(people, { pageSize: 40 })]);
    expect(report.counts).toMatchObject({ missing: 0, stray: 0 });
    await repair(people);
    const rows = await stored();
    expect(rows).toEqual(expectedRows(rows));
  });

  it('a drop leaves no row of the derivation', async () => {
    const ready = everything({});
    for (let id = 1; id <= 40; id++) await ready.insert(person(id, { team: 'red' }));
    const dropping = open(
      storage.store(),
      table,
      byEmail({ state: 'dropping' }),
      byTeam({ state: 'dropping' }),
      headCount({ state: 'dropping' }),
    );
    const busy = writers(dropping, 40, ['Bonn']);
    for (const name of ['byEmail', 'byTeam', 'headCount']) await drop(dropping, name, { pageSize: 15 });
    await busy;
    const kinds = Object.keys(await stored()).map((id) => id.split(/[/_]/)[1]);
    expect(new Set(kinds)).toEqual(new Set(['person', 'list']));
  });
});
