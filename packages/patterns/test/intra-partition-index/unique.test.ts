import { Repository, transaction } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { Employee, EmployeeRepository, employee } from '../support/employee.js';
import { expectedRows } from '../support/expected-rows.js';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

class PlainEmployees extends Repository(Employee) {}

const storage = useStorage();
const key1 = { department: 'Sales', id: 1 };
const key2 = { department: 'Sales', id: 2 };
const taken = 'person1@contoso.com';
let table: string;
let employees: EmployeeRepository;
const stored = () => storedRows(storage.emulator, table);

beforeEach(async () => {
  table = storage.emulator.uniqueName('Unique');
  employees = new EmployeeRepository(storage.store(), { table });
  await employees.insert(employee(1, { badge: 1 }));
  await employees.insert(employee(2, { badge: 2 }));
});

describe('a value that another entity has', () => {
  it.each<readonly [string, () => Promise<unknown>]>([
    ['insert', () => employees.insert(employee(3, { email: taken }))],
    ['update', async () => employees.update(await employees.getOrThrow(key2), { email: taken })],
    ['update by key', () => employees.update(key2, { email: taken })],
    [
      'replace',
      async () =>
        employees.replace(Object.assign(await employees.getOrThrow(key2), { email: taken, tags: ['a'] })),
    ],
    ['replace by force', () => employees.replace(employee(2, { email: taken }), { force: true })],
    ['upsert of a new one', () => employees.upsert(employee(3, { email: taken }))],
    ['upsert', () => employees.upsert(employee(2, { email: taken }))],
    ['upsert in place', () => employees.upsert(employee(2, { email: taken }), { mode: 'replace' })],
    [
      'modify',
      () =>
        employees.modify(key2, (e) => {
          e.email = taken;
        }),
    ],
    ['transaction', () => transaction().update(employees, key2, { email: taken }).commit()],
  ])('is refused by %s, and nothing is written', async (_, write) => {
    const before = await stored();
    await expect(write()).rejects.toMatchObject({
      code: 'UNIQUE_VIOLATION',
      details: { entity: 'Employee', index: 'byEmail' },
    });
    expect(await stored()).toEqual(before);
  });

  it('is named by its index', async () => {
    await expect(employees.update(key2, { badge: 1 })).rejects.toMatchObject({
      details: { index: 'byBadge' },
    });
  });

  it('is free in another partition, and when it was given up', async () => {
    await employees.insert(employee(1, { department: 'Ops' }));
    await employees.update(key1, { email: 'other' });
    await employees.update(key2, { email: taken });
    await employees.delete(key2, { force: true });
    await employees.insert(employee(3, { email: taken }));
    expect(await stored()).toEqual(
      expectedRows([employee(1, { badge: 1, email: 'other' }), employee(3, { email: taken })]),
    );
  });
});

describe('within one transaction', () => {
  it('two entities swap their values', async () => {
    await transaction()
      .update(employees, key1, { email: 'person2@contoso.com', badge: 2 })
      .update(employees, key2, { email: 'person1@contoso.com', badge: 1 })
      .commit();
    expect(await stored()).toEqual(
      expectedRows([
        employee(1, { email: 'person2@contoso.com', badge: 2 }),
        employee(2, { email: 'person1@contoso.com', badge: 1 }),
      ]),
    );
  });

  it('a value is handed on', async () => {
    await transaction()
      .delete(employees, await employees.getOrThrow(key1))
      .insert(employees, employee(3, { email: taken, badge: 1 }))
      .commit();
    expect(await stored()).toEqual(
      expectedRows([employee(2, { badge: 2 }), employee(3, { email: taken, badge: 1 })]),
    );
  });

  it('two entities cannot have one value', async () => {
    const before = await stored();
    const both = transaction()
      .insert(employees, employee(3, { email: 'same' }))
      .insert(employees, employee(4, { email: 'same' }));
    await expect(both.commit()).rejects.toThrow();
    expect(await stored()).toEqual(before);
  });
});

it('a row that was left behind by others belongs to its entity', async () => {
  const plain = new PlainEmployees(storage.store(), { table });
  await plain.update(key1, { email: 'elsewhere' });
  await employees.update(key1, { email: taken, age: 9 });
  expect(await stored()).toEqual(
    expectedRows([employee(1, { badge: 1, age: 9 }), employee(2, { badge: 2 })]),
  );
});

describe('32 writers at once', () => {
  const WRITERS = Array.from({ length: 32 }, (_, i) => 10 + i);
  const VALUES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
    outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'won' : (outcome.reason as { code: string }).code,
    );

  it('insert: one wins each value', async () => {
    const emailOf = (id: number) => VALUES[id % VALUES.length]!;
    const outcomes = await Promise.allSettled(
      WRITERS.map((id) => employees.insert(employee(id, { email: emailOf(id), tags: ['a', 'b'] }))),
    );
    const winners = WRITERS.filter((_, i) => outcomes[i]!.status === 'fulfilled');
    expect(winners.map(emailOf).sort()).toEqual(VALUES);
    expect(new Set(codes(outcomes))).toEqual(new Set(['won', 'UNIQUE_VIOLATION']));
    expect(await stored()).toEqual(
      expectedRows([
        employee(1, { badge: 1 }),
        employee(2, { badge: 2 }),
        ...winners.map((id) => employee(id, { email: emailOf(id), tags: ['a', 'b'] })),
      ]),
    );
  });

  it('update: values change hands, and rows stay true to their entities', async () => {
    await Promise.all(WRITERS.map((id) => employees.insert(employee(id))));
    const outcomes = await Promise.allSettled(
      WRITERS.flatMap((id, i) =>
        [0, 1, 2].map((n) =>
          employees.modify({ department: 'Sales', id }, (e) => {
            e.email = VALUES[(i + n * 3) % VALUES.length]!;
            e.age = n;
          }),
        ),
      ),
    );
    const allowed = ['won', 'UNIQUE_VIOLATION', 'CONGESTED'];
    expect(codes(outcomes).filter((code) => !allowed.includes(code))).toEqual([]);
    const all = await employees.query({ department: 'Sales' }).scan('partition').all();
    expect(await stored()).toEqual(expectedRows(all));
    for (const value of VALUES) {
      const owner = await employees.byEmail.get({ department: 'Sales', email: value });
      expect(all.filter(({ email }) => email === value).map(({ id }) => id)).toEqual(owner ? [owner.id] : []);
    }
    expect(all.filter(({ email }) => VALUES.includes(email)).length).toBeGreaterThan(0);
  });
});
