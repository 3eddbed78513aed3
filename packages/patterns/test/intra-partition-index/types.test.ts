import { Repository, type View } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { expectTypeOf, it } from 'vitest';
import { Employee, type EmployeeRepository } from '../support/employee.js';

declare const employees: EmployeeRepository;
type Result<T> = T extends AsyncIterable<infer U> ? U : never;

it('types', () => {
  const use = async () => {
    const found = await employees.byEmail.get({ department: 'Sales', email: 'x' });
    expectTypeOf(found).toEqualTypeOf<
      View<Pick<Employee, 'department' | 'id' | 'email' | 'firstName' | 'lastName'>> | undefined
    >();
    // @ts-expect-error not projected
    found?.age;
    // @ts-expect-error the email is missing
    await employees.byEmail.get({ department: 'Sales' });
    // @ts-expect-error of another type
    await employees.byEmail.get({ department: 'Sales', email: 1 });
    // @ts-expect-error only unique indexes lead to one entity
    employees.byName.get;
    const names = employees.byName.query({ department: 'Sales', lastName: 'Jones' });
    for await (const v of names) expectTypeOf(v.age).toEqualTypeOf<number | undefined>();
    // @ts-expect-error a gap: firstName without lastName
    employees.byName.query({ department: 'Sales', firstName: 'J' });
    const tagged = employees.byTag.query({ department: 'Sales', tags: 'x' });
    expectTypeOf<Result<typeof tagged>>().toEqualTypeOf<
      View<Pick<Employee, 'department' | 'id' | 'email'>>
    >();
    // @ts-expect-error an element, not the array
    employees.byTag.query({ department: 'Sales', tags: ['x'] });
    employees.newest.query({ department: 'Sales' }).between({ hired: new Date() });
    const some = employees.byName.query({ department: 'Sales' }).select('age');
    expectTypeOf<Result<typeof some>>().toEqualTypeOf<
      View<Pick<Employee, 'age' | 'department' | 'lastName' | 'firstName' | 'id'>>
    >();
    // @ts-expect-error views are not written
    await employees.insert(found!);
    // @ts-expect-error views are not written
    await employees.update(found!, { age: 3 });
  };
  void use;
  const E = Repository(Employee);
  const declare = () => {
    // @ts-expect-error unknown property in the template
    E.with(IntraPartitionIndex({ bad: { row: 'x_{nope}' } }));
    // @ts-expect-error an array without each
    E.with(IntraPartitionIndex({ bad: { row: 'x_{tags}' } }));
    // @ts-expect-error no literal in front
    E.with(IntraPartitionIndex({ bad: { row: '{email}' } }));
    // @ts-expect-error unknown property in project
    E.with(IntraPartitionIndex({ bad: { row: 'x_{email}', project: ['nope'] } }));
    // @ts-expect-error unknown property in where
    E.with(IntraPartitionIndex({ bad: { row: 'x_{email}', where: { nope: 1 } } }));
    // @ts-expect-error unsuitable value in where
    E.with(IntraPartitionIndex({ bad: { row: 'x_{email}', where: { active: 1 } } }));
    // @ts-expect-error each of something that is not an array
    E.with(IntraPartitionIndex({ bad: { row: 'x_{email}', each: { email: 'text' } } }));
    // @ts-expect-error elements of another kind
    E.with(IntraPartitionIndex({ bad: { row: 'x_{tags}', each: { tags: 'int32' } } }));
    // @ts-expect-error no such option
    E.with(IntraPartitionIndex({ bad: { row: 'x_{email}', uniqe: true } }));
    // @ts-expect-error no such state
    E.with(IntraPartitionIndex({ bad: { row: 'x_{email}', state: 'done' } }));
    // @ts-expect-error a member of every repository
    E.with(IntraPartitionIndex({ insert: { row: 'x_{email}' } }));
    E.with(IntraPartitionIndex({ a: { row: 'x_{email}' } }))
      // @ts-expect-error an index of the same name
      .with(IntraPartitionIndex({ a: { row: 'y_{email}' } }));
  };
  void declare;
});
