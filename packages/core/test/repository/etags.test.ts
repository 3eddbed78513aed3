import {
  EntityChangedError,
  EntityNotFoundError,
  etagOf,
  KeyChangedError,
  MissingETagError,
} from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Employee, EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const key = { department: 'Sales', id: 1 };
let employees: EmployeeRepository;
let loaded: Employee;
let oldEtag: string;

beforeEach(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('ETags') });
  await employees.insert(employee(1, { age: 30 }));
  loaded = await employees.getOrThrow(key);
  oldEtag = etagOf(loaded)!;
});

describe('the stamp of a loaded entity', () => {
  it('is invisible', () => {
    expect(Reflect.ownKeys(loaded)).not.toContain(expect.anything());
    expect(JSON.parse(JSON.stringify(loaded))).not.toHaveProperty('etag');
    expect({ ...loaded }).toEqual({ ...employee(1, { age: 30 }) });
    expect(etagOf({ ...loaded })).toBeUndefined();
    expect(etagOf(employee(5))).toBeUndefined();
  });

  it('lets the first writer win and tells the second', async () => {
    const other = await employees.getOrThrow(key);
    await employees.update(loaded, { age: 31 });
    await expect(employees.update(other, { age: 32 })).rejects.toThrow(EntityChangedError);
    await expect(employees.replace(other)).rejects.toThrow(EntityChangedError);
    await expect(employees.delete(other)).rejects.toThrow(EntityChangedError);
    expect(await employees.getOrThrow(key)).toEqual(employee(1, { age: 31 }));
    expect(other.age).toBe(30);
  });

  it('is renewed by every write, so that writes can follow each other', async () => {
    for (const age of [31, 32]) {
      await employees.update(loaded, { age });
      await employees.replace(loaded);
      await employees.upsert(loaded);
      await employees.upsert(loaded, { mode: 'replace' });
    }
    expect(etagOf(loaded)).not.toBe(oldEtag);
    expect(etagOf(loaded)).toBe(etagOf(await employees.getOrThrow(key)));
    expect(await employees.delete(loaded)).toBe(true);
  });

  it('is there for frozen entities too', async () => {
    const frozen = Object.freeze(employee(2));
    await employees.insert(frozen);
    expect(etagOf(frozen)).toBe(etagOf(await employees.getOrThrow({ ...key, id: 2 })));
    await employees.replace(frozen);
    expect(await employees.delete(frozen)).toBe(true);
  });

  it('is not renewed by a write over a version that was never seen', async () => {
    await employees.update(key, { lastName: 'Rival' });
    await employees.update(loaded, { age: 31 }, { force: true });
    expect(loaded.age).toBe(31);
    await expect(employees.replace(loaded)).rejects.toThrow(EntityChangedError);
    await expect(employees.update(loaded, { lastName: 'Mine' })).rejects.toThrow(EntityChangedError);
    const { etag } = await employees.update(key, { lastName: 'Again' });
    await employees.update(loaded, { age: null }, { ifMatch: etag });
    await expect(employees.replace(loaded)).rejects.toThrow(EntityChangedError);
    expect(await employees.getOrThrow(key)).toMatchObject({ lastName: 'Again' });
  });

  it('keeps apart what two calls do to one instance at the same time', async () => {
    const [first, second] = await Promise.allSettled([
      employees.update(loaded, { age: 41 }),
      employees.update(loaded, { lastName: 'Both' }),
    ]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    const stored = await employees.getOrThrow(key);
    expect(loaded).toEqual(stored);
  });

  it('does not count in another table', async () => {
    const archive = new EmployeeRepository(storage.store(), {
      table: storage.emulator.uniqueName('Archive'),
    });
    await archive.insert(employee(1));
    await expect(archive.replace(loaded)).rejects.toThrow(MissingETagError);
    await expect(archive.delete(loaded)).rejects.toThrow(MissingETagError);
    await expect(archive.update(loaded)).rejects.toThrow(MissingETagError);
  });

  it('notices that the key was changed', async () => {
    loaded.id = 2;
    const { requests } = await storage.emulator.http.record(async () => {
      await expect(employees.replace(loaded)).rejects.toThrow(KeyChangedError);
      await expect(employees.update(loaded)).rejects.toThrow(KeyChangedError);
      await expect(employees.upsert(loaded)).rejects.toThrow(KeyChangedError);
      await expect(employees.delete(loaded)).rejects.toThrow(KeyChangedError);
    });
    expect(requests).toEqual([]);
    await expect(
      employees.modify(key, (e) => {
        e.id = 3;
      }),
    ).rejects.toThrow(KeyChangedError);
  });
});

describe('without a stamp', () => {
  it('refuses to overwrite blindly, before anything is sent', async () => {
    const { requests } = await storage.emulator.http.record(async () => {
      await expect(employees.replace(employee(1))).rejects.toThrow(MissingETagError);
      await expect(employees.update(employee(1))).rejects.toThrow(MissingETagError);
      await expect(employees.update(employee(1), { age: 1 })).rejects.toThrow(MissingETagError);
      await expect(employees.delete(employee(1))).rejects.toThrow(MissingETagError);
      await expect(employees.delete(key)).rejects.toThrow(MissingETagError);
    });
    expect(requests).toEqual([]);
  });

  it('takes an ETag that came another way, such as through HTTP', async () => {
    await employees.replace(employee(1, { age: 40 }), { ifMatch: oldEtag });
    await expect(employees.replace(employee(1), { ifMatch: oldEtag })).rejects.toThrow(EntityChangedError);
    await expect(employees.delete(key, { ifMatch: oldEtag })).rejects.toThrow(EntityChangedError);
    await expect(employees.update(key, { age: 41 }, { ifMatch: oldEtag })).rejects.toThrow(
      EntityChangedError,
    );
    await expect(employees.update(key, { age: null }, { ifMatch: oldEtag })).rejects.toThrow(
      EntityChangedError,
    );
    const fresh = etagOf(await employees.getOrThrow(key))!;
    const { etag } = await employees.update(key, { age: 42 }, { ifMatch: fresh });
    expect(etag).toBe(etagOf(await employees.getOrThrow(key)));
    expect(await employees.delete(key, { ifMatch: etag })).toBe(true);
    await expect(employees.delete(key, { ifMatch: etag })).rejects.toThrow(EntityNotFoundError);
  });

  it('overwrites when told to force', async () => {
    const forced = await employees.replace(employee(1, { age: 50 }), { force: true });
    expect(etagOf(forced)).toBe(etagOf(await employees.getOrThrow(key)));
    expect((await employees.update(employee(1), { age: 51 }, { force: true })).age).toBe(51);
    await expect(employees.replace(employee(9), { force: true })).rejects.toThrow(EntityNotFoundError);
    expect(await employees.delete(key, { force: true })).toBe(true);
    expect(await employees.delete(key, { force: true })).toBe(false);
  });

  it('changes the named columns of a row by its key, whatever its version', async () => {
    await employees.update(key, { age: 60 });
    await employees.update(key, { lastName: 'Smith' });
    expect(await employees.getOrThrow(key)).toEqual(employee(1, { age: 60, lastName: 'Smith' }));
    await expect(employees.update({ ...key, id: 9 }, { age: 1 })).rejects.toThrow(EntityNotFoundError);
    await expect(employees.update({ ...key, id: 9 }, { age: null })).rejects.toThrow(EntityNotFoundError);
  });
});
