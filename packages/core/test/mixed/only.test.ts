import { PropertyBag, PropertyBags, type RowQuery } from '@tablewright/core';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import {
  Customer,
  Customers,
  Department,
  Departments,
  Employee,
  Employees,
  People,
} from './support/people.js';

const storage = useStorage();
const sales = { partition: { department: 'Sales' } };
let people: People;

beforeEach(async () => {
  const options = { table: storage.emulator.uniqueName('Only') };
  const store = storage.store();
  people = new People(store, options);
  await new Employees(store, options).bulk(
    Array.from({ length: 30 }, (_, id) => ({ insert: { department: 'Sales', id } })),
  );
  await new Customers(store, options).insert({ department: 'Sales', email: 'a@x' });
  await new Departments(store, options).insert({ department: 'Sales' });
  await new PropertyBags(store, options).insert(new PropertyBag('Sales', 'note'));
});

describe('only', () => {
  it('leaves out items of other classes', async () => {
    const query = people.query(sales).only(Employee);
    expectTypeOf(query).toEqualTypeOf<RowQuery<Employee>>();
    expect((await query.all()).map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, id) => id));
    const others = await people.query(sales).only(Customer, Department).all();
    expect(others.map((item) => item.constructor)).toEqual([Customer, Department]);
    expect(await people.query(sales).only(PropertyBag).all()).toHaveLength(1);
    expect(
      await people
        .query(sales)
        .only(Employee)
        .only(Customer as never)
        .all(),
    ).toEqual([]);
  });

  it('reads the same rows, and finds the first one without a request for each row before it', async () => {
    const query = people.query(sales);
    expect(query.only(PropertyBag).explain()).toEqual(query.explain());
    const { result, requests } = await storage.emulator.http.record(() => query.only(PropertyBag).first());
    expect(result?.rowKey).toBe('note');
    expect(requests).toHaveLength(1);
  });

  it('pages go on where the last one ended', async () => {
    const query = people.query(sales).only(Department, Employee);
    const seen: object[] = [];
    for await (const { items } of query.pages({ size: 7 })) seen.push(...items);
    expect(seen).toEqual(await query.all());
    expect(seen).toHaveLength(31);
  });

  it('refuses what is no class', () => {
    expect(() => people.query(sales).only()).toThrow(/only\(\) takes classes/);
    expect(() => people.query(sales).only('Employee' as never)).toThrow(/only\(\) takes classes/);
  });
});
