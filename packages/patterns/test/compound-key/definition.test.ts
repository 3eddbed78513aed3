import {
  Bool,
  DateTime,
  DefinitionError,
  Entity,
  type EntityClass,
  Guid,
  Int32,
  Int64,
  type KeyTemplate,
  Repository,
  Text,
} from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { describe, expect, it } from 'vitest';
import { Badge, Employee, Review } from '../support/family.js';

type Decorator = (target: object, property: string) => void;

/** Every property that templates below name. */
const PROPERTIES: Readonly<Record<string, () => unknown>> = {
  dept: Text,
  id: Int32,
  big: Int64,
  name: Text,
  note: Text,
  year: Int32,
  at: DateTime,
  guid: Guid,
  flag: Bool,
};

interface Declared {
  readonly partition?: string;
  readonly type?: string;
  readonly discriminator?: string | undefined;
  readonly table?: string;
  readonly as?: Readonly<Record<string, () => unknown>>;
}

/** A class as decorators make it, called by hand: the same in both kinds. */
function entity(row: string, declared: Declared = {}): EntityClass {
  const { partition = '{dept}', as = {}, ...options } = declared;
  const Class = Object.assign(class {}, { key: { partition, row } satisfies KeyTemplate });
  for (const [name, decorate] of Object.entries({ ...PROPERTIES, ...as })) {
    (decorate() as Decorator)(Class.prototype, name);
  }
  const given = { discriminator: 'Kind', table: 'Things', type: `type ${row}`, ...options };
  const decorate = Entity(given as never) as unknown as (target: object) => void;
  decorate(Class);
  return Class;
}

const define = (parent: EntityClass, children: unknown) =>
  Repository(parent as never).with(CompoundKey(children as never) as never);

function failure(run: () => unknown): DefinitionError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return error as DefinitionError;
  }
  throw new Error('it was accepted');
}

