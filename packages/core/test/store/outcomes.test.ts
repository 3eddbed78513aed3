import {
  EntityChangedError,
  EntityExistsError,
  EntityNotFoundError,
  etagOf,
  OutcomeUnknownError,
} from '@tablewright/core';
import { type Fault, faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Employee, EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const key = { department: 'Sales', id: 1 };
const isWrite = (request: { readonly method: string }) => request.method !== 'GET';

let employees: EmployeeRepository;
let rival: EmployeeRepository;
let loaded: Employee;

beforeEach(async () => {
  const table = storage.emulator.uniqueName('Outcomes');
  employees = new EmployeeRepository(storage.store(), { table });
  rival = new EmployeeRepository(storage.store(), { table });
  loaded = await employees.insert(employee(1, { age: 30 }));
});

const lost: readonly (readonly [string, () => Fault, boolean])[] = [
  ['never sent', () => faults.failBeforeSend({ code: 'ECONNRESET' }), false],
  ['reply dropped', () => faults.dropReply(), true],
  ['applied, then 500', () => faults.applyThenRespond(500, 'OperationTimedOut'), true],
  ['busy', () => faults.serverBusy(), false],
];

describe.each(lost)('a write that is %s', (_, fault, applied) => {
  const writes: readonly (readonly [string, () => Promise<unknown>, number | undefined])[] = [
    ['insert', () => employees.insert(employee(2, { age: 40 })), 40],
    ['replace', () => employees.replace(Object.assign(loaded, { age: 41 })), 41],
    ['update of a loaded entity', () => employees.update(loaded, { age: 42 }), 42],
    ['update by key', () => employees.update(key, { age: 43 }), 43],
    ['update that removes a column', () => employees.update(key, { age: null }), undefined],
    ['upsert merge', () => employees.upsert(employee(1, { age: 44 })), 44],
    ['upsert replace', () => employees.upsert(employee(1, { age: 45 }), { mode: 'replace' }), 45],
    [
      'modify',
      () =>
        employees.modify(key, (e) => {
          e.age = 46;
        }),
      46,
    ],
  ];

  it.each(writes)('%s succeeds once, with the right ETag', async (name, write, age) => {
    const { fired } = await inject(fault(), write);
    expect(fired).toBe(1);
    const stored = await rival.getOrThrow(name === 'insert' ? { ...key, id: 2 } : key);
    expect(stored.age).toBe(age);
  });

  it('hands out an ETag that the next write can use', async () => {
    await inject(fault(), () => employees.update(loaded, { age: 50 }));
    expect(etagOf(loaded)).toBe(etagOf(await rival.getOrThrow(key)));
    await employees.update(loaded, { age: 51 });
    expect((await rival.getOrThrow(key)).age).toBe(51);
  });

  it('delete succeeds', async () => {
    await inject(fault(), () => employees.delete(loaded));
    expect(await rival.exists(key)).toBe(false);
  });

  it('reads only when a reply was lost and the retry was refused', async () => {
    const { requests } = await inject(fault(), () => employees.insert(employee(3)));
    expect(requests.map((r) => r.method)).toEqual(applied ? ['POST', 'POST', 'GET'] : ['POST', 'POST']);
  });
});

describe('a refusal that is not ours', () => {
  it('stays a refusal when the request certainly did not arrive', async () => {
    const fault = () => faults.failBeforeSend({ code: 'ECONNREFUSED' });
    await expect(inject(fault(), () => employees.insert(employee(1, { age: 99 })))).rejects.toThrow(
      EntityExistsError,
    );
    const stale = await rival.getOrThrow(key);
    await employees.update(loaded, { age: 31 });
    await expect(inject(fault(), () => rival.update(stale, { age: 32 }))).rejects.toThrow(EntityChangedError);
    await expect(inject(fault(), () => employees.update({ ...key, id: 9 }, { age: 1 }))).rejects.toThrow(
      EntityNotFoundError,
    );
  });

  it('stays a refusal when the row is older than our first attempt', async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    const fault = faults.failBeforeSend({ code: 'ECONNRESET' });
    await expect(inject(fault, () => employees.insert(employee(1, { age: 99 })))).rejects.toThrow(
      EntityExistsError,
    );
  });

  it('is unknown when somebody wrote in between, and never a false conflict', async () => {
    // Ours is applied and its reply lost; before we try again, a rival writes over it.
    storage.emulator.http.inject(faults.dropReply(), { when: isWrite });
    const slow = new EmployeeRepository(storage.store({ retry: { baseDelay: 150 } }), {
      table: employees.context.table,
    });
    const mine = await slow.getOrThrow(key);
    const writing = slow.update(mine, { age: 60 }).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await rival.update(key, { age: 61 });
    const error = await writing;
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as OutcomeUnknownError).operationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await (error as OutcomeUnknownError).resolve()).toBe('unknown');
    expect(mine.age).toBe(30);
    expect((await rival.getOrThrow(key)).age).toBe(61);
  });
});

