import {
  type Contributions,
  type EmbeddedCopies,
  type Pattern,
  Repository,
  type Row,
  transaction,
} from '@tablewright/core';
import type { Exchange } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Department, Worker, worker } from './support/company.js';
import { managedDepartments, managerName, rowOf } from './support/patterns.js';

const storage = useStorage();
const SALES = { name: 'Sales' };

async function stored(table: string, rowKey: string): Promise<Record<string, unknown> | undefined> {
  try {
    const {
      partitionKey,
      timestamp,
      etag,
      'odata.metadata': _,
      ...columns
    } = await storage.emulator.rawTable(table).getEntity('Sales', rowKey);
    return columns;
  } catch {
    return undefined;
  }
}

describe('copies within one transaction', () => {
  class Departments extends Repository(Department).with(managerName()) {}
  class Workers extends Repository(Worker).with(managedDepartments()) {}
  const open = () => {
    const table = storage.emulator.uniqueName('view');
    return {
      table,
      departments: new Departments(storage.store(), { table }),
      workers: new Workers(storage.store(), { table }),
    };
  };

  it('are of what the same transaction writes, and the instance carries them', async () => {
    const { departments, workers } = open();
    const [department] = await transaction()
      .insert(departments, { name: 'Sales', managerId: 1 })
      .insert(workers, worker(1, 'jones'))
      .commit();
    expect(department).toMatchObject({ managerName: 'jones' });
    await transaction()
      .update(workers, { department: 'Sales', id: 1 }, { name: 'smith' })
      .update(departments, SALES, { managerId: 1 })
      .commit();
    expect(await departments.get(SALES)).toMatchObject({ managerName: 'smith' });
  });

  it('are not those of the source from which the same transaction turns away', async () => {
    const { departments, workers } = open();
    await transaction()
      .insert(workers, worker(1, 'jones'))
      .insert(workers, worker(2, 'brown'))
      .insert(departments, { name: 'Sales', managerId: 1 })
      .commit();
    await transaction()
      .update(departments, SALES, { managerId: 2 })
      .update(workers, { department: 'Sales', id: 1 }, { name: 'smith' })
      .commit();
    expect(await departments.get(SALES)).toMatchObject({ managerName: 'brown' });
  });
});

describe('copies that go away', () => {
  /** The manager's secret is on the department for as long as he has one. */
  const fleeting: EmbeddedCopies = {
    kind: 'embeddedCopies',
    name: 'fleeting',
    state: 'ready',
    fingerprint: 'v1',
    lookups: ({ after }) =>
      after?.columns['managerId'] === undefined
        ? []
        : [{ partitionKey: after.partitionKey, rowKey: managerRow(after) }],
    embed({ after }, found) {
      const manager = found.get(managerRow(after));
      const secret = manager?.columns['secret'];
      if (!manager || secret === undefined) {
        return { ...rowOf('', '', {}), removed: ['managerName'], sources: manager ? [manager] : [] };
      }
      return { ...rowOf('', '', { managerName: String(secret) }), sources: [manager] };
    },
    spread: () => [],
  };
  const managerRow = ({ columns }: Row) => `empid_${String(columns['managerId']).padStart(6, '0')}`;
  const pattern: Pattern = { name: 'Fleeting', define: () => ({ derivations: [fleeting] }) };
  class Departments extends Repository(Department).with(pattern) {}
  class Workers extends Repository(Worker) {}

  it('are removed, and columns that the class does not know keep their types', async () => {
    const table = storage.emulator.uniqueName('fleeting');
    const departments = new Departments(storage.store(), { table });
    const workers = new Workers(storage.store(), { table });
    await workers.insert({ ...worker(1, 'jones'), secret: 'x' });
    await workers.insert(worker(2, 'brown'));
    await departments.insert({ name: 'Sales', managerId: 1 });
    const raw = storage.emulator.rawTable(table);
    const rowKey = 'department';
    await raw.updateEntity(
      { partitionKey: 'Sales', rowKey, founded: { type: 'Int64', value: '7' } as never },
      'Merge',
    );
    const department = await departments.getOrThrow(SALES);
    expect(department.managerName).toBe('x');
    await departments.update(department, { managerId: 2 });
    expect(department.managerName).toBeUndefined();
    expect(await stored(table, rowKey)).toEqual({ rowKey, managerId: 2, founded: 7n });
    // The instance knows what is stored: nothing has to be read for its next change.
    const recording = await storage.emulator.http.record(() => departments.delete(department));
    expect(recording.requests.map(({ method }) => method)).toEqual(['DELETE']);
  });
});