describe('a child that cannot work fails when the family is defined', () => {
  it.each<readonly [string, EntityClass, EntityClass, string, string]>([
    [
      'another partition',
      entity('e_{id:06}'),
      entity('e_{id:06}_{year:04}', { partition: '{name}' }),
      'PATTERN_INVALID',
      "its partition template is '{name}'",
    ],
    [
      'another row',
      entity('e_{id:06}'),
      entity('r_{id:06}_{year:04}'),
      'PATTERN_INVALID',
      "Write it as 'e_{id:06}…'",
    ],
    [
      'another format',
      entity('e_{id:06}'),
      entity('e_{id:07}_{year:04}'),
      'PATTERN_INVALID',
      'does not begin with that of the parent',
    ],
    [
      'the row of the parent',
      entity('e_{id:06}'),
      entity('e_{id:06}', { type: 'x' }),
      'PATTERN_INVALID',
      'and go on',
    ],
    [
      'another type of a shared variable',
      entity('e_{id}'),
      entity('e_{id}_{year:04}', { as: { id: Int64 } }),
      'PATTERN_INVALID',
      "'id' is written in another way",
    ],
    [
      'another type in the partition',
      entity('e_{id}'),
      entity('e_{id}_{year:04}', { as: { dept: Int32 } }),
      'PATTERN_INVALID',
      "'dept' is written in another way",
    ],
    [
      'another converter',
      entity('e_{id}', { as: { dept: () => Text({ convert: { to: String, from: String } }) } }),
      entity('e_{id}_{year:04}', { as: { dept: () => Text({ convert: { to: String, from: String } }) } }),
      'PATTERN_INVALID',
      "'dept' has another converter",
    ],
    [
      'text that ends differently',
      entity('e_{name} '),
      entity('e_{name}  {year:04}'),
      'PATTERN_INVALID',
      'with the same characters behind it',
    ],
    [
      'a parent that ends with text',
      entity('e_{name}'),
      entity('e_{name}_{year:04}'),
      'ROWS_INSEPARABLE',
      "as in 'e_{name}_'",
    ],
    [
      'a parent that ends with raw text',
      entity('e_{name:raw}'),
      entity('e_{name:raw}_{year:04}'),
      'ROWS_INSEPARABLE',
      'ends with text',
    ],
    [
      'text that may be empty',
      entity('e_{name}_'),
      entity('e_{name}_{note}'),
      'ROWS_INSEPARABLE',
      'Put a literal in front of it',
    ],
    [
      'no discriminator on the parent',
      entity('e_{id:06}', { discriminator: undefined }),
      entity('e_{id:06}_{year:04}'),
      'AMBIGUOUS',
      'told apart by a discriminator',
    ],
    [
      'no discriminator on the child',
      entity('e_{id:06}'),
      entity('e_{id:06}_{year:04}', { discriminator: undefined }),
      'AMBIGUOUS',
      "@Entity({ discriminator: 'Kind' })",
    ],
    [
      'another discriminator',
      entity('e_{id:06}'),
      entity('e_{id:06}_{year:04}', { discriminator: 'Sort' }),
      'AMBIGUOUS',
      'needs the discriminator of',
    ],
    [
      'the same type',
      entity('e_{id:06}', { type: 'x' }),
      entity('e_{id:06}_{year:04}', { type: 'x' }),
      'AMBIGUOUS',
      "has the type 'x' as x has",
    ],
    [
      'another table',
      entity('e_{id:06}'),
      entity('e_{id:06}_{year:04}', { table: 'Other' }),
      'PATTERN_INVALID',
      "in the table 'Other'",
    ],
  ])('%s', (_, parent, child, rule, message) => {
    const error = failure(() => define(parent, { children: child }));
    expect(error.details).toMatchObject({ rule });
    expect(error.message).toContain(message);
    expect(error.message).toContain('CompoundKey: ');
  });

  it.each<readonly [string, string, string]>([
    ['padded numbers', 'e_{id:06}', 'e_{id:06}_{year:04}'],
    ['numbers of either sign', 'e_{id}', 'e_{id}_{year}'],
    ['64 bits', 'e_{big}', 'e_{big}.{note}'],
    ['times', 'e_{at}', 'e_{at}x'],
    ['the newest first', '{at:desc}', '{at:desc}_{note}'],
    ['guids', '{guid}', '{guid}_{note}'],
    ['booleans', 'e_{flag}', 'e_{flag}_{year}'],
    ['text that is closed', 'e_{name}_', 'e_{name}_{year:04}'],
    ['raw text that is closed', 'e_{name:raw}_', 'e_{name:raw}_{year:04}'],
    ['text in front of two spaces', 'e_{name}  ', 'e_{name}  {year:04}'],
    ['no variables', 'dept', 'dept_{id:06}'],
    ['nothing at all', '', 'x_{id:06}'],
    ['a separator in front of text', 'e_{name}_', 'e_{name}__{note}'],
  ])('%s are fine', (_, parent, child) => {
    expect(() => define(entity(parent), { children: entity(child) })).not.toThrow();
  });
});

describe('siblings', () => {
  const siblings = (a: string, b: string) => () =>
    define(entity('e_{id:06}'), { a: entity(a, { type: 'a' }), b: entity(b, { type: 'b' }) });

  it.each([
    ['e_{id:06}_{year:04}', 'e_{id:06}_badge_{note}'],
    ['e_{id:06}_{year:04}', 'e_{id:06}_{year:04}_{note}'],
    ['e_{id:06}_{year:04}_a', 'e_{id:06}_{year:04}_b'],
    ['e_{id:06}_a_{note}', 'e_{id:06}_b_{note}'],
    ['e_{id:06}_{name}_a', 'e_{id:06}_{name}_b'],
    ['e_{id:06}_{flag}', 'e_{id:06}_x'],
    ['e_{id:06}+{note}', 'e_{id:06}_{note}'],
  ])('%s and %s never meet', (a, b) => {
    expect(siblings(a, b)).not.toThrow();
    expect(siblings(b, a)).not.toThrow();
  });

  it.each([
    ['e_{id:06}_{year:04}', 'e_{id:06}_{year:04}'],
    ['e_{id:06}_{year:04}', 'e_{id:06}_{note}'],
    ['e_{id:06}_{year:04}', 'e_{id:06}_2012'],
    ['e_{id:06}_{name}', 'e_{id:06}_badge_{note}'],
    ['e_{id:06}_{guid}', 'e_{id:06}_badge_{note}'],
    ['e_{id:06}_{name}_a', 'e_{id:06}_{name}-b'],
    ['e_{id:06}_x', 'e_{id:06}_x{note}'],
    ['e_{id:06}_{flag}', 'e_{id:06}_true'],
  ])('%s and %s might', (a, b) => {
    for (const define of [siblings(a, b), siblings(b, a)]) {
      const error = failure(define);
      expect(error.details.rule).toBe('ROWS_INSEPARABLE');
      expect(error.message).toContain('Give each a literal of its own');
    }
  });
});

