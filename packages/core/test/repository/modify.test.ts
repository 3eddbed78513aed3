import { CongestionError, EntityChangedError, EntityNotFoundError } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const key = { department: 'Sales', id: 1 };
let employees: EmployeeRepository;

beforeEach(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('Modify') });
  await employees.insert(employee(1, { age: 0 }));
});

describe('modify', () => {
  it('loses no change of 32 writers on one row', async () => {
    const writers = Array.from(
      { length: 32 },
      () => new EmployeeRepository(storage.store(), { table: employees.context.table }),
    );
    await Promise.all(
      writers.map((writer) =>
        writer.modify(key, (e) => {
          e.age = e.age! + 1;
        }),
      ),
    );
    expect((await employees.getOrThrow(key)).age).toBe(32);
  });

  it('replays the change on what is there now', async () => {
    storage.emulator.http.inject(faults.preconditionFailed(), {
      when: (r) => r.method === 'PATCH',
      times: 3,
    });
    let runs = 0;
    const changed = await employees.modify(key, async (e) => {
      runs++;
      e.age = e.age! + 1;
    });
    expect(runs).toBe(4);
    expect(changed.age).toBe(1);
  });

  it('ends in a congestion error when its budget is spent', async () => {
    const always = { when: (r: { method: string }) => r.method === 'PATCH', times: Number.POSITIVE_INFINITY };
    storage.emulator.http.inject(faults.preconditionFailed(), always);
    const { requests } = await storage.emulator.http.record(() =>
      expect(
        employees.modify(
          key,
          (e) => {
            e.age = 9;
          },
          { attempts: 3 },
        ),
      ).rejects.toThrow(CongestionError),
    );
    expect(requests).toHaveLength(6);
    await expect(employees.modify(key, () => {}, { attempts: 0 })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
  });

  it('passes on the errors of the change itself, even those that look like a conflict', async () => {
    let runs = 0;
    const conflict = new EntityChangedError({ entity: 'Other' });
    const failing = employees.modify(key, () => {
      runs++;
      throw conflict;
    });
    await expect(failing).rejects.toBe(conflict);
    expect(runs).toBe(1);
  });

  it('knows a conflict by its code, also from another copy of the package', async () => {
    const { store } = employees.context;
    const foreign = Object.assign(new Error('changed'), {
      code: 'ENTITY_CHANGED',
      [Symbol.for('tablewright.error')]: true,
    });
    let losses = 2;
    const write: typeof store.write = (...args) => {
      if (losses-- > 0) return Promise.reject(foreign);
      return store.write(...args);
    };
    const bound = new Proxy(store, {
      get: (target, name) => {
        if (name === 'write') return write;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const other = new EmployeeRepository(bound, { table: employees.context.table });
    const changed = await other.modify(key, (e) => {
      e.age = e.age! + 1;
    });
    expect(changed.age).toBe(1);
    expect(losses).toBe(-1);
  });

  it('needs something to modify', async () => {
    await expect(employees.modify({ ...key, id: 2 }, () => {})).rejects.toThrow(EntityNotFoundError);
  });
});
