import type { OutcomeUnknownError } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, expect, it } from 'vitest';
import { EmployeeRepository, sales } from '../support/family.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const key1 = { ...sales, id: 1 };
let employees: EmployeeRepository;

beforeEach(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('Time') });
  await employees.insertFamily({ ...key1, name: 'Jo' }, { reviews: [{ year: 2012 }] });
});

it('a family whose deletion was sent when time ran out may be gone, and its error says so', async () => {
  storage.emulator.http.inject(faults.hang(), { when: ({ method }) => method !== 'GET' });
  const error: unknown = await employees
    .deleteFamily(key1, { timeout: 300 })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { code: 'TIMEOUT' } });
  expect(await (error as OutcomeUnknownError).resolve()).toBe('notApplied');
  expect(await employees.deleteFamily(key1)).toBe(2);
});

it('without time, or after an abort, nothing is sent', async () => {
  const { requests } = await storage.emulator.http.record(async () => {
    await expect(employees.deleteFamily(key1, { timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const signal = AbortSignal.abort();
    await expect(employees.deleteFamily(key1, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });
  expect(requests).toEqual([]);
});
