import { Repository, type View } from '@tablewright/core';
import { type Eventual, InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { expectTypeOf, it } from 'vitest';
import { Customer, type CustomerRepository } from '../support/customers.js';

declare const customers: CustomerRepository;
type Result<T> = T extends AsyncIterable<infer U> ? U : never;

it('types', () => {
  const use = async () => {
    const named = customers.byEmail.query({ email: 'x' });
    expectTypeOf<Result<typeof named>>().toEqualTypeOf<
      Eventual<View<Pick<Customer, 'region' | 'id' | 'email' | 'name'>>>
    >();
    const [copy] = await named.all();
    // @ts-expect-error not projected
    copy?.city;
    // @ts-expect-error a copy may lag behind, and is not written back
    await customers.insert(copy!);
    // @ts-expect-error nor updated
    await customers.update(copy!, { age: 3 });
    // @ts-expect-error nor deleted
    await customers.delete(copy!);
    // It leads to the entity.
    await customers.get(copy!);
    // @ts-expect-error a copy does not stand where one that is known to be current is asked for
    const current: View<Customer> & { readonly verified: true } = copy!;
    void current;
    const verified = customers.byEmail.entities({ email: 'x' });
    expectTypeOf<Result<typeof verified>>().toEqualTypeOf<Customer>();
    const one = await verified.first();
    await customers.update(one!, { age: 3 });
    const seen = customers.byEmail.entities({ email: 'x' }).select('age');
    expectTypeOf<Result<typeof seen>>().toEqualTypeOf<
      View<Pick<Customer, 'age' | 'region' | 'id' | 'email'>>
    >();
    const full = customers.byCity.query({ city: 'Graz' });
    expectTypeOf<Result<typeof full>['tags']>().toEqualTypeOf<string[] | undefined>();
    customers.byCity.query({ city: 'Graz' }).startsWith({ name: 'J' });
    customers.byAge.query({ region: 'North' }).between({ age: 3 }, { age: 5 });
    // @ts-expect-error the partition is missing
    customers.byCity.query({ name: 'J' });
    // @ts-expect-error of another type
    customers.byEmail.query({ email: 1 });
    // @ts-expect-error an element, not the array
    customers.byTag.query({ tags: ['x'] });
    customers.byTag.query({ tags: 'x' });
    // @ts-expect-error there is no get: no index of other partitions is unique
    customers.byEmail.get;
  };
  void use;
  const E = Repository(Customer);
  const x = { partition: 'x', row: 'x_{email}' } as const;
  const declare = () => {
    // @ts-expect-error no partition
    E.with(InterPartitionIndex({ bad: { row: 'x_{email}' } }));
    // @ts-expect-error unknown property in the partition
    E.with(InterPartitionIndex({ bad: { partition: '{nope}', row: 'x_{email}' } }));
    // @ts-expect-error unknown property in the row
    E.with(InterPartitionIndex({ bad: { partition: 'x', row: 'x_{nope}' } }));
    // @ts-expect-error an array without each
    E.with(InterPartitionIndex({ bad: { partition: 'x', row: 'x_{tags}' } }));
    // @ts-expect-error an array in the partition
    E.with(InterPartitionIndex({ bad: { partition: '{tags}', row: 'x_{tags}', each: { tags: 'text' } } }));
    // @ts-expect-error no literal in front, in the entity's own table
    E.with(InterPartitionIndex({ bad: { partition: 'x', row: '{email}' } }));
    E.with(InterPartitionIndex({ fine: { partition: 'x', row: '{email}', table: 'Other' } }));
    // @ts-expect-error unknown property in project
    E.with(InterPartitionIndex({ bad: { ...x, project: ['nope'] } }));
    // @ts-expect-error unsuitable value in where
    E.with(InterPartitionIndex({ bad: { ...x, where: { active: 1 } } }));
    // @ts-expect-error elements of another kind
    E.with(InterPartitionIndex({ bad: { partition: 'x', row: 'x_{tags}', each: { tags: 'int32' } } }));
    // @ts-expect-error no such option
    E.with(InterPartitionIndex({ bad: { ...x, unique: true } }));
    // @ts-expect-error no such state
    E.with(InterPartitionIndex({ bad: { ...x, state: 'done' } }));
    // @ts-expect-error a member of every repository
    E.with(InterPartitionIndex({ insert: x }));
    const Indexed = E.with(InterPartitionIndex({ a: x }));
    // @ts-expect-error an index of the same name
    Indexed.with(InterPartitionIndex({ a: { partition: 'y', row: 'y_{email}' } }));
    const store = {} as never;
    // @ts-expect-error an outbox is asked for
    new Indexed(store);
    // @ts-expect-error also beside a table
    new Indexed(store, { table: 'T' });
    new Indexed(store, { table: 'T', outbox: {} as never });
  };
  void declare;
});
