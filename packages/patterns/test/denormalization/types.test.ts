import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { type Denormalization, denormalize } from '@tablewright/patterns/denormalization';
import { expectTypeOf, it } from 'vitest';
import { Department, type Departments, Employee, manager } from './company.js';

@Entity({ table: 'Company' })
class Strict {
  static readonly key = key({ partition: '{company}', row: 'strict_{name}' });
  @Text() company!: string;
  @Text() name!: string;
  @Int32() managerId!: number;
  @Text() needed!: string;
  @Text() managerName?: string;
}

const copy = { managerName: 'lastName' } as const;
const link = { id: 'managerId' } as const;

/** Never called: it only has to compile. */
function declarations() {
  denormalize(Employee, Strict, { name: 'x', link, copy });
  // @ts-expect-error: link needs 'id'
  denormalize(Employee, Department, { name: 'x', copy });
  // @ts-expect-error: of another type
  denormalize(Employee, Department, { name: 'x', link: { id: 'name' }, copy });
  // @ts-expect-error: not a property of the referrer
  denormalize(Employee, Department, { name: 'x', link: { id: 'nobody' }, copy });
  // @ts-expect-error: no variable of the source's RowKey
  denormalize(Employee, Department, { name: 'x', link: { id: 'managerId', company: 'company' }, copy });
  // @ts-expect-error: not a property of the source
  denormalize(Employee, Department, { name: 'x', link, copy: { managerName: 'nothing' } });
  // @ts-expect-error: not a property of the referrer
  denormalize(Employee, Department, { name: 'x', link, copy: { nothing: 'lastName' } });
  // @ts-expect-error: of another type
  denormalize(Employee, Department, { name: 'x', link, copy: { managerName: 'salary' } });
  // @ts-expect-error: a copy may have no value
  denormalize(Employee, Strict, { name: 'x', link, copy: { needed: 'lastName' } });
  // @ts-expect-error: the link cannot be cleared
  denormalize(Employee, Strict, { name: 'x', link, copy, onDelete: 'clear' });
  // @ts-expect-error: there is no such option
  denormalize(Employee, Department, { name: 'x', link, copy, unique: true });
  // @ts-expect-error: the source's side is for its own repository
  Repository(Department).with(manager.source);
}

it('both sides are typed by their classes, and repositories gain nothing', () => {
  expectTypeOf(declarations).returns.toEqualTypeOf<void>();
  expectTypeOf(manager).toEqualTypeOf<Denormalization<typeof Employee, typeof Department>>();
  expectTypeOf<Departments>().not.toHaveProperty('manager');
});
