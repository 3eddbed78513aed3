import { verify } from '@tablewright/core';
import type { Exchange } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import {
  COMPANY,
  type Departments,
  department,
  dept,
  type Employees,
  emp,
  employee,
  REFUSING_SIDES,
} from './company.js';

const storage = useStorage();

/** What another process does, by the official client: between what a call has read, and what it writes. */
function beforeWrite(act: () => Promise<unknown>) {
  const rival = {
    name: 'rival',
    async run({ send }: Exchange) {
      await act();
      return send();
    },
  };
  return storage.emulator.http.inject(rival, {
    when: ({ method, path }) => path === '$batch' || method !== 'GET',
  });
}

describe.each(REFUSING_SIDES)('another process (%s)', (kind, Sources, Referrers) => {
  let employees: Employees;
  let departments: Departments;
  let table: string;
  const raw = () => storage.emulator.rawTable(table);

  beforeEach(async () => {
    table = storage.emulator.uniqueName('Race');
    employees = new Sources(storage.store(), { table });
    departments = new Referrers(storage.store(), { table });
    await employees.insert(employee(1, 'Jones'));
    await employees.insert(employee(2, 'Smith'));
  });

  /** What this library would write for a new department, on behalf of another process. */
  const comes = (name: string, managerName: string) => {
    const rowKey = `dept_${name}`;
    const index = { partitionKey: COMPANY, rowKey: `managed_empid_000001  ${rowKey}`, tw__row: rowKey };
    return raw().submitTransaction([
      ['create', { partitionKey: COMPANY, rowKey, managerId: 1, managerName }],
      ['update', { partitionKey: COMPANY, rowKey: 'empid_000001' }, 'Merge'],
      ...(kind === 'index' ? [['create', index] as ['create', typeof index]] : []),
    ]);
  };

  it('changes the source before it is copied', async () => {
    const race = beforeWrite(() =>
      raw().updateEntity({ partitionKey: COMPANY, rowKey: 'empid_000001', lastName: 'Brown' }, 'Merge'),
    );
    await departments.insert(department('Sales', { managerId: 1 }));
    expect(race.fired).toBe(1);
    expect(await departments.get(dept('Sales'))).toMatchObject({ managerName: 'Brown' });
  });

  it('deletes the source before it is copied', async () => {
    const race = beforeWrite(() => raw().deleteEntity(COMPANY, 'empid_000001'));
    await expect(departments.insert(department('Sales', { managerId: 1 }))).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
    });
    expect(race.fired).toBe(1);
    expect(await departments.get(dept('Sales'))).toBeUndefined();
  });

  it.each([
    ['by key', () => emp(1)],
    ['of an instance', async () => employees.getOrThrow(emp(1))],
  ])('begins to refer to a source that changes (%s)', async (_, target) => {
    await departments.insert(department('Sales', { managerId: 1 }));
    const changing = await target();
    const race = beforeWrite(() => comes('New', 'Jones'));
    await employees.update(changing, { lastName: 'Brown' });
    expect(race.fired).toBe(1);
    const all = await departments.query({ company: COMPANY }).scan('partition').all();
    expect(all.map(({ name, managerName }) => [name, managerName])).toEqual([
      ['New', 'Brown'],
      ['Sales', 'Brown'],
    ]);
    expect(await verify(departments)).toMatchObject({ clean: true });
  });

  it('begins to refer to a source that is deleted', async () => {
    const jones = await employees.getOrThrow(emp(1));
    const race = beforeWrite(() => comes('New', 'Jones'));
    await expect(employees.delete(jones)).rejects.toMatchObject({
      code: 'STILL_REFERRED_TO',
      details: { referrers: 1 },
    });
    expect(race.fired).toBe(1);
  });

  it('turns a referrer away from the source that changes', async () => {
    await departments.insert(department('Sales', { managerId: 1 }));
    const race = beforeWrite(() =>
      raw().submitTransaction([
        [
          'update',
          { partitionKey: COMPANY, rowKey: 'dept_Sales', managerId: 2, managerName: 'Smith' },
          'Merge',
        ],
        ['update', { partitionKey: COMPANY, rowKey: 'empid_000002' }, 'Merge'],
      ]),
    );
    await employees.update(emp(1), { lastName: 'Brown' });
    expect(race.fired).toBe(1);
    expect(await departments.get(dept('Sales'))).toMatchObject({ managerId: 2, managerName: 'Smith' });
  });

  it('changes the copies of an instance that was loaded before: that is told, and nothing gets lost', async () => {
    await departments.insert(department('Sales', { managerId: 1 }));
    const sales = await departments.getOrThrow(dept('Sales'));
    await employees.update(emp(1), { lastName: 'Brown' });
    await expect(departments.update(sales, { town: 'Bonn' })).rejects.toMatchObject({
      code: 'ENTITY_CHANGED',
    });
    await departments.modify(dept('Sales'), (one) => {
      one.town = 'Bonn';
    });
    expect(await departments.get(dept('Sales'))).toMatchObject({ managerName: 'Brown', town: 'Bonn' });
  });
});
