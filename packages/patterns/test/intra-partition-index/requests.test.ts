import { beforeEach, describe, expect, it } from 'vitest';
import { type Employee, EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const key1 = { department: 'Sales', id: 1 };
const email = 'person1@contoso.com';
let employees: EmployeeRepository;
let loaded: Employee;

beforeEach(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('Counted') });
  await employees.insert(employee(1, { age: 30, active: true, badge: 1, tags: ['a', 'b'] }));
  loaded = await employees.getOrThrow(key1);
});

async function methods(run: () => Promise<unknown>): Promise<string> {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map(({ method }) => method).join(' ');
}

/** Without retries, and with the table in place. */
describe('requests per operation', () => {
  it.each<readonly [string, () => Promise<unknown>, string]>([
    ['insert', () => employees.insert(employee(2, { tags: ['a', 'b'] })), 'POST'],
    ['update of a loaded entity', () => employees.update(loaded, { email: 'new' }), 'POST'],
    ['update of nothing', () => employees.update(loaded), ''],
    ['update of a loaded entity that removes', () => employees.update(loaded, { age: null }), 'GET POST'],
    ['update by key', () => employees.update(key1, { email: 'new' }), 'GET POST'],
    ['replace', () => employees.replace(Object.assign(loaded, { age: 31 })), 'POST'],
    ['upsert', () => employees.upsert(employee(1, { age: 31 })), 'GET POST'],
    ['upsert of a new one', () => employees.upsert(employee(2)), 'GET POST'],
    ['delete', () => employees.delete(loaded), 'POST'],
    ['delete by key', () => employees.delete(key1, { force: true }), 'GET POST'],
    [
      'modify',
      () =>
        employees.modify(key1, (e) => {
          e.lastName = 'Smith';
        }),
      'GET POST',
    ],
    ['get of a unique index', () => employees.byEmail.get({ department: 'Sales', email }), 'GET'],
    ['get of a missing value', () => employees.byEmail.get({ department: 'Sales', email: 'x' }), 'GET'],
    [
      'query of an index',
      () => employees.byName.query({ department: 'Sales', lastName: 'Jones' }).all(),
      'GET',
    ],
    ['query that an index serves', () => employees.query({ department: 'Sales', email }).all(), 'GET GET'],
    [
      'query that a full copy serves',
      () => employees.query({ department: 'Sales', badge: 1 }).readonly().all(),
      'GET',
    ],
    [
      'query that a projected copy serves',
      () => employees.query({ department: 'Sales', email }).select('lastName').all(),
      'GET',
    ],
  ])('%s', async (_, run, expected) => {
    expect(await methods(run)).toBe(expected);
  });
});
