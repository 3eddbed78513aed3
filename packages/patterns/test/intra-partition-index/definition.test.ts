import {
  Entity,
  type EntityClass,
  Int32,
  Json,
  key,
  type Pattern,
  Repository,
  Text,
} from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { describe, expect, it } from 'vitest';
import { Employee } from '../support/employee.js';

let made = 0;

@Entity({ table: 'Ranked' })
class Ranked {
  static readonly key = key({ partition: '{team}', row: 'id_{id:03}' });
  @Text() team!: string;
  @Int32() id!: number;
  @Int32({ default: () => ++made }) rank?: number;
  @Int32({ default: 7 }) level?: number;
  @Json({ default: () => [] }) marks?: string[];
}

/** As an untyped caller would. */
const declare = (declarations: unknown, entity: EntityClass = Employee) =>
  Repository(entity as typeof Employee).with(IntraPartitionIndex(declarations as never) as never);
const failure = (run: () => unknown): Error & { code?: string; details?: Record<string, unknown> } => {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error');
};
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

describe('declarations that cannot work fail when the class is defined', () => {
  it.each<readonly [string, unknown, string]>([
    ['an unknown property', { row: 'x_{nope}' }, "'nope', which is not a mapped property"],
    ['an array without each', { row: 'x_{tags}' }, 'JSON and cannot be part of a key'],
    ['no literal in front', { row: '{email}' }, "such as 'bad_'"],
    ['an empty template', { row: '', unique: true }, "such as 'bad_'"],
    ['a broken template', { row: 'x_{email' }, 'is not closed'],
    ['a wrong format', { row: 'x_{email:03}' }, 'no format'],
    ['glued text', { row: 'x_{email}{lastName}' }, 'Put a literal between them'],
    ['the rows of the entity', { row: 'empid_x_{email}' }, 'cannot be told apart'],
    ['an unknown projection', { row: 'x_{email}', project: ['nope'] }, "project names 'nope'"],
    ['a projection that is no list', { row: 'x_{email}', project: 'email' }, 'array of property names'],
    ['an unknown condition', { row: 'x_{email}', where: { nope: 1 } }, "where names 'nope'"],
    ['a condition of another type', { row: 'x_{email}', where: { active: 'yes' } }, 'takes true or false'],
    ['a condition without value', { row: 'x_{email}', where: { active: null } }, 'needs a value'],
    ['a condition on an array', { row: 'x_{email}', where: { tags: ['a'] } }, 'cannot be compared'],
    ['conditions that are none', { row: 'x_{email}', where: [1] }, 'where is an object'],
    ['each of no array', { row: 'x_{email}', each: { email: 'text' } }, 'which is not an array'],
    ['each of nothing known', { row: 'x_{nope}', each: { nope: 'text' } }, 'which is not an array'],
    [
      'each outside of the template',
      { row: 'x_{email}', each: { tags: 'text' } },
      'which the template does not',
    ],
    ['each of an unknown kind', { row: 'x_{tags}', each: { tags: 'json' } }, 'the kind of its elements'],
    ['each of two', { row: 'x_{tags}', each: { tags: 'text', email: 'text' } }, 'one array property'],
    ['an unknown option', { row: 'x_{email}', uniqe: true }, "'uniqe' is not an option"],
    ['an unknown state', { row: 'x_{email}', state: 'done' }, 'building, ready, dropping'],
    ['unique that is neither', { row: 'x_{email}', unique: 1 }, 'true or false'],
    ['no template', {}, 'row is a template'],
    ['null', null, 'a declaration is an object'],
    ['a template alone', 'x_{email}', 'a declaration is an object'],
    ['a revoked proxy', revoked(), 'a declaration is an object'],
  ])('%s', (_, declaration, message) => {
    const error = failure(() => declare({ bad: declaration }));
    expect(error).toMatchObject({ code: 'DEFINITION_INVALID', details: { entity: 'Employee' } });
    expect(error.message).toContain(message);
  });

  it.each<readonly [string, unknown, string]>([
    ['the template', { row: 'x_{rank:03}' }, "'rank' is a function"],
    ['a unique template', { row: 'x_{rank:03}', unique: true }, 'or give it a constant default'],
    ['where', { row: 'x_{level:03}', where: { rank: 1 } }, "'rank' is a function"],
    ['each', { row: 'x_{marks}', each: { marks: 'text' } }, 'Make the property optional, without a default'],
  ])('a default that is a function, in %s', (_, declaration, message) => {
    const error = failure(() => declare({ bad: declaration }, Ranked));
    expect(error).toMatchObject({
      code: 'DEFINITION_INVALID',
      details: { entity: 'Ranked', rule: 'PATTERN_INVALID' },
    });
    expect(error.message).toContain(message);
  });

  it('a constant default may decide, and any default may be copied', () => {
    const project = ['rank', 'marks'];
    expect(() =>
      declare({ fine: { row: 'x_{level:03}', where: { level: 7 }, project } }, Ranked),
    ).not.toThrow();
  });

  it.each<readonly [string, unknown]>([
    ['none', {}],
    ['undefined', undefined],
    ['an array', [{ row: 'x_{email}' }]],
    ['a revoked proxy', revoked()],
  ])('no declarations: %s', (_, declarations) => {
    expect(failure(() => declare(declarations)).message).toContain('declare at least one index');
  });

  it.each(['insert', 'query', 'context', 'then', 'constructor', '__proto__', 'toString', 'primary', ''])(
    "the name '%s' is taken",
    (name) => {
      const declarations = JSON.parse(`{ "${name}": { "row": "x_{email}" } }`) as object;
      expect(failure(() => declare(declarations)).code).toBe('DEFINITION_INVALID');
    },
  );

  it('names and ranges of other indexes are taken', () => {
    const First = Repository(Employee).with(IntraPartitionIndex({ a: { row: 'x_{email}' } }));
    const second = (pattern: unknown) => () => First.with(pattern as Pattern<typeof Employee> as never);
    expect(failure(second(IntraPartitionIndex({ a: { row: 'y_{email}' } } as never)))).toMatchObject({
      details: { rule: 'PATTERN_CLASH' },
    });
    expect(failure(second(IntraPartitionIndex({ b: { row: 'x_{lastName}' } } as never)))).toMatchObject({
      details: { rule: 'ROWS_INSEPARABLE' },
    });
  });

  it('an entity without a literal in front of its own rows cannot have an index', () => {
    class Plain {
      static readonly key = key({ partition: '{a}', row: '{b}' });
      @Text() a!: string;
      @Text() b!: string;
    }
    const error = failure(() => declare({ byB: { row: 'b_{b}' } }, Plain));
    expect(error.message).toContain('Begin each row template with a literal of its own');
  });

  it('an entity that fills its row cannot be copied as a whole', () => {
    class Wide {
      static readonly key = key({ partition: '{a}', row: 'row_{b}' });
      a!: string;
      b!: string;
    }
    const names = ['a', 'b', ...Array.from({ length: 252 }, (_, i) => `p${i}`)];
    // As an experimental decorator is called, whichever sort this file is compiled with.
    const decorate = Text() as unknown as (target: object, property: string) => void;
    for (const name of names) decorate(Wide.prototype, name);
    expect(failure(() => declare({ whole: { row: 'x_{p0}' } }, Wide)).message).toContain('project: […]');
    expect(() => declare({ some: { row: 'x_{p0}', project: ['p1'] } }, Wide)).not.toThrow();
  });
});

