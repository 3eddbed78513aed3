import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Employee, EmployeeRepository } from '../support/employee.js';
import { expectedRows, primaryKey } from '../support/expected-rows.js';
import { apply, EMAILS, type Model, NAMES, sequences, TAGS } from '../support/random-steps.js';
import { useStorage } from '../support/storage.js';
import { type StoredRows, storedRows } from '../support/stored-rows.js';

const storage = useStorage();

/** The employees whose rows begin with a text, in the order of these rows. */
function inOrderOf(rows: StoredRows, model: Model, prefix: string): readonly number[] {
  const byKey = new Map([...model.values()].map((entity) => [`String:${primaryKey(entity)}`, entity.id]));
  const keys = Object.keys(rows).filter((rowKey) => rowKey.startsWith(prefix));
  return keys.sort((a, b) => (a < b ? -1 : 1)).map((rowKey) => byKey.get(rows[rowKey]!.tw__row!)!);
}

async function expectQueries(employees: EmployeeRepository, model: Model, rows: StoredRows): Promise<void> {
  const sales = { department: 'Sales' };
  const all = [...model.values()];
  const ids = (found: readonly { readonly id: number }[]) => found.map(({ id: n }) => n);
  const names = inOrderOf(rows, model, 'name_');
  const named = (is: (entity: Employee) => boolean) => names.filter((n) => is(model.get(n)!));
  for (const email of EMAILS) {
    const owner = all.find((entity) => entity.email === email);
    const found = await employees.byEmail.get({ ...sales, email });
    expect(found && { ...found }).toEqual(
      owner && { ...sales, id: owner.id, email, firstName: owner.firstName, lastName: owner.lastName },
    );
    expect(ids(await employees.query({ ...sales, email }).all())).toEqual(owner ? [owner.id] : []);
  }
  for (const name of NAMES) {
    const byLast = employees.byName.query({ ...sales, lastName: name });
    expect(ids(await byLast.all())).toEqual(named(({ lastName }) => lastName === name));
    const from = await byLast.between({ firstName: 'Jo' }, { firstName: 'Joa' }).all();
    expect(ids(from)).toEqual(
      named(({ lastName, firstName }) => lastName === name && firstName >= 'Jo' && firstName <= 'Joa'),
    );
    const starting = await employees.byName.query(sales).startsWith({ lastName: name }).all();
    expect(ids(starting)).toEqual(named(({ lastName }) => lastName.startsWith(name)));
  }
  for (const tag of TAGS) {
    const tagged = all.filter(({ tags }) => tags?.includes(tag));
    const found = ids(await employees.byTag.query({ ...sales, tags: tag }).all());
    expect(found).toEqual(ids(tagged).sort());
  }
  const aged = inOrderOf(rows, model, 'age_');
  const some = await employees.byAge.query(sales).between({ age: 1 }, { age: 2 }).all();
  expect(ids(some)).toEqual(aged.filter((n) => [1, 2].includes(model.get(n)!.age!)));
  const newest = await employees.newest.query(sales).scan('partition').all();
  expect(ids(newest)).toEqual(inOrderOf(rows, model, 'hired_'));
  const badge = await employees
    .query({ ...sales, badge: 1 })
    .readonly()
    .all();
  expect(badge).toEqual(all.filter((entity) => entity.badge === 1));
}

it('whatever is written, the rows are those of the entities, and indexes find what a filter would', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const table = storage.emulator.uniqueName('Model');
      await storage.emulator.rawTable(table).createTable();
      const employees = new EmployeeRepository(storage.store(), { table });
      const model: Model = new Map();
      for (const step of sequence) {
        const expected = apply(model, step);
        const outcome = await step.run(employees).then(
          () => undefined,
          (error: { code?: string }) => error.code ?? error,
        );
        expect([step.name, outcome]).toEqual([step.name, expected]);
        const tally = `${step.name}: ${expected ?? 'done'}`;
        seen.set(tally, (seen.get(tally) ?? 0) + 1);
      }
      const rows = await storedRows(storage.emulator, table);
      expect(rows).toEqual(expectedRows(model.values()));
      await expectQueries(employees, model, rows);
    }),
    { numRuns: 30 },
  );
  const writes = ['insert', 'update', 'upsert', 'replace', 'delete'];
  const done = [...seen.keys()].filter((tally) => tally.endsWith('done'));
  expect(writes.filter((write) => !done.some((tally) => tally.startsWith(write)))).toEqual([]);
  expect([...seen.keys()].some((tally) => tally.endsWith('UNIQUE_VIOLATION'))).toBe(true);
});
