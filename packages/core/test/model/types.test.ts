import {
  Binary,
  Bool,
  type Changes,
  type Data,
  DateTime,
  Double,
  Entity,
  type EntityRepository,
  Enum,
  Guid,
  Int32,
  Int64,
  Json,
  type KeyCheck,
  type KeyOf,
  key,
  Repository,
  type TableStore,
  Text,
  Ticks,
  type Written,
} from '@tablewright/core';
import { describe, expectTypeOf, it } from 'vitest';
import { type Employee, EmployeeRepository } from '../support/employee.js';

declare const store: TableStore;
const money = { to: (value: { cents: bigint }) => value.cents, from: (cents: bigint) => ({ cents }) };

/** Nothing here runs: what matters is what compiles, and what does not. */
describe('types of a repository', () => {
  it('infers keys from templates', () => {
    expectTypeOf<KeyOf<typeof Employee>>().toEqualTypeOf<{ department: string; id: number }>();
    const check = (employees: EmployeeRepository) => {
      expectTypeOf(employees.get).returns.resolves.toEqualTypeOf<Employee | undefined>();
      expectTypeOf(employees.getOrThrow).returns.resolves.toEqualTypeOf<Employee>();
      expectTypeOf(employees.insert).returns.resolves.toEqualTypeOf<Employee>();
      expectTypeOf(employees.getMany).returns.resolves.toEqualTypeOf<(Employee | undefined)[]>();
      // @ts-expect-error the id is missing
      employees.get({ department: 'Sales' });
      // @ts-expect-error the id is a number
      employees.get({ department: 'Sales', id: '1' });
      // @ts-expect-error an entity needs its required properties
      employees.insert({ department: 'Sales', id: 1 });
      employees.insert({ department: 'Sales', id: 1, email: '', firstName: '', lastName: '' });
      // @ts-expect-error the table is named by text
      new EmployeeRepository(store, { table: 1 });
    };
    expectTypeOf(check).toBeFunction();
  });

  it('lets changes touch everything but the key, and take away only what is optional', () => {
    type C = Changes<Employee, (typeof Employee)['key']>;
    expectTypeOf<C['age']>().toEqualTypeOf<number | null | undefined>();
    expectTypeOf<C['email']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<C>().not.toHaveProperty('id');
    const check = (employees: EmployeeRepository) => {
      const at = { department: 'Sales', id: 1 };
      employees.update(at, { age: null });
      // @ts-expect-error a required property cannot be taken away
      employees.update(at, { email: null });
      // @ts-expect-error the key cannot be changed
      employees.update(at, { id: 2 });
      // @ts-expect-error there is no such property
      employees.update(at, { salary: 2 });
      // @ts-expect-error merge or replace
      employees.upsert({ department: '', id: 1, email: '', firstName: '', lastName: '' }, { mode: 'insert' });
    };
    expectTypeOf(check).toBeFunction();
  });

  it('does not claim an entity where a key was given that looks like one', () => {
    class Sparse {
      static readonly key = key({ partition: '{owner}', row: '{no}' });
      owner!: string;
      no!: number;
      points?: number;
    }
    const check = (sparse: EntityRepository<typeof Sparse>, employees: EmployeeRepository, one: Employee) => {
      expectTypeOf(sparse.update({ owner: 'a', no: 1 }, { points: 5 })).resolves.toEqualTypeOf<
        Sparse | Written
      >();
      expectTypeOf(employees.update({ department: '', id: 1 }, { age: 5 })).resolves.toEqualTypeOf<Written>();
      expectTypeOf(employees.update(one, { age: 5 })).resolves.toEqualTypeOf<Employee>();
    };
    expectTypeOf(check).toBeFunction();
  });

  it('tells an entity from its methods', () => {
    class Rich {
      name!: string;
      age?: number;
      greet(): string {
        return this.name;
      }
    }
    expectTypeOf<Data<Rich>>().toEqualTypeOf<{ name: string; age?: number }>();
  });

  it('refuses keys that cannot work, in English', () => {
    class Unknown {
      static readonly key = key({ partition: '{nope}', row: '' });
      id!: string;
    }
    class Optional {
      static readonly key = key({ partition: '{id}', row: '{age:03}' });
      id!: string;
      age?: number;
    }
    class Photo {
      static readonly key = key({ partition: '{photo}', row: '' });
      photo!: Uint8Array;
    }
    type Problem<C extends new () => object> = C extends {
      readonly key: infer K extends { partition: string; row: string };
    }
      ? KeyCheck<InstanceType<C>, K>
      : never;
    expectTypeOf<Problem<typeof Unknown>>().toExtend<`${string}'nope'${string}not a property${string}`>();
    expectTypeOf<Problem<typeof Optional>>().toExtend<`${string}'age'${string}optional${string}`>();
    expectTypeOf<
      Problem<typeof Photo>
    >().toExtend<`${string}'photo'${string}cannot be part of a key${string}`>();
    const check = () => {
      // @ts-expect-error key template names 'nope', which is not a property of the entity
      Repository(Unknown);
      // @ts-expect-error key property 'age' is optional
      Repository(Optional);
      // @ts-expect-error key property 'photo' cannot be part of a key
      Repository(Photo);
      // @ts-expect-error a class without a key
      Repository(class {});
    };
    expectTypeOf(check).toBeFunction();
  });
});

describe('types of decorators', () => {
  it('fit the fields that they stand on', () => {
    @Entity({ table: 'Right' })
    class Right {
      static readonly key = key({ partition: '{a}', row: '{b}' });
      @Text() a!: string;
      @Int32() b!: number;
      @Text() literal!: 'x' | 'y';
      @Int64() c?: bigint;
      @Double() d?: number;
      @Bool() e?: boolean;
      @DateTime() f?: Date;
      @Ticks() g?: bigint;
      @Guid() h?: string;
      @Binary() i?: Uint8Array;
      @Enum(['p', 'q']) j?: 'p' | 'q';
      @Json() k?: Record<string, number>;
      @Text({ nullable: true }) l!: string | null;
      @Int64({ convert: money }) m?: { cents: bigint };
      @Int32({ default: 3 }) n!: number;
      @Int32({ default: () => 3 }) o!: number;
    }
    expectTypeOf(Right).toBeConstructibleWith();
  });

  it('refuse the others', () => {
    class Wrong {
      // @ts-expect-error text is no number
      @Text() a!: number;
      // @ts-expect-error Int64 is a bigint
      @Int64() b!: number;
      // @ts-expect-error null needs { nullable: true }
      @Text() c!: string | null;
      // @ts-expect-error not a member
      @Enum(['p', 'q']) d?: 'p' | 'r';
      // @ts-expect-error the converter gives another type
      @Int64({ convert: money }) e?: bigint;
      // @ts-expect-error the default is no number
      @Int32({ default: 'x' }) f?: number;
      // @ts-expect-error no such option
      @Text({ lenght: 3 }) g?: string;
      // @ts-expect-error a Date is no text
      @DateTime() h!: string;
    }
    expectTypeOf(Wrong).toBeConstructibleWith();
  });
});
