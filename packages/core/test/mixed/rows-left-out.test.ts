import { PropertyBag, PropertyBags } from '@tablewright/core';
import { beforeEach, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Department, Departments, Employee, Employees, People } from './support/people.js';

const storage = useStorage();
const sales = { partition: { department: 'Sales' } };
let people: People;
let employees: Employees;

beforeEach(async () => {
  const options = { table: storage.emulator.uniqueName('LeftOut') };
  const store = storage.store();
  people = new People(store, options);
  employees = new Employees(store, options);
});

const requestsOf = async (work: () => Promise<unknown>) =>
  (await storage.emulator.http.record(work)).requests.length;

it('the first of some classes does not ask for a second page', async () => {
  await employees.bulk(Array.from({ length: 1_100 }, (_, id) => ({ insert: { department: 'Sales', id } })));
  const first = people.query(sales).only(Employee);
  expect(await requestsOf(() => first.first())).toBe(1);
  // All rows but the last are of another class.
  expect(await requestsOf(() => people.query(sales).only(PropertyBag).first())).toBe(2);
});

it('a small page behind many rows of other classes is a few requests, and not one for each few rows', async () => {
  const store = storage.store();
  const options = { table: employees.context.table };
  const bag = (i: number) => new PropertyBag('Sales', `a${String(i).padStart(4, '0')}`);
  const bags = new PropertyBags(store, options);
  await Promise.all(Array.from({ length: 300 }, (_, i) => bags.insert(bag(i))));
  await new Departments(store, options).insert({ department: 'Sales' });
  await employees.bulk(Array.from({ length: 9 }, (_, id) => ({ insert: { department: 'Sales', id } })));
  const query = people.query(sales).only(Department, Employee);
  const page = await query.page({ size: 3 });
  expect(page.items).toHaveLength(3);
  expect(await requestsOf(() => query.page({ size: 3 }))).toBeLessThan(8);
  const seen = [...page.items];
  for await (const { items } of query.pages({ size: 3, token: page.token! })) seen.push(...items);
  expect(seen).toEqual(await query.all());
});
