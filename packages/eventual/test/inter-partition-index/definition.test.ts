import { Entity, type EntityClass, Int32, key, type Pattern, Repository, Text } from '@tablewright/core';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { describe, expect, it } from 'vitest';
import { Customer } from '../support/customers.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'Ranked' })
class Ranked {
  static readonly key = key({ partition: '{team}', row: 'id_{id:03}' });
  @Text() team!: string;
  @Int32() id!: number;
  @Int32({ default: () => 1 }) rank?: number;
  @Int32({ default: 7 }) level?: number;
}

/** As an untyped caller would. */
const declare = (declarations: unknown, entity: EntityClass = Customer) =>
  Repository(entity as typeof Customer).with(InterPartitionIndex(declarations as never) as never);
const failure = (run: () => unknown): Error & { code?: string; details?: Record<string, unknown> } => {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error');
};
const there = { partition: 'x', row: 'x_{email}' };
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

describe('declarations that cannot work fail when the class is defined', () => {
  it.each<readonly [string, unknown, string]>([
    ['no partition', { row: 'x_{email}' }, 'partition is a template'],
    ['a partition that is none', { ...there, partition: 7 }, 'partition is a template'],
    ['no row', { partition: 'x' }, 'row is a template'],
    [
      'an unknown property in the partition',
      { ...there, partition: '{nope}' },
      "'nope', which is not a mapped",
    ],
    ['an unknown property in the row', { ...there, row: 'x_{nope}' }, "'nope', which is not a mapped"],
    ['an array without each', { ...there, row: 'x_{tags}' }, 'JSON and cannot be part of a key'],
    [
      'an array in the partition',
      { ...there, partition: '{tags}', each: { tags: 'text' } },
      'cannot be part of a key',
    ],
    ['no literal in front', { ...there, row: '{email}' }, "such as 'bad_'"],
    ['an empty partition', { ...there, partition: '' }, 'empty'],
    ['a broken template', { ...there, row: 'x_{email' }, 'is not closed'],
    ['the rows of the entity', { ...there, row: 'cust_x_{email}' }, 'cannot be told apart'],
    [
      'the rows of the entity, with its own table by name',
      { ...there, row: '{email}', table: 'customers' },
      'leave table out',
    ],
    ['a table that is none', { ...there, table: 'my-table' }, 'table is the name of a table'],
    ['a table that is a number', { ...there, table: 7 }, 'table is the name of a table'],
    ['an unknown projection', { ...there, project: ['nope'] }, "project names 'nope'"],
    ['an unknown condition', { ...there, where: { nope: 1 } }, "where names 'nope'"],
    ['a condition of another type', { ...there, where: { active: 'yes' } }, 'takes true or false'],
    ['each of no array', { ...there, each: { email: 'text' } }, 'which is not an array'],
    ['each outside of the template', { ...there, each: { tags: 'text' } }, 'which the template does not'],
    ['uniqueness', { ...there, unique: true }, "'unique' is not an option"],
    ['an unknown state', { ...there, state: 'done' }, 'building, ready, dropping'],
    ['null', null, 'a declaration is an object'],
    ['a revoked proxy', revoked(), 'a declaration is an object'],
  ])('%s', (_, declaration, message) => {
    const error = failure(() => declare({ bad: declaration }));
    expect(error).toMatchObject({ code: 'DEFINITION_INVALID', details: { entity: 'Customer' } });
    expect(error.message).toContain(message);
  });

  it.each<readonly [string, unknown]>([
    ['the partition', { partition: 'x_{rank:03}', row: 'x' }],
    ['the row', { partition: 'x', row: 'x_{rank:03}' }],
    ['where', { partition: 'x', row: 'x_{level:03}', where: { rank: 1 } }],
  ])('a default that is a function, in %s', (_, declaration) => {
    const error = failure(() => declare({ bad: declaration }, Ranked));
    expect(error).toMatchObject({ details: { entity: 'Ranked', rule: 'PATTERN_INVALID' } });
    expect(error.message).toContain("'rank' is a function");
  });

  it.each(['insert', 'query', 'then', 'constructor', '__proto__', 'primary', ''])(
    "the name '%s' is taken",
    (name) => {
      const declarations = JSON.parse(`{ "${name}": ${JSON.stringify(there)} }`) as object;
      expect(failure(() => declare(declarations)).code).toBe('DEFINITION_INVALID');
    },
  );

  it('two indexes of one table whose rows cannot be told apart', () => {
    const row = 'x_{email}';
    const clash = (a: object, b: object) => failure(() => declare({ a, b })).message;
    expect(clash({ partition: 'p', row }, { partition: 'q', row: 'x_{name}' })).toContain(
      'cannot be told apart',
    );
    const Other = { table: 'Other' };
    expect(
      clash({ ...Other, partition: 'p', row: '{email}' }, { table: 'OTHER', partition: 'q', row: '{name}' }),
    ).toContain('cannot be told apart');
    for (const b of [
      { partition: 'p', row: 'y_{email}' },
      { ...Other, partition: 'p', row },
    ]) {
      expect(() => declare({ a: { partition: 'p', row }, b })).not.toThrow();
    }
    expect(() =>
      declare({
        a: { ...Other, partition: 'p', row: '{email}' },
        b: { table: 'Another', partition: 'p', row: '{email}' },
      }),
    ).not.toThrow();
  });

  it('the same through two patterns, in whatever order', () => {
    const first = InterPartitionIndex({ a: there } as never) as Pattern<typeof Customer>;
    const second = InterPartitionIndex({ b: { ...there, row: 'x_{name}' } } as never) as Pattern<
      typeof Customer
    >;
    expect(
      failure(() =>
        Repository(Customer)
          .with(first as never)
          .with(second as never),
      ).message,
    ).toContain('cannot be told apart');
  });

  it('an entity that fills its row cannot be copied as a whole', () => {
    class Wide {
      static readonly key = key({ partition: '{a}', row: 'row_{b}' });
      a!: string;
      b!: string;
    }
    const names = ['a', 'b', ...Array.from({ length: 248 }, (_, i) => `p${i}`)];
    const decorate = Text() as unknown as (target: object, property: string) => void;
    for (const name of names) decorate(Wide.prototype, name);
    const whole = { partition: 'x', row: 'x_{p0}' };
    expect(() => declare({ whole }, Wide)).not.toThrow();
    for (const name of ['q1', 'q2']) decorate(Wide.prototype, name);
    class Wider extends Wide {}
    for (const name of [...names, 'q1', 'q2']) decorate(Wider.prototype, name);
    expect(failure(() => declare({ whole }, Wider)).message).toContain('project: […]');
    expect(() => declare({ some: { ...whole, project: ['p1'] } }, Wider)).not.toThrow();
  });
});

