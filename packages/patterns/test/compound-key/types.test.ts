import { Entity, Int32, key, type NeedsOutbox, type Pattern, Repository, Text } from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { expectTypeOf, it } from 'vitest';
import { Badge, Employee, type EmployeeRepository, Review } from '../support/family.js';

declare const employees: EmployeeRepository;
const jones = { department: 'Sales', id: 123 };
type Result<T> = T extends AsyncIterable<infer U> ? U : never;

/** A child with an index, and with methods of its own. */
class ReviewRepository extends Repository(Review).with(
  IntraPartitionIndex({ byRating: { row: 'rating_{rating:01}' } }),
) {
  async best(department: string): Promise<Review | undefined> {
    return this.query({ department, rating: 5 }).first();
  }
}

it('families and their members are typed', () => {
  const use = async () => {
    const family = await employees.family(jones);
    expectTypeOf(family).toEqualTypeOf<{
      readonly parent: Employee | undefined;
      readonly reviews: Review[];
      readonly badges: Badge[];
    }>();
    expectTypeOf((await employees.familyOrThrow(jones)).parent).toEqualTypeOf<Employee>();
    expectTypeOf<Result<ReturnType<typeof employees.families>>>().toEqualTypeOf<typeof family>();
    const review = await employees.reviews.get({ ...jones, year: 2012 });
    expectTypeOf(review).toEqualTypeOf<Review | undefined>();
    const some = employees.reviews.of(jones).between({ year: 2010 }, { year: 2014 });
    expectTypeOf<Result<typeof some>>().toEqualTypeOf<Review>();
    employees.reviews.of(family.parent!);
    employees.families({ department: 'Sales' }).between({ id: 1 }, { id: 2 });
    // @ts-expect-error not a whole key
    await employees.family({ department: 'Sales' });
    // @ts-expect-error of another type
    await employees.family({ department: 'Sales', id: '123' });
    // @ts-expect-error a whole key, too
    employees.reviews.of({ department: 'Sales' });
    // @ts-expect-error without the partition
    employees.families({ id: 1 });
    // @ts-expect-error no property of the key
    employees.families({ department: 'Sales', name: 'Jo' });
    // @ts-expect-error not of the row key
    employees.families({ department: 'Sales' }).between({ department: 'A' });
    // @ts-expect-error there may be no parent
    family.parent.name;
    // @ts-expect-error no such child
    family.awards;
    const written = await employees.insertFamily(jones, {
      reviews: [{ year: 2012 }],
      badges: [{ code: 'x' }],
    });
    expectTypeOf(written.parent).toEqualTypeOf<Employee>();
    await employees.insertFamily(jones, { reviews: [new Review(), { ...jones, year: 2012, rating: 3 }] });
    // @ts-expect-error the year is the child's own
    await employees.insertFamily(jones, { reviews: [{ rating: 1 }] });
    // @ts-expect-error of another type
    await employees.insertFamily(jones, { reviews: [{ year: '2012' }] });
    // @ts-expect-error no such child
    await employees.insertFamily(jones, { awards: [] });
    // @ts-expect-error views are not written
    await employees.insertFamily(jones, { reviews: await employees.reviews.of(jones).select('year').all() });
    expectTypeOf(await employees.deleteFamily(jones)).toEqualTypeOf<number>();
  };
  void use;
});

it('children have the repositories that they were declared with', () => {
  const Family = Repository(Employee).with(CompoundKey({ reviews: ReviewRepository }));
  const use = async (repository: InstanceType<typeof Family>) => {
    expectTypeOf(repository.reviews.best('Sales')).toEqualTypeOf<Promise<Review | undefined>>();
    expectTypeOf(await repository.reviews.of(jones).first()).toEqualTypeOf<Review | undefined>();
    repository.reviews.byRating.query({ department: 'Sales', rating: 3 });
    expectTypeOf((await repository.family(jones)).reviews).toEqualTypeOf<Review[]>();
  };
  void use;
});

it('what cannot work does not compile', () => {
  class Elsewhere {
    static readonly key = key({ partition: '{team}', row: 'empid_{id:06}_{year:04}' });
    @Text() team!: string;
    @Int32() id!: number;
    @Int32() year!: number;
  }
  class Otherwise {
    static readonly key = key({ partition: '{department}', row: 'review_{id:06}_{year:04}' });
    @Text() department!: string;
    @Int32() id!: number;
    @Int32() year!: number;
  }
  class Glued {
    static readonly key = key({ partition: '{department}', row: 'empid_{id:06}{year:04}' });
    @Text() department!: string;
    @Int32() id!: number;
    @Int32() year!: number;
  }
  class Typed {
    static readonly key = key({ partition: '{department}', row: 'empid_{id:06}_{year:04}' });
    @Text() department!: string;
    @Text() id!: string;
    @Int32() year!: number;
  }
  const E = Repository(Employee);
  const declare = () => {
    // @ts-expect-error another partition
    E.with(CompoundKey({ bad: Elsewhere }));
    // @ts-expect-error another beginning
    E.with(CompoundKey({ bad: Otherwise }));
    // @ts-expect-error no separator
    E.with(CompoundKey({ bad: Glued }));
    // @ts-expect-error another type of the same variable
    E.with(CompoundKey({ bad: Typed }));
    // @ts-expect-error the row of the parent
    E.with(CompoundKey({ bad: Employee }));
    // @ts-expect-error the same of a repository class
    E.with(CompoundKey({ bad: Repository(Otherwise) }));
    // @ts-expect-error neither a class nor a repository
    E.with(CompoundKey({ bad: 'Review' }));
    // @ts-expect-error the name of the parent
    E.with(CompoundKey({ parent: Review }));
    // @ts-expect-error a member of every repository
    E.with(CompoundKey({ insert: Review }));
    // @ts-expect-error what children are reached by
    E.with(CompoundKey({ family: Review }));
    E.with(CompoundKey({ reviews: Review }))
      // @ts-expect-error once only
      .with(CompoundKey({ badges: Badge }));
  };
  void declare;
});

it('what a child needs, the repository of its parent asks for', () => {
  @Entity({ table: 'Staff', type: 'mailed', discriminator: 'EntityType' })
  class Mailed extends Review {}
  const deferred: Pattern<typeof Mailed, object, NeedsOutbox> = {
    name: 'Deferred',
    define: () => ({
      deferred: [{ kind: 'deferred', name: 'mail', state: 'ready', fingerprint: '1', intent: () => 1 }],
    }),
  };
  class MailedRepository extends Repository(Mailed).with(deferred) {}
  const Family = Repository(Employee).with(CompoundKey({ mails: MailedRepository }));
  const Plain = Repository(Employee).with(CompoundKey({ reviews: Review }));
  const use = (...[store, needs]: [never, NeedsOutbox]) => {
    new Family(store, needs);
    new Plain(store);
    // @ts-expect-error the outbox is missing
    new Family(store);
  };
  void use;
});
