import { etagOf } from '@tablewright/core';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { customer, de, Employee, employee, IndexedPeople, People } from './people.js';

const storage = useStorage();
const force = { force: true } as const;
/** The version of whatever is there. */
const present = async (people: People) => ({ ifMatch: etagOf(await people.getOrThrow(de(1)))! });

const WRITES: readonly [string, (people: People, loaded: Employee) => Promise<unknown>][] = [
  ['update', (people, loaded) => people.update(loaded, { department: 'x' }, force)],
  ['update of what was not read', (people) => people.update(employee(1), undefined, force)],
  ['replace', (people, loaded) => people.replace(loaded, force)],
  ['delete', (people, loaded) => people.delete(loaded, force)],
  ['upsert', (people) => people.upsert(employee(1, { name: 'x' }))],
  ['update by key, of one class', (people) => people.of(Employee).update(de(1), { name: 'x' })],
  ['delete by key, of one class', (people) => people.of(Employee).delete(de(1), force)],
  ['update together', (people, it) => people.transaction().update(it, { name: 'x' }, force).commit()],
  ['replace together', (people, it) => people.transaction().replace(it, force).commit()],
  ['delete together', (people, it) => people.transaction().delete(it, force).commit()],
  ['update in bulk', (people, it) => people.bulk([{ update: it, changes: { name: 'x' }, ...force }])],
  ['replace in bulk', (people, it) => people.bulk([{ replace: it, ...force }])],
  ['delete in bulk', (people, it) => people.bulk([{ delete: it, ...force }])],
  ['update under its ETag', async (people, it) => people.update(it, { name: 'x' }, await present(people))],
  ['replace under its ETag', async (people, it) => people.replace(it, await present(people))],
  ['delete under its ETag', async (people, it) => people.delete(it, await present(people))],
];

it.each(WRITES)('an employee in memory whose row is a customer by now: forced %s', async (_, run) => {
  for (const Family of [People, IndexedPeople]) {
    const table = storage.emulator.uniqueName('Stale');
    const people = new Family(storage.store(), { table }) as People;
    const loaded = await people.insert(employee(1, { email: 'a' }));
    await people.of(Employee).delete(de(1), force);
    await people.insert(customer(1, { orders: 2 }));
    const before = await storedRows(storage.emulator, table, 'DE');
    // It is refused, or finds nothing to do; bulk reports either.
    await run(people, loaded).catch(() => {});
    expect(await storedRows(storage.emulator, table, 'DE')).toEqual(before);
  }
});
