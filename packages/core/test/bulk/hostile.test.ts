import { isTablewrightError } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';
import { fresh, ids, storedAges } from './support.js';

const storage = useStorage();

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const trap = () =>
  new Proxy(employee(1), {
    getPrototypeOf() {
      throw new Error('no questions');
    },
  });

describe('what is no source', () => {
  it.each<readonly [string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['a boolean', true],
    ['a text', 'text'],
    ['a symbol', Symbol('s')],
    ['an object', {}],
    ['a function', () => []],
    [
      'a generator function that was not called',
      function* () {
        yield { insert: employee(1) };
      },
    ],
    ['an iterable without an iterator', { [Symbol.iterator]: () => ({}) }],
    ['an iterator that is no function', { [Symbol.iterator]: 7 }],
    ['a promise', Promise.resolve([])],
  ])('%s is refused', async (_, items) => {
    const { employees } = await fresh(storage);
    const { requests } = await storage.emulator.http.record(async () => {
      const error: unknown = await employees.bulk(items as never).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'OPTIONS_INVALID', details: { option: 'items' } });
    });
    expect(requests).toEqual([]);
  });

  it('an iterator that breaks its contract ends the run with a coded error', async () => {
    const { employees } = await fresh(storage);
    for (const next of [() => undefined, () => 7, async () => null]) {
      const source = { [Symbol.iterator]: () => ({ next }) };
      await expect(employees.bulk(source as never)).rejects.toMatchObject({
        code: 'BULK_INTERRUPTED',
        details: { reason: 'SOURCE_FAILED' },
        cause: { code: 'OPTIONS_INVALID' },
      });
    }
  });
});

describe('what is no item', () => {
  it.each([
    undefined,
    null,
    0,
    'insert',
    [],
    {},
    [{ insert: 1 }],
    { insert: undefined },
    { insert: null },
    { insert: [] },
    { insert: 7 },
    { insert: employee(1), upsert: employee(2) },
    { insert: employee(1), force: true },
    { upsert: employee(1), mode: 'overwrite' },
    { update: { department: 'Sales', id: 1 } },
    { update: { department: 'Sales', id: 1 }, changes: null },
    { update: { department: 'Sales', id: 1 }, changes: [] },
    { update: { department: 'Sales', id: 1 }, changes: { id: 2 } },
    { update: { department: 'Sales', id: Number.NaN }, changes: { age: 2 } },
    { update: { department: 'Sales', id: 1 }, changes: { age: 2 }, ifMatch: 'x\r\ny' },
    { update: { department: 'Sales', id: 1 }, change: { age: 2 } },
    { delete: { department: 'Sales', id: 1 } },
    { delete: { department: 'Sales', id: 1 }, force: 1 },
    { delete: 'Sales', force: true },
    { constructor: employee(1) },
    JSON.parse('{"__proto__":{"insert":{}}}'),
    new Map([['insert', employee(1)]]),
    Promise.resolve({ insert: employee(1) }),
  ])('%j fails alone, with a coded error', async (item) => {
    const { employees } = await fresh(storage);
    const report = await employees.bulk([{ insert: employee(10) }, item as never, { insert: employee(11) }]);
    expect(report).toMatchObject({ read: 3, done: 2, failed: 1, failures: [{ index: 1 }] });
    expect(report.failures[0]!.item).toBe(item);
    expect(report.failures[0]).toSatisfy(({ error }: { error: unknown }) => isTablewrightError(error));
  });

  it('objects that answer no questions fail alone', async () => {
    const { employees } = await fresh(storage);
    const items = [
      revoked(),
      { insert: revoked() },
      { delete: trap(), force: true },
      { insert: employee(1) },
    ];
    const report = await employees.bulk(items as never);
    expect(report).toMatchObject({ done: 1, failed: 3 });
  });

  it('a frozen instance, a getter that throws, an array of itself', async () => {
    const { employees } = await fresh(storage);
    const circular: unknown[] = [];
    circular.push(circular);
    const throwing = Object.defineProperty(employee(2), 'age', {
      enumerable: true,
      get() {
        throw new Error('not now');
      },
    });
    const report = await employees.bulk([
      { insert: Object.freeze(employee(1)) },
      { insert: throwing },
      { insert: employee(3, { address: circular as never }) },
      { insert: employee(4) },
    ]);
    expect(report.failures.map(({ index }) => index)).toEqual([1, 2]);
    expect(await storedAges(employees, storage)).toHaveLength(2);
  });
});

describe('what is no option', () => {
  it.each([
    null,
    7,
    { concurrency: 0 },
    { concurrency: 1.5 },
    { concurrency: Number.POSITIVE_INFINITY },
    { concurrency: '8' },
    { readAhead: 0 },
    { readAhead: Number.NaN },
    { readAhead: 2 ** 60 },
    { keepFailures: -1 },
    { stopOnError: 'yes' },
    { onOutcome: {} },
    { onProgress: null },
    { signal: {} },
    { timeout: -1 },
  ])('%j is refused before anything is read', async (options) => {
    const { employees } = await fresh(storage);
    const next = () => {
      throw new Error('must not be read');
    };
    await expect(
      employees.bulk({ [Symbol.iterator]: () => ({ next }) }, options as never),
    ).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
  });
});

it('neither messages nor details show what was to be stored', async () => {
  const { employees } = await fresh(storage);
  await employees.insert(employee(1, { lastName: 'topsecret' }));
  const report = await employees.bulk([
    { insert: employee(1, { lastName: 'topsecret' }) },
    { insert: employee(2, { lastName: `topsecret${'x'.repeat(40_000)}` }) },
    { insert: employee(3, { lastName: 'topsecret', age: 'topsecret' as never }) },
    { topsecret: 1 } as never,
  ]);
  expect(report.failed).toBe(4);
  for (const { error } of report.failures) {
    const { message, details } = error as Error & { details: object };
    expect(`${message}${JSON.stringify(details)}`).not.toContain('topsecret');
  }
});

it('a concurrency larger than anything needs no memory of its own', async () => {
  const { employees } = await fresh(storage);
  const items = ids(20).map((id) => ({ insert: employee(id, { department: `D${id}` }) }));
  expect(await employees.bulk(items, { concurrency: Number.MAX_SAFE_INTEGER })).toMatchObject({ done: 20 });
});
