import {
  Entity,
  type Explanation,
  Int32,
  key,
  type Plan,
  Repository,
  type StoreEvent,
  Text,
} from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

@Entity({ table: 'Versioned', version: 1 })
class Versioned {
  static readonly key = key({ partition: '{group}', row: '{id:04}' });
  @Text() group!: string;
  @Int32() id!: number;
  @Text() note?: string;
}

const storage = useStorage();
const key1 = { department: 'Sales', id: 1 };
let plans: Plan[];
let employees: EmployeeRepository;

beforeEach(async () => {
  const observe = (event: StoreEvent) => {
    if (event.type === 'plan') plans.push(event.plan);
  };
  employees = new EmployeeRepository(storage.store({ observe }), {
    table: storage.emulator.uniqueName('Explained'),
  });
  plans = [];
  await employees.insert(employee(1, { age: 30 }));
});

/** Explains, runs, and compares: the plans are those that ran, and the requests as many as said. */
async function compare(
  explain: () => Promise<Explanation>,
  run: () => Promise<unknown>,
): Promise<Explanation> {
  const explained = await storage.emulator.http.record(explain);
  expect(explained.requests).toHaveLength(0);
  plans = [];
  const { requests } = await storage.emulator.http.record(run);
  const { reads, write, requests: cost } = explained.result;
  expect(plans.slice(0, reads.length)).toEqual(reads);
  if (write) expect(plans.at(-1)).toEqual(write);
  expect(plans).toHaveLength(requests.length);
  expect(requests.length).toBeGreaterThanOrEqual(cost.least);
  expect(requests.length).toBeLessThanOrEqual(cost.most ?? Number.POSITIVE_INFINITY);
  return explained.result;
}

describe('explain', () => {
  it('insert', async () => {
    const { write } = await compare(
      () => employees.explain.insert(employee(2)),
      () => employees.insert(employee(2)),
    );
    expect(write?.operations).toHaveLength(1);
  });

  it('replace and update of a loaded entity', async () => {
    const loaded = await employees.getOrThrow(key1);
    await compare(
      () => employees.explain.replace(loaded),
      () => employees.replace(loaded),
    );
    loaded.age = 31;
    const { write } = await compare(
      () => employees.explain.update(loaded),
      () => employees.update(loaded),
    );
    expect(write?.operations[0]).toMatchObject({ kind: 'merge', row: { columns: { age: 31 } } });
  });

  it('update without a change: nothing is sent', async () => {
    const loaded = await employees.getOrThrow(key1);
    const { requests, why } = await compare(
      () => employees.explain.update(loaded),
      () => employees.update(loaded),
    );
    expect(requests).toEqual({ least: 0, most: 0 });
    expect(why).toContain('nothing changed');
  });

  it('update by key, with and without a read', async () => {
    await compare(
      () => employees.explain.update(key1, { age: 40 }),
      () => employees.update(key1, { age: 40 }),
    );
    const { reads, write, open, why } = await compare(
      () => employees.explain.update(key1, { age: null }),
      () => employees.update(key1, { age: null }),
    );
    expect({ reads: reads.length, write }).toEqual({ reads: 1, write: undefined });
    expect(open).not.toEqual([]);
    expect(why).toContain('a value is taken away');
  });

  it('upsert and delete', async () => {
    await compare(
      () => employees.explain.upsert(employee(1), { mode: 'replace' }),
      () => employees.upsert(employee(1), { mode: 'replace' }),
    );
    await compare(
      () => employees.explain.delete(key1, { force: true }),
      () => employees.delete(key1, { force: true }),
    );
  });

  it('get, exists, getMany, modify', async () => {
    await compare(
      () => employees.explain.get(key1),
      () => employees.get(key1),
    );
    await compare(
      () => employees.explain.exists(key1),
      () => employees.exists(key1),
    );
    const keys = [key1, { ...key1, id: 7 }, key1];
    await compare(
      () => employees.explain.getMany(keys),
      () => employees.getMany(keys),
    );
    await compare(
      () => employees.explain.modify(key1),
      () =>
        employees.modify(key1, (e) => {
          e.age = 1;
        }),
    );
  });

  it('bulk: the transactions that run, whatever the partitions', async () => {
    const items = Array.from({ length: 250 }, (_, i) => ({
      insert: employee(100 + i, { department: i % 2 ? 'Sales' : 'Night' }),
    }));
    const { reads, writes, requests } = await employees.explain.bulk(items);
    plans = [];
    const report = await employees.bulk(items, { concurrency: 1 });
    expect(report.done).toBe(250);
    expect(plans).toEqual(writes);
    expect(requests).toEqual({ least: 4, most: 4 });
    expect(reads).toEqual([]);
    const removal = await employees.explain.bulk([{ update: key1, changes: { age: null } }]);
    expect(removal).toMatchObject({
      reads: [{ rowKey: 'empid_000001' }],
      writes: [],
      requests: { least: 2 },
    });
    await expect(employees.explain.bulk([{ insert: employee(1, { age: 0.5 }) }])).rejects.toMatchObject({
      code: 'VALUE_INVALID',
    });
    await expect(employees.explain.bulk(5 as never)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });

  it('a write that has to look at the stored row', async () => {
    const versioned = new (class extends Repository(Versioned) {})(storage.store(), {
      table: storage.emulator.uniqueName('Versioned'),
    });
    const { reads, why } = await versioned.explain.upsert({ group: 'a', id: 1 });
    expect(reads).toHaveLength(1);
    expect(why).toContain('newer version');
  });

  it('refuses what the operation refuses', async () => {
    await expect(employees.explain.replace(employee(1))).rejects.toMatchObject({ code: 'ETAG_MISSING' });
    await expect(employees.explain.insert(employee(1, { age: 0.5 }))).rejects.toMatchObject({
      code: 'VALUE_INVALID',
    });
    await expect(employees.explain.get(null as never)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });
});
