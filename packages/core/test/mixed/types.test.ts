import {
  type KeyScope,
  MixedTable,
  type PropertyBag,
  PropertyBags,
  type RowQuery,
  type TableStore,
} from '@tablewright/core';
import { describe, expectTypeOf, it } from 'vitest';
import { Customer, Department, Employee, type People, Review, Worker } from './support/people.js';

declare const store: TableStore;
class Split extends MixedTable([Department, Worker]) {}

describe('the types of a mixed table', () => {
  it('are a union that instanceof narrows', () => {
    const use = async (people: People) => {
      const item = await people.get('p', 'r');
      expectTypeOf(item).toEqualTypeOf<Employee | Customer | Department | PropertyBag | undefined>();
      if (item instanceof Employee) expectTypeOf(item).toEqualTypeOf<Employee>();
      else if (item instanceof Customer) expectTypeOf(item.orders).toEqualTypeOf<number | undefined>();
      expectTypeOf(people.query({ partitionKey: 'p' })).toEqualTypeOf<
        RowQuery<Employee | Customer | Department | PropertyBag>
      >();
    };
    expectTypeOf(use).parameter(0).toEqualTypeOf<People>();
  });

  it('take the properties of a shared partition key, and no others', () => {
    const use = (people: People, split: Split) => {
      people.query({ partition: { department: 'x' }, rowKey: { startsWith: 'emp_' } });
      // @ts-expect-error of another type
      people.query({ partition: { department: 5 } });
      // @ts-expect-error not of the partition key
      people.query({ partition: { id: 5 } });
      // @ts-expect-error both
      people.query({ partition: { department: 'x' }, partitionKey: 'x' });
      // @ts-expect-error neither a partition nor permission to scan
      people.query({});
      // @ts-expect-error an unknown bound
      people.query({ partitionKey: 'x', rowKey: { prefix: 'x' } });
      // @ts-expect-error the classes do not share their partition key
      split.query({ partition: { department: 'x' } });
      split.query({ partitionKey: 'x' });
    };
    expectTypeOf(use).returns.toBeVoid();
  });

  it('let a resolver choose among the classes only', () => {
    const use = () => {
      MixedTable([Worker, Review], { resolve: (bag) => (bag.has('year') ? Review : undefined) });
      // @ts-expect-error another class
      MixedTable([Worker, Review], { resolve: () => Employee });
      // @ts-expect-error not a class
      MixedTable([Worker, {}]);
    };
    expectTypeOf(use).returns.toBeVoid();
  });
});

describe('the types of bags', () => {
  it('ask for a partition or for permission to scan', () => {
    const use = (bags: PropertyBags) => {
      expectTypeOf(bags.list({ scan: 'table' })).toEqualTypeOf<RowQuery<PropertyBag>>();
      // @ts-expect-error neither
      bags.list({ rowKey: { startsWith: 'x' } });
      // @ts-expect-error no table
      new PropertyBags(store, {});
    };
    expectTypeOf(use).returns.toBeVoid();
    expectTypeOf<{ scan: 'table' }>().toExtend<KeyScope>();
  });
});
