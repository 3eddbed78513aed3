import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

@Entity({ table: 'Cards' })
class Card {
  static readonly key = key({ partition: '{owner}', row: '{number:04}' });
  @Text() owner!: string;
  @Int32() number!: number;
  @Text() first?: string;
  @Text() last?: string;
  @Text() get label(): string {
    return `${this.first} ${this.last}`;
  }
}

const storage = useStorage();
const key1 = { department: 'Sales', id: 1 };
let employees: EmployeeRepository;

beforeEach(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('Counted') });
  await employees.insert(employee(1, { age: 30 }));
});

async function methods(run: () => Promise<unknown>): Promise<string> {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map((request) => request.method).join(' ');
}

/** Without retries, and with the table in place. */
describe('requests per operation', () => {
  it.each<readonly [string, () => Promise<unknown>, string]>([
    ['insert', () => employees.insert(employee(2)), 'POST'],
    ['get', () => employees.get(key1), 'GET'],
    ['get of a missing row', () => employees.get({ ...key1, id: 9 }), 'GET'],
    ['getOrThrow', () => employees.getOrThrow(key1), 'GET'],
    ['exists', () => employees.exists(key1), 'GET'],
    ['getMany of 3 keys, 2 distinct', () => employees.getMany([key1, { ...key1, id: 9 }, key1]), 'GET GET'],
    ['getMany of none', () => employees.getMany([]), ''],
    ['upsert', () => employees.upsert(employee(1)), 'PATCH'],
    ['upsert replace', () => employees.upsert(employee(1), { mode: 'replace' }), 'PUT'],
    ['update by key', () => employees.update(key1, { age: 31 }), 'PATCH'],
    ['update by key that removes', () => employees.update(key1, { age: null }), 'GET PUT'],
    [
      'modify',
      () =>
        employees.modify(key1, (e) => {
          e.age = 32;
        }),
      'GET PATCH',
    ],
    [
      'modify that removes',
      () =>
        employees.modify(key1, (e) => {
          delete e.age;
        }),
      'GET GET PUT',
    ],
    ['modify that changes nothing', () => employees.modify(key1, () => {}), 'GET'],
    ['delete by force', () => employees.delete(key1, { force: true }), 'DELETE'],
  ])('%s', async (_, run, expected) => {
    expect(await methods(run)).toBe(expected);
  });

  it('getMany that fails leaves no read behind', async () => {
    storage.emulator.http.inject(faults.respond(400, 'InvalidInput'));
    storage.emulator.http.inject(faults.serverBusy(), { times: Number.POSITIVE_INFINITY });
    const slow = new EmployeeRepository(storage.store({ retry: { baseDelay: 20, maxDelay: 20 } }));
    const keys = Array.from({ length: 40 }, (_, id) => ({ department: 'Sales', id }));
    await expect(slow.getMany(keys, { concurrency: 4 })).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    const seen = storage.emulator.http.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(storage.emulator.http.requests.length).toBe(seen);
  });

  it('replace, update and delete of a loaded entity', async () => {
    const loaded = await employees.getOrThrow(key1);
    expect(await methods(() => employees.update(loaded))).toBe('');
    expect(await methods(() => employees.update(loaded, { age: 33 }))).toBe('PATCH');
    expect(await methods(() => employees.replace(loaded))).toBe('PUT');
    expect(await methods(() => employees.update(loaded, { age: null }))).toBe('GET PUT');
    expect(await methods(() => employees.delete(loaded))).toBe('DELETE');
  });

  it('reads first where stored getters depend on the change', async () => {
    const cards = new (Repository(Card))(storage.store(), { table: storage.emulator.uniqueName('Cards') });
    await cards.insert({ owner: 'jo', number: 1, first: 'Jo', last: 'Ng' });
    const one = { owner: 'jo', number: 1 };
    expect(await methods(() => cards.update(one, { last: 'Doe' }))).toBe('GET PATCH');
    expect(await storage.emulator.rawTable(cards.context.table).getEntity('jo', '0001')).toMatchObject({
      last: 'Doe',
      label: 'Jo Doe',
    });
  });

  it('asks for nothing but the key when it only wants to know whether a row exists', async () => {
    const { requests } = await storage.emulator.http.record(() => employees.exists(key1));
    expect(requests[0]!.operation).toContain('$select=RowKey');
  });
});
