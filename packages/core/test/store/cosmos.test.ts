import { LimitError } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

/** The dialect differs, not the rows: Azurite understands both. */
describe('the cosmos profile', () => {
  const repository = () =>
    new EmployeeRepository(storage.store({ profile: 'cosmos' }), {
      table: storage.emulator.uniqueName('Cosmos'),
    });

  it('asks for metadata and merges by POST', async () => {
    const employees = repository();
    await employees.insert(employee(1, { age: 30 }));
    const loaded = await employees.getOrThrow({ department: 'Sales', id: 1 });
    const { requests } = await storage.emulator.http.record(async () => {
      await employees.get({ department: 'Sales', id: 1 });
      await employees.update(loaded, { age: 31 }).catch(() => {});
    });
    expect(requests[0]!.headers['accept']).toBe('application/json;odata=minimalmetadata');
    expect(requests[1]).toMatchObject({ method: 'POST', headers: { 'x-http-method': 'MERGE' } });
  });

  it('holds a RowKey to 255 bytes', async () => {
    const employees = repository();
    const row = employees.context.codec.encode(employee(1));
    const operations = [{ kind: 'insert' as const, row: { ...row, rowKey: 'é'.repeat(128) } }];
    const { store, table } = employees.context;
    const write = store.within({}, (scope) =>
      store.write({ kind: 'write', entity: 'Employee', table, operations }, scope),
    );
    await expect(write).rejects.toThrow(LimitError);
    expect(storage.emulator.http.requests).toEqual([]);
  });
});
