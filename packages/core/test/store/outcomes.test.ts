import { createHttpHeaders } from '@azure/core-rest-pipeline';
import {
  EntityChangedError,
  EntityExistsError,
  EntityNotFoundError,
  etagOf,
  OutcomeUnknownError,
  type StoreEvent,
  systemClock,
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

  it('stays a refusal when the row is older than our first attempt, by the clock of the service', async () => {
    const reset = faults.failBeforeSend({ code: 'ECONNRESET' });
    storage.emulator.http.inject(anHourLater, { when: (r) => r.method === 'GET' });
    await expect(inject(reset, () => employees.insert(employee(1, { age: 99 })))).rejects.toThrow(
      EntityExistsError,
    );
  });

  it('is not taken for older because our own clock was set back', async () => {
    let now = Date.now();
    const clock = { ...systemClock, now: () => (now -= 3_600_000) };
    const table = employees.context.table;
    const repository = new EmployeeRepository(storage.store({ clock }), { table });
    await inject(faults.dropReply(), () => repository.insert(employee(8, { age: 80 })));
    await inject(faults.dropReply(), () => repository.modify({ ...key, id: 8 }, increment));
    expect((await rival.getOrThrow({ ...key, id: 8 })).age).toBe(81);
  });

  it('is unknown when somebody wrote in between, and never a false conflict', async () => {
    const writing = employees.update(loaded, { age: 60 });
    storage.emulator.http.inject(rivalThenReset({ age: 61 }), { when: isWrite });
    const error = await writing.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(await (error as OutcomeUnknownError).resolve()).toBe('unknown');
    expect(loaded.age).toBe(30);
    expect((await rival.getOrThrow(key)).age).toBe(61);
  });

  it('is unknown under any failure of the server that says nothing clear', async () => {
    const fault = faults.applyThenRespond(524, 'Gateway');
    await inject(fault, () => employees.insert(employee(5, { age: 50 })));
    const lasting = faults.applyThenRespond(501, 'NotImplemented');
    await inject(lasting, () => employees.insert(employee(6, { age: 60 })));
    expect((await rival.getOrThrow({ ...key, id: 6 })).age).toBe(60);
  });

  it('carries the id under which the service has seen all attempts', async () => {
    const events: StoreEvent[] = [];
    const store = storage.store({
      observe: (event) => events.push(event),
      retry: { maxRetries: 1, baseDelay: 1 },
    });
    const repository = new EmployeeRepository(store, { table: employees.context.table });
    storage.emulator.http.inject(faults.dropReply(), { times: 2 });
    storage.emulator.http.inject(faults.failBeforeSend(), { when: (r) => r.method === 'GET', times: 9 });
    const { requests } = await storage.emulator.http.record(async () => {
      const error = await repository.update(key, { age: 70 }).catch((e: unknown) => e as OutcomeUnknownError);
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(events[0]).toMatchObject({
        type: 'plan',
        operationId: (error as OutcomeUnknownError).operationId,
      });
    });
    const ids = new Set(requests.filter(isWrite).map((request) => request.headers['x-ms-client-request-id']));
    expect([...ids]).toEqual([(events[0] as { operationId: string }).operationId]);
  });
});

describe('a write of which no reply ever comes back', () => {
  const never = { when: isWrite, times: Number.POSITIVE_INFINITY };

  it('is not taken for applied because the row has said the same for long', async () => {
    const first = await employees.insert(employee(4, { age: 40 }));
    storage.emulator.http.inject(faults.failBeforeSend(), never);
    storage.emulator.http.inject(anHourLater, {
      when: (r) => r.method === 'GET',
      times: Number.POSITIVE_INFINITY,
    });
    await expect(rival.insert(employee(4, { age: 40 }))).rejects.toThrow(OutcomeUnknownError);
    expect(etagOf(first)).toBe(etagOf(await employees.getOrThrow({ ...key, id: 4 })));
  });

  it('gives no ETag for what others may have stored since', async () => {
    const fresh = etagOf(await rival.getOrThrow(key))!;
    storage.emulator.http.inject(rivalThenReset({ lastName: 'Rival' }), { when: isWrite });
    const written = await employees.update(key, { age: 61 }, { ifMatch: fresh });
    const again = employees.update(key, { lastName: 'Mine' }, { ifMatch: etagOf(written)! });
    await expect(again).rejects.toThrow(EntityChangedError);
    storage.emulator.http.inject(rivalThenReset({ hobby: 'chess' }), { when: isWrite, times: 7 });
    const mine = await employees.upsert(employee(1, { age: 62 }));
    await expect(employees.replace(mine)).rejects.toMatchObject({ code: 'ETAG_MISSING' });
    const raw = storage.emulator.rawTable(employees.context.table);
    expect(await raw.getEntity('Sales', 'empid_000001')).toMatchObject({ age: 62, hobby: 'chess' });
  });
});

