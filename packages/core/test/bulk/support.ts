import type { RecordedRequest } from '@tablewright/testing';
import { EmployeeRepository } from '../support/employee.js';
import type { TestStorage } from '../support/storage.js';

/** A repository over a table of its own, which exists already. */
export async function fresh(storage: TestStorage, store = storage.store()) {
  const table = storage.emulator.uniqueName('Bulk');
  await store.createTable(table);
  return { table, employees: new EmployeeRepository(store, { table }) };
}

export function ids(count: number): number[] {
  return Array.from({ length: count }, (_, id) => id);
}

export async function requestsOf<T>(
  storage: TestStorage,
  run: () => Promise<T>,
): Promise<{ readonly report: T; readonly requests: readonly RecordedRequest[] }> {
  let report!: T;
  const { requests } = await storage.emulator.http.record(async () => {
    report = await run();
  });
  return { report, requests };
}

/** What is stored, past the library: keys and ages, in the order of the keys. */
export async function storedAges(
  { context }: EmployeeRepository,
  storage: TestStorage,
): Promise<(readonly [string, number | undefined])[]> {
  const rows: (readonly [string, number | undefined])[] = [];
  for await (const row of storage.emulator.rawTable(context.table).listEntities<{ age?: number }>()) {
    rows.push([`${row.partitionKey}/${row.rowKey}`, row.age]);
  }
  return rows;
}
