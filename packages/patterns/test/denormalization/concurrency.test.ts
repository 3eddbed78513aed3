import { isTablewrightError, TableStore, verify } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { ALL_SIDES, COMPANY, department, dept, emp, employee } from './company.js';

const storage = useStorage();
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** A race may be lost to a rival who deletes, or who has changed what was loaded: that is no fault of the copies. */
const RACES = [
  'SOURCE_NOT_FOUND',
  'STILL_REFERRED_TO',
  'ENTITY_NOT_FOUND',
  'ENTITY_CHANGED',
  'ENTITY_EXISTS',
];
const orRace = (write: Promise<unknown>) =>
  write.catch((error: unknown) => {
    if (!isTablewrightError(error) || !RACES.includes(error.code)) throw error;
  });

/** Under another name of the same host nobody of this process waits for his turn: the rows alone decide. */
const asOtherProcess = () =>
  TableStore.fromConnectionString(storage.emulator.connectionString.replaceAll('127.0.0.1', 'localhost'), {
    retry: { baseDelay: 1, maxDelay: 5 },
  });

describe.each(ALL_SIDES)('writers of several stores (%s)', (_kind, Sources, Referrers) => {
  it('leave every copy as its source is', async () => {
    const table = storage.emulator.uniqueName('Rivals');
    const sides = [storage.store(), storage.store(), asOtherProcess()].map((store) => ({
      employees: new Sources(store, { table }),
      departments: new Referrers(store, { table }),
    }));
    const [{ employees, departments }] = sides as [(typeof sides)[0]];
    for (const id of upTo(4)) await employees.insert(employee(id, `name${id}`));
    for (const id of upTo(6)) await departments.insert(department(`D${id}`, { managerId: (id % 4) + 1 }));
    const raw = storage.emulator.rawTable(table);
    // Another program changes what is not copied, on either side, and minds no version.
    const foreign = (rowKey: string, n: number) =>
      raw.updateEntity({ partitionKey: COMPANY, rowKey, note: `n${n}` }, 'Merge').catch(() => {});
    const writes = upTo(60).map(async (n) => {
      const side = sides[n % 3]!;
      const id = (n % 4) + 1;
      const name = `D${(n % 6) + 1}`;
      switch (n % 7) {
        case 0:
          return orRace(
            side.employees.update(emp(id), { lastName: `name${n}`, email: n % 2 ? `${n}` : null }),
          );
        case 1:
          return orRace(side.departments.update(dept(name), { managerId: id }));
        case 2:
          return orRace(side.departments.update(dept(name), { town: `town${n}` }));
        case 3:
          return orRace(
            side.employees.modify(emp(id), (one) => {
              one.lastName += `+${n}`;
            }),
          );
        case 4:
          return orRace(side.departments.upsert(department(name, { managerId: id }), { mode: 'replace' }));
        case 5:
          return n % 2
            ? foreign(`empid_00000${id}`, n)
            : orRace(side.employees.upsert(employee(id, `up${n}`), { mode: 'replace' }));
        default:
          return n % 4 ? foreign(`dept_${name}`, n) : orRace(side.employees.delete(emp(id), { force: true }));
      }
    });
    await Promise.all(writes);
    const rows = await storedRows(storage.emulator, table, COMPANY);
    for (const [rowKey, row] of Object.entries(rows)) {
      if (!rowKey.startsWith('dept_')) continue;
      const id = row['managerId']?.slice('Int32:'.length);
      const source = id === undefined ? undefined : rows[`empid_${id.padStart(6, '0')}`];
      if (id !== undefined) expect(source).toBeDefined();
      expect([rowKey, row['managerName'], row['managerEmail']]).toEqual([
        rowKey,
        source?.['lastName'],
        source?.['email'],
      ]);
    }
    expect(await verify(employees)).toMatchObject({ clean: true });
    expect(await verify(departments)).toMatchObject({ clean: true });
  });

  it('lose no referrer that comes while its source changes', async () => {
    const table = storage.emulator.uniqueName('Coming');
    const [first, second] = [storage.store(), asOtherProcess()];
    const employees = new Sources(first, { table });
    const departments = new Referrers(second, { table });
    await employees.insert(employee(1, 'start'));
    // In rounds: a later change of the source would put right what an earlier one missed.
    for (const round of upTo(10)) {
      await Promise.all([
        ...upTo(4).map((n) => departments.insert(department(`D${round}-${n}`, { managerId: 1 }))),
        employees.update(emp(1), { lastName: `name${round}` }),
      ]);
      const all = await departments.query({ company: COMPANY }).scan('partition').all();
      const names = new Set(all.map(({ managerName }) => managerName));
      expect([all.length, ...names]).toEqual([4 * round, `name${round}`]);
    }
  });
});