describe('doubt that arose before the table was created', () => {
  it('is not forgotten', async () => {
    storage.emulator.http.inject(faults.dropReply(), { when: isWrite });
    storage.emulator.http.inject(faults.respond(404, 'TableNotFound'), { when: isWrite });
    const { requests } = await storage.emulator.http.record(() => employees.insert(employee(3, { age: 33 })));
    expect(requests.map((r) => [r.method, r.status])).toEqual([
      ['POST', undefined],
      ['POST', 404],
      ['POST', 409],
      ['POST', 409],
      ['GET', 200],
    ]);
    expect((await rival.getOrThrow({ ...key, id: 3 })).age).toBe(33);
  });
});

describe('a reply that no table service gives', () => {
  const proxy = (status: number): Fault => ({
    name: 'proxy',
    run: async ({ request }) => ({
      request,
      status,
      headers: createHttpHeaders(),
      bodyAsText: '<html>login</html>',
    }),
  });

  it('is no success of a write', async () => {
    const store = storage.store({ retry: { maxRetries: 1, baseDelay: 1 } });
    const repository = new EmployeeRepository(store, { table: employees.context.table });
    const always = { when: isWrite, times: Number.POSITIVE_INFINITY };
    storage.emulator.http.inject(proxy(200), always);
    await expect(repository.insert(employee(9))).rejects.toThrow(OutcomeUnknownError);
    await expect(repository.update(key, { age: 1 })).rejects.toThrow(OutcomeUnknownError);
    await expect(repository.delete(key, { force: true })).rejects.toThrow(OutcomeUnknownError);
    expect(await rival.exists(key)).toBe(true);
  });

  it('is neither an entity nor the absence of one', async () => {
    const login: Fault = {
      name: 'login',
      run: async ({ request }) => ({
        request,
        status: 200,
        headers: createHttpHeaders(),
        bodyAsText: '{"message":"login"}',
      }),
    };
    storage.emulator.http.inject(login);
    await expect(employees.get(key)).rejects.toMatchObject({ code: 'REPLY_INVALID' });
    storage.emulator.http.inject(proxy(404), { times: 2 });
    await expect(employees.get(key)).rejects.toMatchObject({ code: 'REPLY_INVALID' });
    await expect(employees.delete(key, { force: true })).rejects.toMatchObject({ code: 'REPLY_INVALID' });
  });
});

describe('rivals that write equal values', () => {
  it('leave the outcome unknown: no increment is claimed that was not made', async () => {
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

  it('of which one was met earlier in the same call count as well', async () => {
    // The first attempt loses to a rival outside of this process; the second never arrives, and another rival equals it.
    const raw = storage.emulator.rawTable(employees.context.table);
    const rivalWrites = (age: number, then: 'send' | 'reset'): Fault => ({
      name: 'rivalWrites',
      async run({ send }) {
        await raw.updateEntity({ partitionKey: 'Sales', rowKey: 'empid_000001', age });
        if (then === 'send') return send();
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      },
    });
    storage.emulator.http.inject(rivalWrites(40, 'send'), { when: isWrite });
    storage.emulator.http.inject(rivalWrites(41, 'reset'), { when: isWrite });
    await expect(employees.modify(key, increment)).rejects.toThrow(OutcomeUnknownError);
  });

  it('do not lend their ETag to a write that has not seen their changes', async () => {
    // Ours is applied and its reply lost; then a rival changes another column.
    storage.emulator.http.inject(rivalThenReset({ lastName: 'Rival' }), { when: isWrite });
    await employees.update(loaded, { age: 60 });
    await expect(employees.replace(loaded)).rejects.toThrow(EntityChangedError);
    expect(await rival.getOrThrow(key)).toMatchObject({ age: 60, lastName: 'Rival' });
  });
});

describe('a forced write whose replies are all lost', () => {
  it('hands out no ETag that would force the next write too', async () => {
    const other = await employees.getOrThrow(key);
    storage.emulator.http.inject(rivalThenReset({ lastName: 'Rival' }), { when: isWrite, times: 7 });
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

function increment(entity: Employee): void {
  entity.age = entity.age! + 1;
}

/** The request is applied, a rival changes the row, and the reply is lost. */
function rivalThenReset(change: object): Fault {
  return {
    name: 'rivalThenReset',
    async run({ send }) {
      await send();
      const raw = storage.emulator.rawTable(employees.context.table);
      await raw.updateEntity({ partitionKey: 'Sales', rowKey: 'empid_000001', ...change });
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    },
  };
}

/** The service's clock is far ahead of what it stored a moment ago. */
const anHourLater: Fault = {
  name: 'anHourLater',
  async run({ send }) {
    const response = await send();
    response.headers.set('date', new Date(Date.now() + 3_600_000).toUTCString());
    return response;
  },
};

async function inject<T>(fault: Fault, write: () => Promise<T>) {
  const handle = storage.emulator.http.inject(fault, { when: isWrite });
  const { requests } = await storage.emulator.http.record(write);
  return { fired: handle.fired, requests };
}
