import { verify } from '@tablewright/core';
import { beforeEach, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { COMPANY, Departments, department, Employees, emp, employee } from './company.js';

const storage = useStorage();
let table: string;
let employees: Employees;
let departments: Departments;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Many');
  employees = new Employees(storage.store(), { table });
  departments = new Departments(storage.store(), { table });
  await employees.insert(employee(1, 'Jones'));
});

const refer = (count: number) =>
  departments.bulk(
    Array.from({ length: count }, (_, i) => ({ insert: department(`D${i}`, { managerId: 1 }) })),
  );

it('99 referrers change together with their source, and 100 are refused before anything is sent', async () => {
  expect(await refer(99)).toMatchObject({ done: 99 });
  await employees.update(emp(1), { lastName: 'Brown' });
  const rows = await storedRows(storage.emulator, table, COMPANY);
  const names = Object.values(rows).flatMap(({ managerName }) => managerName ?? []);
  expect(names).toEqual(Array.from({ length: 99 }, () => 'String:Brown'));
  await departments.insert(department('One more', { managerId: 1 }));
  const before = await storedRows(storage.emulator, table, COMPANY);
  const { requests } = await storage.emulator.http.record(() =>
    expect(employees.update(emp(1), { lastName: 'Green' })).rejects.toMatchObject({
      code: 'FAN_OUT_TOO_LARGE',
      details: { entity: 'Employee', derivation: 'managerSource', copies: 100 },
      message: expect.stringMatching(/100 rows .* through the outbox/),
    }),
  );
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(await storedRows(storage.emulator, table, COMPANY)).toEqual(before);
  // What is not copied can still be changed, and bulk says the same of the item.
  const report = await employees.bulk([
    { insert: employee(2, 'Smith') },
    { update: emp(1), changes: { lastName: 'Green' } },
  ]);
  expect(report).toMatchObject({ done: 1, failed: 1 });
  expect(report.failures[0]).toMatchObject({ error: { code: 'FAN_OUT_TOO_LARGE' } });
  expect(await verify(departments)).toMatchObject({ clean: true });
});

it('copies of more than 4 MiB are refused before anything is sent', async () => {
  expect(await refer(80)).toMatchObject({ done: 80 });
  const { requests } = await storage.emulator.http.record(() =>
    expect(employees.update(emp(1), { lastName: 'ä'.repeat(30_000) })).rejects.toMatchObject({
      code: 'FAN_OUT_TOO_LARGE',
      details: { copies: 80 },
    }),
  );
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(await employees.get(emp(1))).toMatchObject({ lastName: 'Jones' });
});
