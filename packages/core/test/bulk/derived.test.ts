import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { byName, headCount, managedDepartments, managerName } from '../patterns/support/patterns.js';
import { useStorage } from '../support/storage.js';
import { ids, requestsOf } from './support.js';

@Entity({ table: 'Company' })
class Worker {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Int32() age?: number;
}

@Entity({ table: 'Company' })
class Department {
  static readonly key = key({ partition: '{department}', row: 'department' });
  @Text() department!: string;
  @Int32() managerId?: number;
}

class Workers extends Repository(Worker).with(byName()).with(headCount()) {}
class Managers extends Repository(Worker).with(managedDepartments()) {}
class Departments extends Repository(Department).with(managerName()) {}

const storage = useStorage();

async function fresh() {
  const table = storage.emulator.uniqueName('Company');
  const store = storage.store();
  await store.createTable(table);
  const raw = async () => {
    const rows: Record<string, Record<string, unknown>> = {};
    for await (const { partitionKey: _, rowKey, timestamp: __, etag: ___, ...columns } of storage.emulator
      .rawTable(table)
      .listEntities()) {
      rows[rowKey!] = columns;
    }
    return rows;
  };
  return { table, store, raw, workers: new Workers(store, { table }) };
}

const worker = (id: number, name = `n${id}`, more: Partial<Worker> = {}) => ({
  department: 'Sales',
  id,
  name,
  ...more,
});

describe('rows that are derived', () => {
  it('ride in the transaction of their entity, which is never split', async () => {
    const { workers, raw } = await fresh();
    const { report, requests } = await requestsOf(storage, () =>
      workers.bulk(ids(120).map((id) => ({ insert: worker(id) }))),
    );
    expect(report).toMatchObject({ done: 120, failed: 0 });
    const batches = requests.filter(({ path }) => path === '$batch');
    // Two rows for each of them, and the count: 49 to a transaction.
    expect(batches.map(({ body }) => body!.match(/HTTP\/1\.1/g)!.length)).toEqual([99, 99, 45]);
    for (const { body } of batches) {
      const rows = [...body!.matchAll(/"RowKey":"(\w+)"/g)].map(([, rowKey]) => rowKey);
      const entities = rows.filter((rowKey) => rowKey!.startsWith('empid_'));
      const names = body!.match(/name_n\d+/g)!;
      expect(new Set(names).size).toBe(entities.length);
    }
    const rows = await raw();
    expect(rows['count_all']).toEqual({ Count: 120 });
    expect(Object.keys(rows)).toHaveLength(241);
  });

  it('follow updates and deletes by key, each row read once', async () => {
    const { workers, raw } = await fresh();
    await workers.bulk(ids(30).map((id) => ({ insert: worker(id) })));
    const at = (id: number) => ({ department: 'Sales', id });
    const { report, requests } = await requestsOf(storage, () =>
      workers.bulk([
        ...ids(10).map((id) => ({ update: at(id), changes: { name: `m${id}` } })),
        ...ids(10).map((id) => ({ delete: at(id + 10), force: true })),
        { upsert: worker(20, 'other') },
        { delete: at(99), force: true },
      ]),
    );
    expect(report).toMatchObject({ done: 22, failed: 0 });
    const methods = requests.map(({ method }) => method);
    // 22 entities and the count are read.
    expect(methods.filter((method) => method === 'GET')).toHaveLength(23);
    expect(methods.filter((method) => method === 'POST')).toHaveLength(1);
    const rows = await raw();
    expect(rows['count_all']).toEqual({ Count: 20 });
    expect(rows['name_m3']).toEqual({ owner: 'empid_000003' });
    expect(rows['name_other']).toEqual({ owner: 'empid_000020' });
    expect(Object.keys(rows)).toHaveLength(41);
  });

  it('a unique value belongs to the first, in the source or in the table', async () => {
    const { workers, raw } = await fresh();
    await workers.insert(worker(1, 'ann'));
    const report = await workers.bulk([
      { insert: worker(2, 'bob') },
      { insert: worker(3, 'ann') },
      { insert: worker(4, 'bob') },
      { insert: worker(5, 'cem') },
      { update: { department: 'Sales', id: 1 }, changes: { name: 'dan' } },
      { insert: worker(6, 'ann') },
    ]);
    expect(report.failures).toMatchObject([
      { index: 1, error: { code: 'UNIQUE_VIOLATION', details: { index: 'byName', item: 1 } } },
      { index: 2, error: { code: 'UNIQUE_VIOLATION', details: { index: 'byName', item: 2 } } },
    ]);
    const rows = await raw();
    expect(rows['name_ann']).toEqual({ owner: 'empid_000006' });
    expect(rows['count_all']).toEqual({ Count: 4 });
  });

  it('lost races are run again', async () => {
    const { workers, raw, table } = await fresh();
    await workers.insert(worker(0));
    const rival = new Workers(storage.store(), { table });
    let races = 0;
    storage.emulator.http.inject(
      {
        name: 'rival',
        async run({ send }) {
          races++;
          await rival.insert(worker(1000 + races));
          return send();
        },
      },
      { times: 3, when: ({ path, body }) => path === '$batch' && body!.includes('empid_000001"') },
    );
    expect(await workers.bulk(ids(20).map((id) => ({ insert: worker(id + 1) })))).toMatchObject({ done: 20 });
    expect(races).toBe(3);
    expect((await raw())['count_all']).toEqual({ Count: 24 });
  });
});

describe('several repositories in one run', () => {
  it('share transactions where they share a partition', async () => {
    const { store, table, raw } = await fresh();
    const other = storage.emulator.uniqueName('Other');
    await store.createTable(other);
    const managers = new Managers(store, { table });
    const departments = new Departments(store, { table });
    const elsewhere = new Departments(store, { table: other });
    const { report, requests } = await requestsOf(storage, () =>
      managers.bulk([
        { insert: worker(1, 'ann') },
        elsewhere.bulkItem({ insert: { department: 'Sales' } }),
        departments.bulkItem({ insert: { department: 'Marketing' } }),
        { insert: worker(2, 'bob') },
      ]),
    );
    expect(report).toMatchObject({ done: 4 });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
    expect(Object.keys(await raw())).toEqual(['department', 'empid_000001', 'empid_000002']);
  });

  it('an item that copies from a row sees what an earlier item wrote there', async () => {
    const { store, table, raw } = await fresh();
    const managers = new Managers(store, { table });
    const departments = new Departments(store, { table });
    const report = await managers.bulk([
      { insert: worker(1, 'ann') },
      departments.bulkItem({ insert: { department: 'Sales', managerId: 1 } }),
      { update: { department: 'Sales', id: 1 }, changes: { name: 'eve' } },
    ]);
    expect(report).toMatchObject({ done: 3, failures: [] });
    expect((await raw())['department']).toMatchObject({ managerName: 'eve' });
  });
});