describe('rivals that write equal values', () => {
  it('leave the outcome unknown: no increment is claimed that was not made', async () => {
    const increment = (e: Employee) => {
      e.age = e.age! + 1;
    };
    let first = true;
    const mine = employees.modify(key, async (e) => {
      increment(e);
      if (!first) return;
      first = false;
      // The rival makes the same change, and our own attempt never arrives.
      await rival.modify(key, increment);
      storage.emulator.http.inject(faults.failBeforeSend(), { when: isWrite });
    });
    await expect(mine).rejects.toThrow(OutcomeUnknownError);
    expect((await rival.getOrThrow(key)).age).toBe(31);
  });

  it('do not lend their ETag to a write that has not seen their changes', async () => {
    // Ours is applied and its reply lost; then a rival changes another column.
    storage.emulator.http.inject(faults.dropReply(), { when: isWrite });
    const slow = new EmployeeRepository(storage.store({ retry: { baseDelay: 200 } }), {
      table: employees.context.table,
    });
    const mine = await slow.getOrThrow(key);
    const writing = slow.update(mine, { age: 60 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    await rival.update(key, { lastName: 'Rival' });
    await writing;
    await expect(slow.replace(mine)).rejects.toThrow(EntityChangedError);
    expect(await rival.getOrThrow(key)).toMatchObject({ age: 60, lastName: 'Rival' });
  });
});

describe('a forced write whose replies are all lost', () => {
  it('hands out no ETag that would force the next write too', async () => {
    const other = await employees.getOrThrow(key);
    const rivalThenReset: Fault = {
      name: 'rivalThenReset',
      async run({ send }) {
        await send();
        await storage.emulator.rawTable(employees.context.table).updateEntity({
          partitionKey: 'Sales',
          rowKey: 'empid_000001',
          lastName: 'Rival',
        });
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      },
    };
    storage.emulator.http.inject(rivalThenReset, { when: isWrite, times: 7 });
    await employees.update(other, { age: 62 }, { force: true });
    expect(etagOf(other)).not.toBe('*');
    await expect(employees.replace(other)).rejects.toThrow(EntityChangedError);
    expect(await rival.getOrThrow(key)).toMatchObject({ age: 62, lastName: 'Rival' });
  });
});

describe('a service that stays away', () => {
  it('leaves a write unknown, and resolve() tells later', async () => {
    const store = storage.store({ retry: { maxRetries: 1, baseDelay: 1 } });
    const repository = new EmployeeRepository(store, { table: employees.context.table });
    // The first attempt is applied; its reply, the retry and every read are lost.
    storage.emulator.http.inject(faults.dropReply(), { when: isWrite });
    storage.emulator.http.inject(faults.failBeforeSend(), { times: Number.POSITIVE_INFINITY });
    const error = await repository.insert(employee(7, { age: 70 })).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    storage.emulator.http.clearFaults();
    expect(await (error as OutcomeUnknownError).resolve()).toBe('applied');
    expect((await rival.getOrThrow({ ...key, id: 7 })).age).toBe(70);
  });

  it('is a plain network error when nothing was ever sent', async () => {
    const store = storage.store({ retry: { maxRetries: 2, baseDelay: 1 } });
    const repository = new EmployeeRepository(store, { table: employees.context.table });
    storage.emulator.http.inject(faults.failBeforeSend({ code: 'ECONNREFUSED' }), { times: 3 });
    await expect(repository.insert(employee(7))).rejects.toMatchObject({
      code: 'NETWORK_FAILED',
      details: { table: employees.context.table, entity: 'Employee' },
      cause: { networkCode: 'ECONNREFUSED' },
    });
    expect(await rival.exists({ ...key, id: 7 })).toBe(false);
  });
});

async function inject<T>(fault: Fault, write: () => Promise<T>) {
  const handle = storage.emulator.http.inject(fault, { when: isWrite });
  const { requests } = await storage.emulator.http.record(write);
  return { fired: handle.fired, requests };
}
