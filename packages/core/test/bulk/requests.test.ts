import { EntityExistsError, etagOf } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { Employee, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';
import { fresh, ids, requestsOf, storedAges } from './support.js';

const storage = useStorage();

describe('requests', () => {
  it.each([
    [1, 1],
    [100, 1],
    [101, 2],
    [250, 3],
  ])('%i items of one partition take %i', async (count, expected) => {
    const { employees } = await fresh(storage);
    const { report, requests } = await requestsOf(storage, () =>
      employees.bulk(ids(count).map((id) => ({ insert: employee(id) }))),
    );
    expect(requests).toHaveLength(expected);
    expect(report).toMatchObject({
      read: count,
      skipped: 0,
      done: count,
      failed: 0,
      unknown: 0,
      failures: [],
    });
    expect(await storedAges(employees, storage)).toHaveLength(count);
  });

  it('none for no items', async () => {
    const { employees } = await fresh(storage);
    const { report, requests } = await requestsOf(storage, () => employees.bulk([]));
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ read: 0, done: 0 });
  });

  it('full transactions, however the partitions alternate', async () => {
    const { employees } = await fresh(storage);
    const items = ids(600).map((id) => ({ insert: employee(id, { department: `D${id % 3}` }) }));
    const { requests } = await requestsOf(storage, () => employees.bulk(items));
    expect(requests.map(({ method }) => method)).toEqual(Array(6).fill('POST'));
  });

  it('1 more for an item whose row has to be read, and none for one that changes nothing', async () => {
    const { employees } = await fresh(storage);
    const loaded = await employees.insert(employee(1, { age: 1 }));
    await employees.insert(employee(2, { age: 2 }));
    const { requests } = await requestsOf(storage, () =>
      employees.bulk([
        { update: loaded },
        { update: { department: 'Sales', id: 2 }, changes: { age: null } },
        { insert: employee(3) },
      ]),
    );
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('1 for each item that is refused', async () => {
    const { employees } = await fresh(storage);
    for (const id of [10, 20, 30]) await employees.insert(employee(id, { age: 1 }));
    const { report, requests } = await requestsOf(storage, () =>
      employees.bulk(ids(90).map((id) => ({ insert: employee(id, { age: 2 }) }))),
    );
    expect(requests).toHaveLength(4);
    expect(report).toMatchObject({ done: 87, failed: 3 });
    expect(report.failures.map(({ index }) => index)).toEqual([10, 20, 30]);
  });

  it('where all are refused, as many as single writes, and few rows are sent in vain', async () => {
    const { employees } = await fresh(storage);
    await employees.bulk(ids(200).map((id) => ({ insert: employee(id) })));
    const { report, requests } = await requestsOf(storage, () =>
      employees.bulk(ids(200).map((id) => ({ insert: employee(id) }))),
    );
    expect(report).toMatchObject({ done: 0, failed: 200 });
    expect(requests).toHaveLength(200);
    const rowsSent = requests.reduce(
      (sum, { body }) => sum + (body!.match(/"PartitionKey"/g)?.length ?? 0),
      0,
    );
    expect(rowsSent).toBeLessThan(5 * 200 + 200);
  });
});

describe('results', () => {
  it('are those of the single operations', async () => {
    const { employees } = await fresh(storage);
    const first = await employees.insert(employee(1, { age: 1 }));
    for (const id of [2, 3, 4, 5]) await employees.insert(employee(id, { age: 1 }));
    const key = (id: number) => ({ department: 'Sales', id });
    const four = await employees.getOrThrow(key(4));
    const results: unknown[] = [];
    await employees.bulk(
      [
        { update: first, changes: { age: 10 } },
        { update: key(2), changes: { age: 20 } },
        { replace: employee(3, { age: 30 }), force: true },
        { delete: four },
        { delete: key(5), ifMatch: etagOf(await employees.getOrThrow(key(5)))! },
        { delete: key(6), force: true },
        { upsert: { ...employee(7, { age: 70 }) } },
        { upsert: employee(8, { age: 80 }), mode: 'replace' },
      ],
      {
        onOutcome: (outcome) => {
          expect(outcome.status).toBe('done');
          if (outcome.status === 'done') results[outcome.index] = outcome.result;
        },
      },
    );
    expect(results[0]).toBe(first);
    expect(results[1]).toEqual({ etag: expect.any(String) });
    expect(results.slice(3, 6)).toEqual([true, true, false]);
    expect(results[6]).toBeInstanceOf(Employee);
    const stored = await employees.getMany([1, 2, 3, 7, 8].map(key));
    expect(stored.map((e) => e?.age)).toEqual([10, 20, 30, 70, 80]);
    expect(stored.map((e) => etagOf(e!))).toEqual(
      [0, 1, 2, 6, 7].map((index) => etagOf(results[index] as object)),
    );
    expect(await employees.getMany([4, 5].map(key))).toEqual([undefined, undefined]);
  });

  it('refusals are those of the single operations, without a word of transactions', async () => {
    const { employees } = await fresh(storage);
    await employees.insert(employee(150));
    const single: unknown = await employees.insert(employee(150)).catch((error: unknown) => error);
    const report = await employees.bulk(ids(200).map((id) => ({ insert: employee(id) })));
    expect(report.failures).toHaveLength(1);
    const [failure] = report.failures;
    expect(failure).toMatchObject({ index: 150, status: 'failed', item: { insert: { id: 150 } } });
    const { error } = failure as { error: EntityExistsError };
    expect(error).toBeInstanceOf(EntityExistsError);
    expect(error.message).toBe((single as Error).message);
    const { requestId: _, ...details } = error.details;
    expect(single).toMatchObject({ details });
  });

  it('every kind of failure is its own item’s, and the others are written', async () => {
    const { employees } = await fresh(storage);
    const stale = await employees.insert(employee(1, { age: 1 }));
    await employees.update({ department: 'Sales', id: 1 }, { age: 2 });
    const report = await employees.bulk([
      { insert: employee(10) },
      { update: stale, changes: { age: 3 } },
      { update: { department: 'Sales', id: 99 }, changes: { age: 3 } },
      { replace: employee(10) },
      { insert: employee(11, { age: 1.5 }) },
      { insert: employee(12, { lastName: 'x'.repeat(40_000) }) },
      { insert: employee(13) },
    ]);
    expect(
      report.failures.map(({ index, error }) => [index, (error as { code: string }).code]).toSorted(),
    ).toEqual([
      [1, 'ENTITY_CHANGED'],
      [2, 'ENTITY_NOT_FOUND'],
      [3, 'ETAG_MISSING'],
      [4, 'VALUE_INVALID'],
      [5, 'LIMIT_EXCEEDED'],
    ]);
    expect(await storedAges(employees, storage)).toHaveLength(3);
  });
});
