import { EntityExistsError, EntityNotFoundError, etagOf, MissingETagError } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { Employee, EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const key = { department: 'Sales', id: 223 };

function fresh() {
  const table = storage.emulator.uniqueName('Employees');
  return {
    table,
    employees: new EmployeeRepository(storage.store(), { table }),
    raw: storage.emulator.rawTable(table),
  };
}

describe('insert and get', () => {
  it('stores a row that the official client reads as it was declared', async () => {
    const { employees, raw } = fresh();
    const given = employee(223, { age: 34, address: { street: 'Main St 1', city: 'Bern' } });
    const inserted = await employees.insert(given);
    expect(inserted).toBe(given);
    const row = await raw.getEntity('Sales', 'empid_000223');
    expect(row).toMatchObject({
      partitionKey: 'Sales',
      rowKey: 'empid_000223',
      email: 'person223@contoso.com',
      age: 34,
      address: '{"street":"Main St 1","city":"Bern"}',
      etag: etagOf(inserted),
    });
    expect(row).not.toHaveProperty('department');
    expect(row).not.toHaveProperty('id');
    const read = await employees.getOrThrow(key);
    expect(read).toBeInstanceOf(Employee);
    expect(read).toEqual(given);
    expect(etagOf(read)).toBe(etagOf(inserted));
  });

  it('returns undefined for a missing row and a missing table', async () => {
    const { employees } = fresh();
    expect(await employees.get(key)).toBeUndefined();
    expect(await employees.exists(key)).toBe(false);
    await employees.insert(employee(1));
    expect(await employees.get(key)).toBeUndefined();
    await expect(employees.getOrThrow(key)).rejects.toThrow(EntityNotFoundError);
  });

  it('refuses to insert twice', async () => {
    const { employees } = fresh();
    await employees.insert(employee(223));
    await expect(employees.insert(employee(223))).rejects.toThrow(EntityExistsError);
  });
});

describe('update', () => {
  it('sends changed columns only', async () => {
    const { employees } = fresh();
    await employees.insert(employee(223, { age: 34 }));
    const loaded = await employees.getOrThrow(key);
    loaded.age = 35;
    const { requests } = await storage.emulator.http.record(() => employees.update(loaded));
    expect(requests.map((r) => [r.method, r.body])).toEqual([['PATCH', '{"age":35}']]);
    expect((await employees.getOrThrow(key)).age).toBe(35);
    const none = await storage.emulator.http.record(() => employees.update(loaded));
    expect(none.requests).toEqual([]);
  });

  it('needs to know the version', async () => {
    const { employees } = fresh();
    await employees.insert(employee(223, { age: 34 }));
    await expect(employees.replace(employee(223))).rejects.toThrow(MissingETagError);
    await expect(employees.delete(key)).rejects.toThrow(MissingETagError);
  });
});
