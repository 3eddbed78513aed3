import { transaction, verify } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import {
  type Departments,
  department,
  dept,
  type Employees,
  emp,
  employee,
  REFUSING_SIDES,
} from './company.js';

const storage = useStorage();

interface Both {
  readonly employees: Employees;
  readonly departments: Departments;
}

const WRITES: readonly (readonly [string, (both: Both) => Promise<unknown>, readonly string[]])[] = [
  [
    'a new referrer',
    ({ departments }) => departments.insert(department('New', { managerId: 1 })),
    ['New', 'Jones', 'Sales', 'Jones'],
  ],
  [
    'another link',
    ({ departments }) => departments.update(dept('Sales'), { managerId: 2 }),
    ['Sales', 'Smith'],
  ],
  ['no link', ({ departments }) => departments.update(dept('Sales'), { managerId: null }), ['Sales', '']],
  [
    'a change of the source',
    ({ employees }) => employees.update(emp(1), { lastName: 'Brown' }),
    ['Sales', 'Brown'],
  ],
  [
    'both at once',
    ({ employees, departments }) =>
      transaction()
        .update(employees, emp(2), { lastName: 'Green' })
        .update(departments, dept('Sales'), { managerId: 2 })
        .commit(),
    ['Sales', 'Green'],
  ],
];

describe.each(REFUSING_SIDES)('%s', (_kind, Sources, Referrers) => {
  describe.each(WRITES)('%s', (_, run, leaves) => {
    it.each([
      ['is lost before it is sent', () => faults.failBeforeSend()],
      ['is applied, and its reply lost', () => faults.dropReply()],
    ])('%s, at each of its requests', async (_name, fault) => {
      for (let call = 0, struck = true; struck; call++) {
        const table = storage.emulator.uniqueName('Lost');
        const employees = new Sources(storage.store(), { table });
        const departments = new Referrers(storage.store(), { table });
        await employees.insert(employee(1, 'Jones'));
        await employees.insert(employee(2, 'Smith'));
        await departments.insert(department('Sales', { managerId: 1 }));
        const injected = storage.emulator.http.inject(fault(), { after: call });
        await run({ employees, departments });
        struck = injected.fired > 0;
        storage.emulator.http.clearFaults();
        const all = await departments.query({ company: 'Contoso' }).scan('partition').all();
        expect([call, ...all.flatMap(({ name, managerName = '' }) => [name, managerName])]).toEqual([
          call,
          ...leaves,
        ]);
        expect(await verify(departments)).toMatchObject({ clean: true });
        if (!struck) expect(call).toBeGreaterThan(1);
      }
    });
  });
});
