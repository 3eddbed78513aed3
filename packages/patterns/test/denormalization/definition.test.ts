import { DateTime, Entity, type EntityClass, Int32, key, Repository, Text } from '@tablewright/core';
import { denormalize } from '@tablewright/patterns/denormalization';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { Summary } from '@tablewright/patterns/summary';
import { describe, expect, it } from 'vitest';
import { Department, Employee, manager } from './company.js';

const fine = { name: 'manager', link: { id: 'managerId' }, copy: { managerName: 'lastName' } };
/** As somebody without a compiler would call it. */
const loose = denormalize as (source: EntityClass, referrer: EntityClass, declaration: unknown) => object;
const declared = (more: object) => () => loose(Employee, Department, { ...fine, ...more });

@Entity({ table: 'Company' })
class Odd {
  static readonly key = key({ partition: '{company}', row: '{name}' });
  @Text() company!: string;
  @Text() name!: string;
  @Int32() managerId?: number;
  @Text() managerName?: string;
}

@Entity({ table: 'Company' })
class Strict {
  static readonly key = key({ partition: '{company}', row: 'strict_{name}' });
  @Text() company!: string;
  @Text() name!: string;
  @Int32({ optional: false }) managerId!: number;
  @Text() bossId?: string;
  @Int32({ default: () => 3 }) anyId!: number;
  @Text() managerName?: string;
  @Text({ optional: false }) needed!: string;
  @Text({ default: 'x' }) given!: string;
  @Int32() number?: number;
}

@Entity({ table: 'Company' })
class Elsewhere {
  static readonly key = key({ partition: 'at_{company}', row: 'dept_{name}' });
  @Text() company!: string;
  @Text() name!: string;
  @Int32() managerId?: number;
  @Text() managerName?: string;
}

@Entity({ table: 'Company' })
class Dated {
  static readonly key = key({ partition: '{company}', row: 'empid_{id:06}' });
  @Text() company!: string;
  @Int32() id!: number;
  @DateTime({ default: () => new Date() }) seen!: Date;
  @Text() lastName!: string;
}

describe('a declaration is refused', () => {
  it.each<readonly [string, () => unknown, RegExp]>([
    ['that is none', () => loose(Employee, Department, 'x'), /declare it/],
    ['without a name', declared({ name: '' }), /name/],
    ['with an unknown option', declared({ unique: true }), /'unique' is not an option/],
    ['with a link that is none', declared({ link: 'id' }), /link gives properties/],
    ['with a link that lacks a variable', declared({ link: {} }), /link needs 'id'/],
    [
      'with a link that names another',
      declared({ link: { id: 'managerId', no: 'name' } }),
      /'no', which is no/,
    ],
    [
      'with a link of the partition',
      declared({ link: { id: 'managerId', company: 'company' } }),
      /PartitionKey/,
    ],
    ['with a link of an unknown property', declared({ link: { id: 'nobody' } }), /not a mapped property/],
    ['with a link of another type', declared({ link: { id: 'name' } }), /another type/],
    ['without copies', declared({ copy: {} }), /copy gives/],
    ['with copies that are none', declared({ copy: ['lastName'] }), /copy gives/],
    ['that copies what is not there', declared({ copy: { managerName: 'x' } }), /'x', which is not/],
    ['that copies into what is not there', declared({ copy: { x: 'lastName' } }), /'x', which is not/],
    ['that copies into a key', declared({ copy: { name: 'lastName' } }), /part of a key/],
    ['that copies into its link', declared({ copy: { managerId: 'id' } }), /no column|link/],
    ['that copies another type', declared({ copy: { managerName: 'salary' } }), /stored in another way/],
    ['with an unknown way to referrers', declared({ referrers: 'guess' }), /referrers is/],
    ['with an empty index', declared({ referrers: { index: '' } }), /referrers is/],
    ['with an index among the sources', declared({ referrers: { index: 'empid_x' } }), /told apart/],
    ['that clears an index', declared({ referrers: { index: 'm_' }, onDelete: 'clear' }), /needs referrers/],
    ['with an unknown onDelete', declared({ onDelete: 'cascade' }), /onDelete is/],
    ['with an unknown state', declared({ state: 'done' }), /state is/],
    ['of entities without a literal', () => loose(Employee, Odd, fine), /literal of its own/],
    ['across partitions', () => loose(Employee, Elsewhere, fine), /not in the same partitions.*outbox/],
    [
      'that clears what must be there',
      () => loose(Employee, Strict, { ...fine, onDelete: 'clear' }),
      /can be cleared/,
    ],
    [
      'with a link that is made up',
      () => loose(Employee, Strict, { ...fine, link: { id: 'anyId' } }),
      /is a function/,
    ],
    [
      'into what must be there',
      () => loose(Employee, Strict, { ...fine, copy: { needed: 'lastName' } }),
      /optional/,
    ],
    [
      'into what has a default',
      () => loose(Employee, Strict, { ...fine, copy: { given: 'lastName' } }),
      /default/,
    ],
    [
      'of what is made up',
      () => loose(Dated, Strict, { ...fine, copy: { managerName: 'seen' } }),
      /is a function/,
    ],
    [
      'that copies on what it copied',
      () =>
        loose(Department, Department, {
          name: 'x',
          link: { name: 'town' },
          copy: { managerName: 'managerName' },
        }),
      /not copied on/,
    ],
  ])('%s', (_, declare, message) => {
    expect(declare).toThrow(message);
    expect(declare).toThrow(expect.objectContaining({ code: 'DEFINITION_INVALID' }));
  });
});