describe('repositories', () => {
  const Indexed = Repository(Customer).with(
    InterPartitionIndex({ byEmail: { table: 'EmailsOfCustomers', partition: 'emails', row: '{email}' } }),
  );

  it('ask for an outbox', () => {
    const make = (options: unknown) => () => new Indexed(storage.store(), options as never);
    for (const options of [undefined, {}, { outbox: null }, { outbox: {} }, { outbox: 'x' }]) {
      expect(failure(make(options))).toMatchObject({ code: 'OPTIONS_INVALID' });
    }
  });

  it('are refused in the table that an index names', async () => {
    const store = storage.store();
    const outbox = await storage.outbox(store);
    const error = failure(() => new Indexed(store, { outbox, table: 'emailsofcustomers' }));
    expect(error.code).toBe('DEFINITION_INVALID');
    expect(error.message).toContain('byEmail');
  });
});

describe('fingerprints', () => {
  const fingerprint = (declaration: object) =>
    (declare({ one: declaration }) as unknown as { patterns: { deferred: { fingerprint: string }[] } })
      .patterns.deferred[0]!.fingerprint;
  const base = { ...there, project: ['age', 'name'], where: { active: true, age: 3 } };

  it('do not depend on the state, nor on the order of what is declared', () => {
    const other = {
      where: { age: 3, active: true },
      project: ['name', 'age'],
      row: there.row,
      partition: 'x',
    };
    expect(fingerprint(other)).toBe(fingerprint(base));
    expect(fingerprint({ ...base, state: 'building' })).toBe(fingerprint(base));
    expect(fingerprint({ ...base, table: 'Other' })).toBe(fingerprint({ ...base, table: 'OTHER' }));
  });

  it('tell other declarations apart', () => {
    const others = [
      base,
      { ...base, row: 'y_{email}' },
      { ...base, partition: 'y' },
      { ...base, table: 'Other' },
      { ...base, project: ['age'] },
      { ...there, where: base.where },
      { ...base, where: { active: true } },
      { partition: 'x', row: 'x_{tags}', each: { tags: 'text' } },
    ];
    expect(new Set(others.map(fingerprint)).size).toBe(others.length);
  });
});

it('row keys go on with both keys of the entity, without repeating what the index names', () => {
  @Entity({ table: 'Posts' })
  class Post {
    static readonly key = key({ partition: '{blog}_{kind}', row: 'post_{year:04}_{number:03}' });
    @Text() blog!: string;
    @Text() kind!: string;
    @Int32() year!: number;
    @Int32() number!: number;
    @Text() title?: string;
  }
  const templateOf = (declaration: object) =>
    (
      declare({ one: declaration }, Post) as unknown as {
        patterns: { readers: { path: { row: { source: string } } }[] };
      }
    ).patterns.readers[0]!.path.row.source;
  const all = '  {blog}_{kind}  post_{year:04}_{number:03}';
  expect(templateOf({ partition: 'titles', row: 't_{title}' })).toBe(`t_{title}${all}`);
  expect(templateOf({ partition: 'all', row: 'all' })).toBe(`all${all}`);
  expect(templateOf({ partition: '{blog}', row: 't_{title}' })).toBe(
    't_{title}  {kind}  post_{year:04}_{number:03}',
  );
  expect(templateOf({ partition: '{year:04}', row: 'n_{number:03}_{blog}_{kind}' })).toBe(
    'n_{number:03}_{blog}_{kind}',
  );
});
