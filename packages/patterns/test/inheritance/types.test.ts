import type { BulkReport, EntityRepository, Query, RowQuery, TableStore, View } from '@tablewright/core';
import {
  Entity,
  Int32,
  key,
  type NeedsOutbox,
  type Pattern,
  PropertyBag,
  Repository,
  Text,
} from '@tablewright/core';
import { Heterogeneous, Inheritance } from '@tablewright/patterns/inheritance';
import { expectTypeOf, it } from 'vitest';
import { Customer, Employee, EmployeeRepository, type IndexedPeople, type People, Person } from './people.js';

@Entity({ table: 'People' })
class Unrelated {
  static readonly key = key({ partition: '{country}', row: 'other_{id:06}' });
  @Text() country!: string;
  @Int32() id!: number;
  @Text() title!: string;
}
class Mixed extends Heterogeneous([Unrelated, EmployeeRepository]) {}

declare const people: People;
declare const indexed: IndexedPeople;
declare const mixed: Mixed;
declare const employee: Employee;
declare const customer: Customer;
declare const unrelated: Unrelated;
declare const store: TableStore;
type Either = Employee | Customer;
type Result<T> = T extends AsyncIterable<infer U> ? U : never;

it('types', () => {
  const reads = async () => {
    const someone = await people.get({ country: 'DE', id: 7 });
    expectTypeOf(someone).toEqualTypeOf<Either | undefined>();
    expectTypeOf(await people.getOrThrow({ country: 'DE', id: 7 })).toEqualTypeOf<Either>();
    expectTypeOf(await people.getMany([{ country: 'DE', id: 7 }])).toEqualTypeOf<(Either | undefined)[]>();
    if (someone instanceof Employee) expectTypeOf(someone.department).toEqualTypeOf<string>();
    else if (someone) expectTypeOf(someone).toEqualTypeOf<Customer>();
    // @ts-expect-error the key is that of the base class: id is missing
    await people.get({ country: 'DE' });
    // @ts-expect-error of another type
    await people.get({ country: 'DE', id: '7' });
    const query = people.query({ country: 'DE', name: 'x' }).where({ born: null });
    expectTypeOf<Result<typeof query>>().toEqualTypeOf<Either>();
    expectTypeOf(query).toEqualTypeOf<Query<Person, typeof Person.key, Either>>();
    // @ts-expect-error a property of a subclass
    people.query({ country: 'DE', department: 'Sales' });
    // @ts-expect-error a property of a subclass
    people.query({ country: 'DE' }).where({ orders: 1 });
    // @ts-expect-error a property of a subclass
    people.query({ country: 'DE' }).select('orders');
    const names = people.query({ country: 'DE' }).select('name');
    expectTypeOf<Result<typeof names>>().toEqualTypeOf<View<Pick<Person, 'name' | 'country' | 'id'>>>();
    expectTypeOf(people.rows({ partition: { country: 'DE' } })).toEqualTypeOf<
      RowQuery<Either | PropertyBag>
    >();
  };
  const writes = async () => {
    expectTypeOf(await people.insert(employee)).toEqualTypeOf<Employee>();
    const someone = await people.getOrThrow({ country: 'DE', id: 7 });
    expectTypeOf(await people.update(someone, { name: 'x' })).toEqualTypeOf<Either>();
    expectTypeOf(await people.update(employee, { department: 'x' })).toEqualTypeOf<Employee>();
    expectTypeOf(await people.update({ country: 'DE', id: 7 }, { name: 'x' })).toEqualTypeOf<Either>();
    expectTypeOf(await people.bulk([{ insert: employee }])).toEqualTypeOf<
      BulkReport<typeof Employee | typeof Customer>
    >();
    await people.modify({ country: 'DE', id: 7 }, (p) => expectTypeOf(p).toEqualTypeOf<Either>());
    // @ts-expect-error not a member
    await people.insert(unrelated);
    // @ts-expect-error not a member
    people.transaction().insert(unrelated);
    // @ts-expect-error not a member
    await people.bulk([{ insert: unrelated }]);
    // @ts-expect-error may be a customer, who has no department
    await people.update(someone, { department: 'x' });
    // @ts-expect-error a property of a subclass, by key
    await people.update({ country: 'DE', id: 7 }, { orders: 1 });
    // @ts-expect-error of the other class
    await people.update(customer, { department: 'x' });
    // @ts-expect-error a part of the key
    await people.update(employee, { country: 'FR' });
    // @ts-expect-error required, so it cannot be taken away
    await people.update(employee, { name: null });
    // @ts-expect-error views are not written
    await people.update((await people.query({ country: 'DE' }).select('name').first())!, { name: 'x' });
    // @ts-expect-error of the other class
    await people.bulk([{ update: customer, changes: { department: 'x' } }]);
  };
  const one = () => {
    expectTypeOf(people.of(Employee)).toEqualTypeOf<EntityRepository<typeof Employee>>();
    expectTypeOf(indexed.of(Employee)).toEqualTypeOf<EmployeeRepository>();
    indexed.of(Employee).byEmail.get({ country: 'DE', email: 'x' });
    // @ts-expect-error customers have no such index
    indexed.of(Customer).byEmail;
    // @ts-expect-error not a member
    people.of(Unrelated);
  };
  const heterogeneous = async () => {
    const query = mixed.query({ partition: { country: 'DE' } });
    expectTypeOf<Result<typeof query>>().toEqualTypeOf<Unrelated | Employee>();
    expectTypeOf(query.only(Employee)).toEqualTypeOf<RowQuery<Employee>>();
    expectTypeOf(mixed.of(Employee)).toEqualTypeOf<EmployeeRepository>();
    await mixed.insert(unrelated);
    // @ts-expect-error not a member
    await mixed.insert(new Date());
    // @ts-expect-error no such property in the partition key
    mixed.query({ partition: { nation: 'DE' } });
  };
  const definitions = () => {
    // @ts-expect-error it does not extend Person
    Inheritance(Person, [Employee, Unrelated]);
    // @ts-expect-error it does not extend Person
    Inheritance(Person, [Repository(Unrelated)]);
    // @ts-expect-error no entity class
    Heterogeneous([PropertyBag]);
    const far = {} as Pattern<typeof Employee, {}, NeedsOutbox>;
    const Needing = Inheritance(Person, [Repository(Employee).with(far), Customer]);
    // @ts-expect-error a member needs an outbox
    new Needing(store);
    new Needing(store, { outbox: {} as never });
  };
  void [reads, writes, one, heterogeneous, definitions];
});
