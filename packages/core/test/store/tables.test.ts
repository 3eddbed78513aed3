import { OutcomeUnknownError, systemClock, TableBeingDeletedError, TableNameError } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';
import { VirtualClock } from '../support/virtual-clock.js';

const storage = useStorage();
const isCreation = (request: { readonly path: string }) => request.path === 'Tables';
const creations = () => storage.emulator.http.requests.filter(isCreation).length;

describe('tables on demand', () => {
  it('creates a missing table on the first write, and only then', async () => {
    const table = storage.emulator.uniqueName('OnDemand');
    const employees = new EmployeeRepository(storage.store(), { table });
    expect(await employees.get({ department: 'Sales', id: 1 })).toBeUndefined();
    expect(creations()).toBe(0);
    await employees.insert(employee(1));
    expect(storage.emulator.http.requests.map((r) => r.method)).toEqual(['GET', 'POST', 'POST', 'POST']);
    await employees.insert(employee(2));
    expect(creations()).toBe(1);
  });

  it('creates it once for many writers', async () => {
    const table = storage.emulator.uniqueName('Crowd');
    const employees = new EmployeeRepository(storage.store(), { table });
    await Promise.all(Array.from({ length: 20 }, (_, i) => employees.insert(employee(i))));
    expect(creations()).toBe(1);
    const found = await employees.getMany(
      Array.from({ length: 20 }, (_, id) => ({ department: 'Sales', id })),
    );
    expect(found.every((e) => e !== undefined)).toBe(true);
  });

  it('survives another process creating it first', async () => {
    const table = storage.emulator.uniqueName('Race');
    const stores = Array.from({ length: 6 }, () => new EmployeeRepository(storage.store(), { table }));
    await Promise.all(stores.map((employees, i) => employees.insert(employee(i))));
    expect(creations()).toBeGreaterThan(1);
  });

  it('does not create a table to update or delete what cannot be there', async () => {
    const table = storage.emulator.uniqueName('Absent');
    const employees = new EmployeeRepository(storage.store(), { table });
    const key = { department: 'Sales', id: 1 };
    await expect(employees.update(key, { age: 1 })).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    expect(await employees.delete(key, { force: true })).toBe(false);
    expect(await employees.exists(key)).toBe(false);
    expect(creations()).toBe(0);
  });

  it('waits while the name is being freed', async () => {
    const table = storage.emulator.uniqueName('Freed');
    const clock = new VirtualClock();
    storage.emulator.http.inject(faults.tableBeingDeleted(), { when: isCreation, times: 20 });
    const employees = new EmployeeRepository(storage.store({ clock }), { table });
    await employees.insert(employee(1));
    expect(creations()).toBe(21);
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(40_000);
  });

  it('gives up with a coded error when the name stays taken', async () => {
    const table = storage.emulator.uniqueName('Taken');
    storage.emulator.http.inject(faults.tableBeingDeleted(), {
      when: isCreation,
      times: Number.POSITIVE_INFINITY,
    });
    const employees = new EmployeeRepository(storage.store({ clock: new VirtualClock() }), { table });
    await expect(employees.insert(employee(1))).rejects.toThrow(TableBeingDeletedError);
  });

  it('lets one caller leave while the others wait for the table', async () => {
    const table = storage.emulator.uniqueName('Leaver');
    storage.emulator.http.inject(faults.delay(1_000), { when: isCreation });
    const employees = new EmployeeRepository(storage.store(), { table });
    const leaver = employees.insert(employee(1), { timeout: 60 });
    const patient = employees.insert(employee(2));
    await expect(leaver).rejects.toMatchObject({ code: 'TIMEOUT' });
    await patient;
    expect(await employees.exists({ department: 'Sales', id: 1 })).toBe(false);
  });

  it('stops waiting for the name when nobody waits any more', async () => {
    const table = storage.emulator.uniqueName('Nobody');
    storage.emulator.http.inject(faults.tableBeingDeleted(), {
      when: isCreation,
      times: Number.POSITIVE_INFINITY,
    });
    const slept: (AbortSignal | undefined)[] = [];
    const clock = {
      ...systemClock,
      sleep(ms: number, signal?: AbortSignal) {
        slept.push(signal);
        return systemClock.sleep(ms, signal);
      },
    };
    await expect(storage.store({ clock }).createTable(table, { timeout: 50 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(slept.length).toBeGreaterThan(1);
    expect(slept.at(-1)?.aborted).toBe(true);
  });

  it('leaves a deletion open when its reply is lost for good, and finds out later', async () => {
    const table = storage.emulator.uniqueName('Open');
    const store = storage.store();
    await store.createTable(table);
    storage.emulator.http.inject({
      name: 'applyThenHang',
      async run(exchange) {
        await exchange.send();
        return faults.hang().run(exchange);
      },
    });
    const error = await store.deleteTable(table, { timeout: 50 }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(await (error as OutcomeUnknownError).resolve()).toBe('applied');
  });

  it('creates nothing for a caller who has left already', async () => {
    const table = storage.emulator.uniqueName('Ghost');
    await expect(storage.store().createTable(table, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(storage.emulator.http.requests).toEqual([]);
  });

  it('creates and deletes by name', async () => {
    const table = storage.emulator.uniqueName('Named');
    const store = storage.store();
    await store.createTable(table);
    await store.createTable(table);
    expect(await store.deleteTable(table)).toBe(true);
    expect(await store.deleteTable(table)).toBe(false);
  });

  it('knows that a table is gone by its own doing when the reply was lost', async () => {
    const table = storage.emulator.uniqueName('Lost');
    const store = storage.store();
    await store.createTable(table);
    storage.emulator.http.inject(faults.dropReply());
    expect(await store.deleteTable(table)).toBe(true);
  });

  it.each(['', 'ab', '1abc', 'a-b-c', 'tables', 'x'.repeat(64), "a'b", 'a/b', '$batch', 'Tab le'])(
    'refuses the name %j',
    async (name) => {
      await expect(storage.store().createTable(name)).rejects.toThrow(TableNameError);
      expect(() => new EmployeeRepository(storage.store(), { table: name })).toThrow(TableNameError);
      expect(storage.emulator.http.requests).toEqual([]);
    },
  );
});