describe('a shared row that is an entity of the transaction', () => {
  const counted = (shared: Row | undefined, by: number) => {
    if (!shared) return undefined;
    const count = Number(shared.columns['workers'] ?? 0) + by;
    const { columns, types } = rowOf('', '', { workers: count });
    return { ...shared, columns: { ...shared.columns, ...columns }, types: { ...shared.types, ...types } };
  };
  const onDepartment: Contributions = {
    kind: 'contributions',
    name: 'onDepartment',
    state: 'ready',
    fingerprint: 'v1',
    rowPrefix: 'department',
    contribute: ({ partitionKey }) => [{ partitionKey, rowKey: 'department', value: 1 }],
    put: (shared) => counted(shared, 1)!,
    take: (shared) => counted(shared, -1),
  };
  const pattern: Pattern = { name: 'OnDepartment', define: () => ({ derivations: [onDepartment] }) };
  class Workers extends Repository(Worker).with(pattern) {}
  class Departments extends Repository(Department) {}
  const open = () => {
    const table = storage.emulator.uniqueName('parent');
    return {
      table,
      departments: new Departments(storage.store(), { table }),
      workers: new Workers(storage.store(), { table }),
    };
  };

  it('is folded with what the transaction does to it, without a further read', async () => {
    const { table, departments, workers } = open();
    const both = await storage.emulator.http.record(() =>
      transaction()
        .insert(departments, { name: 'Sales', managerId: 1 })
        .insert(workers, worker(1))
        .insert(workers, worker(2))
        .commit(),
    );
    expect(await stored(table, 'department')).toMatchObject({ managerId: 1, workers: 2 });
    expect(both.requests.filter(({ method }) => method === 'GET')).toEqual([]);
    await transaction().update(departments, SALES, { managerId: 5 }).insert(workers, worker(3)).commit();
    expect(await stored(table, 'department')).toMatchObject({ managerId: 5, workers: 3 });
    await transaction()
      .upsert(departments, { name: 'Sales', managerId: 6 })
      .delete(workers, { department: 'Sales', id: 1 }, { force: true })
      .commit();
    expect(await stored(table, 'department')).toMatchObject({ managerId: 6, workers: 2 });
    await transaction()
      .delete(departments, SALES, { force: true })
      .delete(workers, { department: 'Sales', id: 2 }, { force: true })
      .commit();
    expect(await stored(table, 'department')).toBeUndefined();
  });

  it('written blindly is held at the version to which something was added', async () => {
    const { table, departments, workers } = open();
    await transaction().insert(departments, SALES).insert(workers, worker(1)).commit();
    // Another process adds one, after the row was read and before it is written.
    const rival = {
      name: 'rival',
      async run({ send }: Exchange) {
        const row = { partitionKey: 'Sales', rowKey: 'department', workers: 50 };
        await storage.emulator.rawTable(table).updateEntity(row, 'Merge');
        return send();
      },
    };
    const race = storage.emulator.http.inject(rival, { when: ({ path }) => path === '$batch' });
    await transaction()
      .upsert(departments, { name: 'Sales', managerId: 7 })
      .insert(workers, worker(2))
      .commit();
    expect(race.fired).toBe(1);
    expect(await stored(table, 'department')).toMatchObject({ workers: 51, managerId: 7 });
  });
});
