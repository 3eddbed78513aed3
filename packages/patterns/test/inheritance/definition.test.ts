import { Entity, Int32, key, Repository, TableStore, Text } from '@tablewright/core';
import { Heterogeneous, Inheritance } from '@tablewright/patterns/inheritance';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { describe, expect, it } from 'vitest';
import { Customer, Employee, EmployeeRepository, Person } from './people.js';

@Entity({ table: 'Pets' })
class Pet {
  static readonly key = key({ partition: '{home}', row: 'pet_{id}' });
  @Text() home!: string;
  @Text() id!: string;
  @Int32() age?: number;
}
class Dog extends Pet {}
class Cat extends Pet {}

@Entity({ discriminator: 'Kind', type: 'tame' })
class Tame extends Pet {}
@Entity({ discriminator: 'Kind', type: 'tame' })
class AlsoTame extends Pet {}
@Entity({ discriminator: 'Species', type: 'wild' })
class Wild extends Pet {}
@Entity({ discriminator: 'Kind', type: 'far', table: 'Elsewhere' })
class Far extends Pet {}
@Entity({ discriminator: 'Kind', type: 'keyed' })
class Keyed extends Pet {
  static override readonly key = key({ partition: '{home}', row: 'keyed_{id}' }) as never;
}
@Entity({ discriminator: 'Kind', type: 'renamed' })
class Renamed extends Pet {
  @Int32({ name: 'Years' }) override age = 1;
}
@Entity({ discriminator: 'Kind', type: 'defaulted' })
class Defaulted extends Pet {
  @Int32({ default: 1 }) override age = 1;
}
class Untabled {
  static readonly key = key({ partition: '{home}', row: 'x_{id}' });
  @Text() home!: string;
  @Text() id!: string;
}
@Entity({ type: 'sub', discriminator: 'Kind' })
class SubUntabled extends Untabled {}
class Guarded {
  static readonly key = key({ partition: '{id}', row: 'g' });
  @Text() id!: string;
  constructor() {
    if (new.target === Guarded) throw new TypeError('abstract');
  }
}

const customersBy = (row: 'email_by_{name}' | 'mail_{name}') =>
  Repository(Customer).with(IntraPartitionIndex({ byName: { row } }));

describe('what one repository cannot hold is refused when it is defined', () => {
  it.each<readonly [string, () => unknown, string, RegExp]>([
    ['no members', () => Inheritance(Person, []), 'PATTERN_INVALID', /name the classes/],
    ['no array', () => Inheritance(Person, Employee as never), 'PATTERN_INVALID', /in an array/],
    ['something else', () => Inheritance(Person, [1] as never), 'PATTERN_INVALID', /each member/],
    [
      'a class twice',
      () => Inheritance(Person, [Employee, EmployeeRepository]),
      'PATTERN_INVALID',
      /named twice/,
    ],
    ['no base', () => Inheritance(undefined as never, [Employee] as never), 'NO_KEY', /entity class/],
    ['a base that cannot be made', () => Inheritance(Guarded, [] as never), 'CONSTRUCTOR', /create/],
    [
      'another class',
      () => Inheritance(Person, [Pet] as never),
      'PATTERN_INVALID',
      /does not extend Person.*Heterogeneous/,
    ],
    [
      'another key',
      () => Inheritance(Pet, [Tame, Keyed]),
      'KEY_TEMPLATE',
      /'keyed_\{id\}' is not that of Pet.*Heterogeneous/,
    ],
    [
      'no discriminator',
      () => Inheritance(Pet, [Dog, Cat]),
      'DISCRIMINATOR',
      /do not tell.*discriminator: 'EntityType'/,
    ],
    ['two columns', () => Inheritance(Pet, [Tame, Wild]), 'DISCRIMINATOR', /'Species'.*'Kind'/],
    [
      'one type twice',
      () => Inheritance(Pet, [Tame, AlsoTame]),
      'AMBIGUOUS',
      /type 'tame'.*Give each its own/,
    ],
    ['two tables', () => Inheritance(Pet, [Tame, Far]), 'NO_TABLE', /'Pets'.*'Elsewhere'/],
    [
      'another column',
      () => Inheritance(Pet, [Tame, Renamed]),
      'PATTERN_INVALID',
      /'age'.*\(column\).*in Pet alone/,
    ],
    ['another default', () => Inheritance(Pet, [Tame, Defaulted]), 'PATTERN_INVALID', /'age'.*\(default\)/],
    [
      'index rows that begin alike',
      () => Inheritance(Person, [EmployeeRepository, customersBy('email_by_{name}')]),
      'ROWS_INSEPARABLE',
      /'byEmail' of employee.*'byName' of customer.*literal of its own/,
    ],
  ])('%s', (_, define, rule, message) => {
    expect(define).toThrow(message);
    expect(define).toThrow(
      expect.objectContaining({ code: 'DEFINITION_INVALID', details: expect.objectContaining({ rule }) }),
    );
  });

  it('and what it can hold is not', () => {
    expect(() => Inheritance(Person, [EmployeeRepository, customersBy('mail_{name}')])).not.toThrow();
    expect(() => Inheritance(Pet, [Tame])).not.toThrow();
  });

  it('the table is that of the classes, or is named', () => {
    const store = TableStore.fromConnectionString('UseDevelopmentStorage=true');
    const Families = Inheritance(Untabled, [SubUntabled]);
    expect(() => new Families(store)).toThrow(/no table/);
    expect(new Families(store, { table: 'Named' }).of(SubUntabled).context.table).toBe('Named');
    expect(new (Inheritance(Pet, [Tame]))(store).of(Tame).context.table).toBe('Pets');
    expect(() => new Families(undefined as never, { table: 'Named' })).toThrow(/TableStore/);
    expect(() => new Families(store, { table: 'no name' })).toThrow(/no name|table/);
  });
});

describe('classes without a common base', () => {
  it('that cannot be told apart are refused', () => {
    expect(() => Heterogeneous([] as never)).toThrow(/name the classes/);
    expect(() => Heterogeneous([Pet, Dog])).toThrow(/cannot be told apart/);
    expect(() => Heterogeneous([Tame, Far])).toThrow(/'Pets'.*'Elsewhere'/);
    const indexed = Repository(Pet).with(IntraPartitionIndex({ byAge: { row: 'keyed_{age:03}' } }));
    expect(() => Heterogeneous([indexed, Keyed])).toThrow(/cannot be told from rows of the other/);
    const more = Repository(Keyed).with(IntraPartitionIndex({ byAge: { row: 'age_{age:03}' } }));
    const aged = Repository(Pet).with(IntraPartitionIndex({ byAge: { row: 'age_of_{age:03}' } }));
    expect(() => Heterogeneous([aged, more])).toThrow(/'byAge' of/);
    expect(() => Heterogeneous([Pet, Keyed])).not.toThrow();
  });
});
