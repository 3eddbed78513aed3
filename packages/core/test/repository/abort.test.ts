import { getEventListeners } from 'node:events';
import { isTablewrightError, OutcomeUnknownError } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Employee, EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const key = { department: 'Sales', id: 1 };
let employees: EmployeeRepository;
let loaded: Employee;

beforeEach(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('Aborts') });
  loaded = await employees.insert(employee(1));
});

type Call = (options: { signal?: AbortSignal; timeout?: number }) => Promise<unknown>;
const reads: readonly (readonly [string, Call])[] = [
  ['get', (o) => employees.get(key, o)],
  ['getOrThrow', (o) => employees.getOrThrow(key, o)],
  ['exists', (o) => employees.exists(key, o)],
  ['getMany', (o) => employees.getMany([key], o)],
  [
    'modify',
    (o) =>
      employees.modify(
        key,
        (e) => {
          e.age = 1;
        },
        o,
      ),
  ],
];
const writes: readonly (readonly [string, Call])[] = [
  ['insert', (o) => employees.insert(employee(2), o)],
  ['replace', (o) => employees.replace(loaded, o)],
  ['update', (o) => employees.update(loaded, { age: 2 }, o)],
  ['update by key', (o) => employees.update(key, { age: 2 }, o)],
  ['upsert', (o) => employees.upsert(loaded, o)],
  ['delete', (o) => employees.delete(loaded, o)],
];

describe.each([...reads, ...writes])('%s', (_, call) => {
  it('sends nothing when it is aborted already', async () => {
    const { requests } = await storage.emulator.http.record(() =>
      expect(call({ signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'ABORTED',
        name: 'AbortError',
      }),
    );
    expect(requests).toEqual([]);
  });

  it('refuses a timeout that is none', async () => {
    await expect(call({ timeout: Number.NaN })).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });
});

describe.each(reads)('%s', (_, call) => {
  it('ends when its signal or its timeout says so', async () => {
    storage.emulator.http.inject(faults.hang(), { times: 2 });
    await expect(call({ timeout: 30 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(call({ signal: AbortSignal.timeout(30) })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

describe.each(writes)('%s', (_, call) => {
  it('does not claim to know what became of a request that was under way', async () => {
    storage.emulator.http.inject(faults.hang());
    const error: unknown = await call({ timeout: 30 }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(
      isTablewrightError((error as Error).cause) && (error as { cause: { code: string } }).cause.code,
    ).toBe('TIMEOUT');
  });
});

it('hangs one listener on a signal, however many calls share it', async () => {
  const { signal } = new AbortController();
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  await Promise.all(Array.from({ length: 50 }, () => employees.get(key, { signal })));
  await Promise.all(Array.from({ length: 50 }, () => employees.get(key, { signal, timeout: 60_000 })));
  await employees.getMany(
    Array.from({ length: 40 }, (_, id) => ({ ...key, id })),
    { signal, concurrency: 40 },
  );
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
});

it('ends in the middle of its pauses', async () => {
  storage.emulator.http.inject(faults.serverBusy(), { times: Number.POSITIVE_INFINITY });
  const slow = new EmployeeRepository(storage.store({ retry: { baseDelay: 60_000, maxDelay: 60_000 } }));
  await expect(slow.get(key, { timeout: 40 })).rejects.toMatchObject({ code: 'TIMEOUT' });
});