describe('declarations', () => {
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };

  it.each<readonly [string, unknown, string]>([
    ['none', {}, 'declare each child by its name'],
    ['nothing', undefined, 'declare each child by its name'],
    ['an array', [Review], 'declare each child by its name'],
    ['a revoked proxy', revoked(), 'declare each child by its name'],
    ['no class', { reviews: 'Review' }, 'neither an entity class nor a repository class'],
    ['another class', { reviews: Date }, 'neither an entity class nor a repository class'],
    ['an instance', { reviews: new Review() }, 'neither an entity class nor a repository class'],
    ['no name', { '': Review }, "a child cannot be called ''"],
    ['the parent', { parent: Review }, "a child cannot be called 'parent'"],
    ['a member of repositories', { insert: Review }, "a member called 'insert' already"],
    ['a promise', JSON.parse('{ "then": 1 }'), 'neither an entity class nor a repository class'],
    ['a class of the same type', { a: Review, b: Review }, "has the type 'review' as 'a' has"],
    ['the class itself', { a: Employee }, "has the type 'Employee' as Employee has"],
  ])('%s', (_, children, message) => {
    const error = failure(() => define(Employee, children));
    expect(error).toMatchObject({ details: { entity: 'Employee' } });
    expect(error.message).toContain(message);
  });

  it.each(['family', 'familyOrThrow', 'families', 'insertFamily', 'deleteFamily', 'explainInsertFamily'])(
    "a child called '%s'",
    (name) => {
      const error = failure(() => define(Employee, { [name]: Review }));
      expect(error.message).toContain(`a child cannot be called '${name}'`);
    },
  );

  it('twice on one repository', () => {
    const Reviewed = Repository(Employee).with(CompoundKey({ reviews: Review }));
    const error = failure(() => Reviewed.with(CompoundKey({ badges: Badge } as never) as never));
    expect(error.message).toContain('declare all children in one CompoundKey');
  });

  it('a repository that has something called of', () => {
    class Reviews extends Repository(Review) {
      of(): string {
        return 'mine';
      }
    }
    expect(failure(() => define(Employee, { reviews: Reviews })).message).toContain("a member called 'of'");
  });
});

describe('rows that are derived from members of a family', () => {
  const Indexed = (entityClass: EntityClass, row: string) =>
    Repository(entityClass as typeof Employee).with(
      IntraPartitionIndex({ byName: { row } } as never) as never,
    ) as never;
  const reviews = Repository(Review).with(IntraPartitionIndex({ best: { row: 'rating_{rating:01}' } }));

  it('have prefixes of their own, whichever pattern comes first', () => {
    for (const make of [
      () =>
        Repository(Employee)
          .with(IntraPartitionIndex({ byName: { row: 'rating_of_{name}' } }))
          .with(CompoundKey({ reviews })),
      () =>
        Repository(Employee)
          .with(CompoundKey({ reviews }))
          .with(IntraPartitionIndex({ byName: { row: 'rating_of_{name}' } })),
    ]) {
      const error = failure(make);
      expect(error.details).toEqual({ entity: 'Employee', rule: 'PATTERN_CLASH' });
      expect(error.message).toContain('the rows of Employee.byName and of review.best are in one partition');
    }
  });

  it('are not within those of the family', () => {
    // Review alone has no row that begins with e: the clash is with its parent.
    const parent = entity('e{id:06}', { type: 'p' });
    const child = entity('e{id:06}_{year:04}', { type: 'c' });
    expect(() => Indexed(child, 'e_{name}')).toThrow('cannot be told apart');
    expect(() => define(parent, { children: Indexed(child, 'name_{name}') })).not.toThrow();
  });

  it('of two children differ as well', () => {
    const a = Indexed(entity('e_{id:06}_a{note}', { type: 'a' }), 'x_{name}');
    const b = Indexed(entity('e_{id:06}_b{note}', { type: 'b' }), 'x_{note}');
    const error = failure(() => define(entity('e_{id:06}'), { a, b }));
    expect(error.message).toContain('the rows of a.byName and of b.byName are in one partition');
  });
});
