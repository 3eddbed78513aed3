import { etagOf, hasCode, SYSTEM_PREFIX, transaction } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const first = { department: 'Sales', id: 1 };
const once = { idempotencyKey: 'order 4711' };
let employees: EmployeeRepository;

beforeEach(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('Once') });
  await employees.insert(employee(1, { age: 30 }));
});

async function statuses(run: () => Promise<unknown>): Promise<readonly string[]> {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map(({ method, status }) => `${method} ${status}`);
}

async function rowKeys(): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { rowKey } of storage.emulator.rawTable(employees.context.table).listEntities()) {
    keys.push(String(rowKey).replace(SYSTEM_PREFIX, '~').slice(0, 12));
  }
  return keys;
}

const birthday = () =>
  employees.modify(
    first,
    (one) => {
      one.age = (one.age ?? 0) + 1;
    },
    once,
  );

describe('a name', () => {
  it('is refused where others would be taken for the same', async () => {
    const requests = await statuses(async () => {
      for (const idempotencyKey of ['\ud800', 'a\udfff']) {
        await expect(employees.insert(employee(2), { idempotencyKey })).rejects.toMatchObject({
          code: 'OPTIONS_INVALID',
          details: { option: 'idempotencyKey' },
        });
      }
    });
    expect(requests).toEqual([]);
  });
});

describe('a write with a name takes place once', () => {
  it.each<readonly [string, () => Promise<unknown>, unknown, readonly string[], readonly string[]]>([
    [
      'insert',
      () => employees.insert(employee(2, { age: 40 }), once),
      undefined,
      ['POST 202'],
      ['POST 202', 'GET 200'],
    ],
    [
      'upsert',
      () => employees.upsert(employee(1, { age: 31 }), once),
      31,
      ['POST 202'],
      ['POST 202', 'GET 200'],
    ],
    [
      'replace',
      () => employees.replace(employee(1, { age: 31 }), { ...once, force: true }),
      31,
      ['POST 202'],
      ['POST 202', 'GET 200'],
    ],
    [
      'update by key',
      () => employees.update(first, { age: 31 }, once),
      31,
      ['POST 202'],
      ['POST 202', 'GET 200'],
    ],
    ['modify', birthday, 31, ['GET 200', 'POST 202'], ['GET 200', 'POST 202', 'GET 200', 'GET 200']],
    [
      'transaction',
      () => transaction().update(employees, first, { age: 31 }).insert(employees, employee(2)).commit(once),
      31,
      ['POST 202'],
      ['POST 202', 'GET 200'],
    ],
  ])('%s', async (_, write, age, firstTime, again) => {
    expect(await statuses(write)).toEqual(firstTime);
    const after = await employees.getOrThrow(first);
    if (age !== undefined) expect(after.age).toBe(age);
    await employees.update(first, { age: 99 });
    expect(await statuses(write)).toEqual(again);
    expect((await employees.getOrThrow(first)).age).toBe(99);
    expect((await rowKeys()).filter((key) => key.startsWith('~done '))).toHaveLength(1);
  });

  it('delete, and says both times that there was something', async () => {
    expect(await employees.delete(first, { ...once, force: true })).toBe(true);
    expect(await employees.delete(first, { ...once, force: true })).toBe(true);
    expect(await employees.delete(first, { idempotencyKey: 'another', force: true })).toBe(false);
    await employees.insert(employee(1));
    expect(await employees.delete(first, { ...once, force: true })).toBe(true);
    expect(await employees.exists(first)).toBe(true);
  });

  it('and again under another name, or in another partition', async () => {
    await employees.insert(employee(2), once);
    await expect(employees.insert(employee(2), { idempotencyKey: 'another' })).rejects.toMatchObject({
      code: 'ENTITY_EXISTS',
    });
    await employees.insert(employee(2, { department: 'Marketing' }), once);
    expect(await employees.exists({ department: 'Marketing', id: 2 })).toBe(true);
  });

  it('an entity that was written before has no version: its next write has to look first', async () => {
    const written = await employees.insert(employee(2), once);
    expect(etagOf(written)).toBeDefined();
    expect(etagOf(await employees.insert(employee(2), once))).toBeUndefined();
  });

  it('a modify that took place before gives what is stored', async () => {
    expect((await birthday()).age).toBe(31);
    expect((await birthday()).age).toBe(31);
  });
});

describe('whatever is lost', () => {
  it.each([
    ['the request', faults.failBeforeSend],
    ['the reply', faults.dropReply],
  ])('%s of a counter, each time that it is asked for', async (_, fault) => {
    for (let attempt = 0; attempt < 4; attempt++) {
      const hit = storage.emulator.http.inject(fault(), { when: ({ path }) => path === '$batch' });
      await birthday().catch((error) => {
        if (!hasCode(error, 'OUTCOME_UNKNOWN')) throw error;
      });
      storage.emulator.http.clearFaults();
      expect(hit.fired).toBeGreaterThan(0);
    }
    await birthday();
    expect((await employees.getOrThrow(first)).age).toBe(31);
  });

  it('the record tells, although others wrote the row since', async () => {
    storage.emulator.http.inject(
      {
        name: 'rival after a lost reply',
        async run({ send, request }) {
          await send();
          await employees.update(first, { age: 70 });
          throw Object.assign(new Error('lost'), { code: 'ECONNRESET', request });
        },
      },
      { when: ({ path }) => path === '$batch' },
    );
    await employees.update(first, { age: 31 }, once);
    expect((await employees.getOrThrow(first)).age).toBe(70);
  });
});

it.each(['', 7, null, 'x'.repeat(1_025)])('%s is no name', async (idempotencyKey) => {
  const run = () => employees.insert(employee(2), { idempotencyKey: idempotencyKey as string });
  const { requests } = await storage.emulator.http.record(() =>
    expect(run()).rejects.toMatchObject({ code: 'OPTIONS_INVALID' }),
  );
  expect(requests).toEqual([]);
});