describe('beside others', () => {
  const plain = Repository(Department);
  type Defining = { with(pattern: never): unknown };
  const either = (add: (to: typeof plain) => unknown) => [
    () => add(plain.with(manager.copies) as typeof plain),
    () => (add(plain) as Defining).with(manager.copies as never),
  ];

  it.each([
    [
      'an index over a copy',
      either((to) => to.with(IntraPartitionIndex({ by: { row: 'x_{managerName}', project: [] } }))),
      /'by' is made of 'managerName'/,
    ],
    [
      'an index that carries all',
      either((to) => to.with(IntraPartitionIndex({ by: { row: 'x_{town}' } }))),
      /'by' may look at all columns/,
    ],
    [
      'a sum of copies',
      either((to) => to.with(Summary({ all: { row: 'sum', sum: ['managerSalary'] } }))),
      /'all' is made of 'managerSalary'/,
    ],
  ])('%s is refused, whichever comes first', (_, orders, message) => {
    for (const define of orders) expect(define).toThrow(message);
  });

  it('an index over other columns is welcome', () => {
    const index = IntraPartitionIndex<typeof Department, { by: { row: 'x_{town}'; project: [] } }>({
      by: { row: 'x_{town}', project: [] },
    });
    expect(() => plain.with(manager.copies).with(index)).not.toThrow();
  });

  it('copies of copies are refused', () => {
    @Entity({ table: 'Company' })
    class Team {
      static readonly key = key({ partition: '{company}', row: 'team_{name}' });
      @Text() company!: string;
      @Text() name!: string;
      @Text() departmentName?: string;
      @Text() bossName?: string;
    }
    const boss = denormalize(Department, Team, {
      name: 'boss',
      link: { name: 'departmentName' },
      copy: { bossName: 'managerName' },
    });
    expect(() => Repository(Department).with(manager.copies).with(boss.source)).toThrow(/copy on/);
    expect(() => Repository(Department).with(boss.source).with(manager.copies)).toThrow(/copy on/);
  });

  it.each(['a/b', 'x_{town}', '{'])('index rows do not begin with %s', (index) => {
    const { copies } = loose(Employee, Department, { ...fine, referrers: { index } }) as typeof manager;
    const define = () => Repository(Department).with(copies);
    expect(define).toThrow(expect.objectContaining({ code: 'DEFINITION_INVALID' }));
  });

  it('each side belongs to its own class, once', () => {
    expect(() => Repository(Department).with(manager.source as never)).toThrow(
      /'manager.source' is for .* Employee/,
    );
    expect(() => Repository(Employee).with(manager.copies as never)).toThrow(
      /'manager.copies' is for .* Department/,
    );
    expect(() => Repository(Department).with(manager.copies).with(manager.copies)).toThrow(
      /'manager' is derived already/,
    );
  });
});
