import { transaction } from '@tablewright/core';
import { type Fault, faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { type Employee, EmployeeRepository, employee } from '../support/employee.js';
import { expectedRows } from '../support/expected-rows.js';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();
const key1 = { department: 'Sales', id: 1 };
const before = () => employee(1, { age: 30, active: true, badge: 1, tags: ['a', 'b'] });
const after = { email: 'new@contoso.com', age: 31, tags: ['b', 'c'] };
const changed = () => Object.assign(before(), after);
/** Its value is what others may not take. */
const bystander = () => employee(9);

interface Write {
  readonly name: string;
  readonly run: (employees: EmployeeRepository, loaded: Employee) => Promise<unknown>;
  readonly leaves: readonly Employee[];
  readonly code?: string;
}

const WRITES: readonly Write[] = [
  {
    name: 'insert',
    run: (employees) => employees.insert(employee(2, { tags: ['x', 'y'] })),
    leaves: [before(), employee(2, { tags: ['x', 'y'] })],
  },
  {
    name: 'insert of a taken value',
    run: (employees) => employees.insert(employee(2, { email: before().email })),
    leaves: [before()],
    code: 'UNIQUE_VIOLATION',
  },
  { name: 'update', run: (employees, loaded) => employees.update(loaded, after), leaves: [changed()] },
  {
    name: 'update to a taken value',
    run: (employees, loaded) => employees.update(loaded, { email: bystander().email }),
    leaves: [before()],
    code: 'UNIQUE_VIOLATION',
  },
  { name: 'update by key', run: (employees) => employees.update(key1, after), leaves: [changed()] },
  {
    name: 'replace',
    run: (employees, loaded) => employees.replace(Object.assign(loaded, after)),
    leaves: [changed()],
  },
  { name: 'upsert', run: (employees) => employees.upsert(changed()), leaves: [changed()] },
  {
    name: 'upsert in place',
    run: (employees) => employees.upsert(employee(1), { mode: 'replace' }),
    leaves: [employee(1)],
  },
  {
    name: 'modify',
    run: (employees) => employees.modify(key1, (e) => Object.assign(e, after)),
    leaves: [changed()],
  },
  { name: 'delete', run: (employees, loaded) => employees.delete(loaded), leaves: [] },
  { name: 'delete by key', run: (employees) => employees.delete(key1, { force: true }), leaves: [] },
  {
    name: 'transaction',
    run: (employees, loaded) =>
      transaction()
        .update(employees, loaded, { email: 'free' })
        .insert(employees, employee(2, { email: before().email }))
        .commit(),
    leaves: [Object.assign(before(), { email: 'free' }), employee(2, { email: before().email })],
  },
];

const FAULTS = {
  'a reply that is lost': () => faults.dropReply(),
  'a request that is lost': () => faults.failBeforeSend(),
  'a server that fails after it has written': () => faults.applyThenRespond(500, 'OperationTimedOut'),
};

/** To a server whose clock has gone on, the rows are old: nobody can have written them during the call. */
const anHourLater: Fault = {
  name: 'anHourLater',
  run: async (exchange) => {
    const response = await exchange.send();
    response.headers.set('date', new Date(Date.now() + 3_600_000).toUTCString());
    return response;
  },
};

describe.each(Object.entries(FAULTS))('%s', (_, fault) => {
  it.each(WRITES)('at each request of $name', async ({ run, leaves, code }) => {
    for (let call = 0; ; call++) {
      const table = storage.emulator.uniqueName('Lost');
      const employees = new EmployeeRepository(storage.store(), { table });
      await employees.insert(bystander());
      await employees.insert(before());
      const loaded = await employees.getOrThrow(key1);
      const injected = storage.emulator.http.inject(fault(), { after: call });
      if (code) {
        storage.emulator.http.inject(anHourLater, {
          times: Infinity,
          when: ({ method }) => method === 'GET',
        });
      }
      const outcome = await run(employees, loaded).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      const struck = injected.fired > 0;
      storage.emulator.http.clearFaults();
      expect([call, outcome]).toEqual([call, code ?? 'done']);
      const rows = await storedRows(storage.emulator, table);
      expect([call, rows]).toEqual([call, expectedRows([bystander(), ...leaves])]);
      // One more than there are requests: that run was undisturbed.
      if (!struck) {
        expect(call).toBeGreaterThan(0);
        break;
      }
    }
  });
});

it('a value that was taken a moment ago is never taken for ours', async () => {
  const table = storage.emulator.uniqueName('Lost');
  const employees = new EmployeeRepository(storage.store(), { table });
  await employees.insert(bystander());
  storage.emulator.http.inject(faults.dropReply());
  await expect(employees.insert(employee(2, { email: bystander().email }))).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
  });
  expect(await storedRows(storage.emulator, table)).toEqual(expectedRows([bystander()]));
});
