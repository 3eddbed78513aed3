import { type StoreEvent, TableStore } from '@tablewright/core';
import { type Fault, faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';
import { VirtualClock } from '../support/virtual-clock.js';

const storage = useStorage();
const key = { department: 'Sales', id: 1 };
let table: string;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Retries');
  await new EmployeeRepository(storage.store(), { table }).insert(employee(1));
  storage.emulator.http.clear();
});

describe('the retry loop', () => {
  it.each([
    ['503', faults.serverBusy],
    ['500', faults.operationTimedOut],
    ['429', faults.tooManyRequests],
    ['a reset connection', faults.failBeforeSend],
  ])('reads again after %s', async (_, fault) => {
    const busy = storage.emulator.http.inject(fault(), { times: 2 });
    const employees = new EmployeeRepository(storage.store(), { table });
    expect((await employees.getOrThrow(key)).id).toBe(1);
    expect(busy.fired).toBe(2);
    expect(storage.emulator.http.requests).toHaveLength(3);
  });

  it('waits longer each time, with jitter, and no longer than the ceiling', async () => {
    const clock = new VirtualClock();
    const retry = { maxRetries: 6, baseDelay: 100, maxDelay: 1_000 };
    storage.emulator.http.inject(faults.serverBusy(), { times: 6 });
    const low = new EmployeeRepository(storage.store({ clock, retry, random: () => 0 }), { table });
    await low.get(key);
    expect(clock.slept).toEqual([50, 100, 200, 400, 500, 500]);
    clock.slept.length = 0;
    storage.emulator.http.inject(faults.serverBusy(), { times: 6 });
    const high = new EmployeeRepository(storage.store({ clock, retry, random: () => 1 }), { table });
    await high.get(key);
    expect(clock.slept).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('waits as long as the service asks', async () => {
    const clock = new VirtualClock();
    storage.emulator.http.inject(faults.respond(503, 'ServerBusy', { retryAfter: 3 }));
    const retry = { baseDelay: 10, maxDelay: 5_000 };
    await new EmployeeRepository(storage.store({ clock, retry }), { table }).get(key);
    expect(clock.slept).toEqual([3_000]);
    storage.emulator.http.inject(faults.respond(503, 'ServerBusy', { retryAfter: 60 }));
    await new EmployeeRepository(storage.store({ clock, retry }), { table }).get(key);
    expect(clock.slept).toEqual([3_000, 5_000]);
  });

  it('is not disturbed by an observer that throws', async () => {
    const observe = () => {
      throw new Error('a broken observer');
    };
    expect(await new EmployeeRepository(storage.store({ observe }), { table }).exists(key)).toBe(true);
  });

  it('names a reply that no table service gives', async () => {
    const proxy: Fault = {
      name: 'proxy',
      run: async ({ send }) => ({ ...(await send()), bodyAsText: '<html>' }),
    };
    storage.emulator.http.inject(proxy);
    const employees = new EmployeeRepository(storage.store(), { table });
    await expect(employees.get(key)).rejects.toMatchObject({ code: 'REPLY_INVALID' });
  });

  it.each([
    ['THROTTLED', faults.serverBusy],
    ['THROTTLED', faults.tooManyRequests],
    ['SERVICE_UNAVAILABLE', faults.internalError],
    ['NETWORK_FAILED', faults.failBeforeSend],
  ])('gives up with %s when its budget is spent', async (code, fault) => {
    storage.emulator.http.inject(fault(), { times: Number.POSITIVE_INFINITY });
    const employees = new EmployeeRepository(storage.store({ retry: { maxRetries: 3, baseDelay: 1 } }), {
      table,
    });
    await expect(employees.get(key)).rejects.toMatchObject({ code });
    expect(storage.emulator.http.requests).toHaveLength(4);
  });

  it('repeats an attempt that got no reply in time', async () => {
    const hang = storage.emulator.http.inject(faults.hang());
    const employees = new EmployeeRepository(storage.store({ attemptTimeout: 60 }), { table });
    expect(await employees.exists(key)).toBe(true);
    expect(hang.fired).toBe(1);
  });

  it('does not repeat what was refused for good', async () => {
    storage.emulator.http.inject(faults.respond(400, 'InvalidInput'));
    const employees = new EmployeeRepository(storage.store(), { table });
    await expect(employees.get(key)).rejects.toMatchObject({
      code: 'REQUEST_REJECTED',
      details: { status: 400 },
    });
    expect(storage.emulator.http.requests).toHaveLength(1);
  });

  it('sends the same bytes again, under a new date and signature', async () => {
    storage.emulator.http.inject(faults.serverBusy());
    const employees = new EmployeeRepository(storage.store(), { table });
    await employees.insert(employee(2, { age: 33 }));
    const [first, second] = storage.emulator.http.requests;
    expect(first!.body).toBe(second!.body);
    expect(first!.url).toBe(second!.url);
  });

  it('tells an observer what happens', async () => {
    const events: StoreEvent[] = [];
    storage.emulator.http.inject(faults.serverBusy());
    const store = TableStore.from(storage.emulator, {
      retry: { baseDelay: 1 },
      observe: (e) => events.push(e),
    });
    await new EmployeeRepository(store, { table }).get(key);
    expect(events.map((event) => event.type)).toEqual(['plan', 'request', 'retry', 'request']);
    expect(events[0]).toMatchObject({ plan: { kind: 'pointRead', table, rowKey: 'empid_000001' } });
    expect(events[1]).toMatchObject({ method: 'GET', status: 503, attempt: 0 });
    expect(events[3]).toMatchObject({ method: 'GET', status: 200, attempt: 1 });
  });

  it('refuses a budget that is no number', () => {
    expect(() => storage.store({ retry: { maxRetries: Number.NaN } })).toThrow(/retry\.maxRetries/);
    for (const attemptTimeout of [0, -1, Number.NaN, '5' as never]) {
      expect(() => storage.store({ attemptTimeout })).toThrow(/attemptTimeout/);
    }
  });
});