describe('fingerprints', () => {
  const fingerprint = (declaration: object) =>
    (declare({ one: declaration }) as unknown as { patterns: { derivations: { fingerprint: string }[] } })
      .patterns.derivations[0]!.fingerprint;
  const base = { row: 'x_{email}', project: ['age', 'lastName'], where: { active: true, age: 3 } };

  it('do not depend on the state, nor on the order of what is declared', () => {
    const other = { where: { age: 3, active: true }, project: ['lastName', 'age'], row: 'x_{email}' };
    expect(fingerprint(other)).toBe(fingerprint(base));
    expect(fingerprint({ ...base, state: 'building' })).toBe(fingerprint(base));
    expect(fingerprint({ ...base, unique: false })).toBe(fingerprint(base));
  });

  it('tell other declarations apart', () => {
    const others = [
      base,
      { ...base, row: 'y_{email}' },
      { ...base, unique: true },
      { ...base, project: ['age'] },
      { row: base.row, where: base.where },
      { ...base, where: { active: true } },
      { ...base, where: { active: true, age: 4 } },
      { row: 'x_{tags}', each: { tags: 'text' } },
    ];
    expect(new Set(others.map(fingerprint)).size).toBe(others.length);
  });
});

describe('keys', () => {
  @Entity({ table: 'Posts' })
  class Post {
    static readonly key = key({ partition: '{blog}', row: 'post_{year:04}_{number:03}' });
    @Text() blog!: string;
    @Int32() year!: number;
    @Int32() number!: number;
    @Text() title?: string;
    @Json() marks?: number[];
  }
  const templateOf = (declaration: object) =>
    (
      declare({ one: declaration }, Post) as unknown as {
        patterns: { readers: { path: { row: { source: string } } }[] };
      }
    ).patterns.readers[0]!.path.row.source;

  it('of non-unique indexes go on with the key of the entity, without repeating its variables', () => {
    expect(templateOf({ row: 't_{title}' })).toBe('t_{title}  post_{year:04}_{number:03}');
    expect(templateOf({ row: 'y_{year:04}' })).toBe('y_{year:04}  {number:03}');
    expect(templateOf({ row: 'n_{number:03}_{year:04}' })).toBe('n_{number:03}_{year:04}');
    expect(templateOf({ row: 'all' })).toBe('all  post_{year:04}_{number:03}');
    expect(templateOf({ row: 't_{title}', unique: true })).toBe('t_{title}');
    expect(templateOf({ row: 'm_{marks}', each: { marks: 'int32' } })).toBe(
      'm_{marks}  post_{year:04}_{number:03}',
    );
  });
});
