import {
  DefinitionError,
  defineRepository,
  type Pattern,
  Repository,
  type RepositoryClass,
  TableStore,
} from '@tablewright/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Worker } from './support/company.js';
import { byName, headCount, mirrored } from './support/patterns.js';

const member = (name: string): Pattern => ({
  name: 'Member',
  define: () => ({ members: { [name]: () => 1 } }),
});

function definitionOf(define: () => unknown): DefinitionError {
  try {
    define();
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return error as DefinitionError;
  }
  throw new Error('it was accepted');
}

describe('opting into patterns', () => {
  const storage = useStorage();

  it('gives repositories what the patterns offer, typed, once for each instance', () => {
    class Workers extends Repository(Worker).with(byName()).with(headCount()) {}
    const workers = new Workers(storage.store(), { table: 'Workers' });
    expect(workers.headCount()).toBe('counts of Workers');
    expect(workers.headCount).toBe(workers.headCount);
    expect(new Workers(storage.store()).headCount()).toBe('counts of Company');
    expectTypeOf(workers.headCount).toEqualTypeOf<() => string>();
    expectTypeOf(workers.get).parameter(0).toEqualTypeOf<{ department: string; id: number }>();
  });

  it('leaves the class as it was: each with() makes another', () => {
    const plain = Repository(Worker);
    const counted = plain.with(headCount());
    expect([plain.patterns.names, counted.patterns.names]).toEqual([[], ['HeadCount']]);
    expect('headCount' in new plain(storage.store())).toBe(false);
  });

  it('works without extending an expression', () => {
    const Workers: RepositoryClass<typeof Worker, { readonly headCount: () => string }> = defineRepository(
      Worker,
      headCount(),
    );
    expect(new Workers(storage.store()).headCount()).toBe('counts of Company');
    expect(new (defineRepository(Worker))(storage.store()).context.table).toBe('Company');
  });

  it('lets members insert as the repository does', async () => {
    const adding: Pattern<typeof Worker, { readonly add: (id: number) => Promise<object> }> = {
      name: 'Adding',
      define: () => ({
        members: { add: (host) => (id: number) => host.insert({ department: 'Sales', id }) },
      }),
    };
    const table = storage.emulator.uniqueName('Added');
    const workers = new (Repository(Worker).with(adding))(storage.store(), { table });
    expect(await workers.add(7)).toBeInstanceOf(Worker);
    expect(await workers.exists({ department: 'Sales', id: 7 })).toBe(true);
    await expect(workers.add(7)).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
  });

  it('is refused on a service that a pattern does not fit, when the repository is made', () => {
    const ordered: Pattern = {
      name: 'Ordered',
      define: () => ({
        unfit: ({ profile }) =>
          profile === 'cosmos' ? 'rows have no order there. Use an index.' : undefined,
      }),
    };
    const Workers = Repository(Worker).with(ordered);
    expect(new Workers(storage.store()).context.table).toBe('Company');
    const { message, details } = definitionOf(() => new Workers(storage.store({ profile: 'cosmos' })));
    expect(message).toBe('Worker: Ordered: rows have no order there. Use an index.');
    expect(details).toEqual({ entity: 'Worker', rule: 'PATTERN_UNSUPPORTED' });
  });

  it('is refused beside patterns that one of them cannot work with, in either order', () => {
    const alone: Pattern = {
      name: 'Alone',
      define: () => ({
        clash: ({ derivations }) => (derivations.length > 0 ? 'rows are derived. Drop them.' : undefined),
      }),
    };
    expect(Repository(Worker).with(alone).with(member('one')).patterns.names).toEqual(['Alone', 'Member']);
    for (const define of [
      () => Repository(Worker).with(alone).with(byName()),
      () => Repository(Worker).with(byName()).with(alone),
    ]) {
      const { message, details } = definitionOf(define);
      expect(message).toBe('Worker: Alone: rows are derived. Drop them.');
      expect(details).toEqual({ entity: 'Worker', rule: 'PATTERN_CLASH' });
    }
  });

  describe('refuses', () => {
    it('names that are taken', () => {
      for (const name of ['insert', 'query', 'context', 'explain', 'then', 'constructor', 'toString']) {
        const { details } = definitionOf(() => Repository(Worker).with(member(name)));
        expect(details).toMatchObject({ rule: 'PATTERN_CLASH', property: name, entity: 'Worker' });
      }
      const twice = definitionOf(() =>
        Repository(Worker)
          .with(member('own'))
          .with(member('own') as never),
      );
      expect(twice.details.rule).toBe('PATTERN_CLASH');
      const typed = () => {
        // @ts-expect-error the repository has headCount already
        Repository(Worker).with(headCount()).with(headCount());
        const insert: Pattern<typeof Worker, { insert: number }> = { name: 'x', define: () => ({}) };
        // @ts-expect-error every repository has insert
        Repository(Worker).with(insert);
      };
      expect(typed).toBeTypeOf('function');
    });

    it('two derivations of one name', () => {
      const define = () =>
        Repository(Worker)
          .with(byName())
          .with(byName({ rowPrefix: 'other_' }));
      expect(definitionOf(define).details.rule).toBe('PATTERN_CLASH');
    });

    it('rows that cannot be told apart', () => {
      for (const rowPrefix of ['empid_', 'emp', 'empid_x', '']) {
        const define = () => Repository(Worker).with(byName({ rowPrefix }));
        expect(definitionOf(define).details.rule).toBe('ROWS_INSEPARABLE');
      }
      const two = () =>
        Repository(Worker)
          .with(byName({ rowPrefix: 'a_' }))
          .with(byName({ name: 'b', rowPrefix: 'a_b' }));
      expect(definitionOf(two).message).toMatch(/byName.*b.*'a_' and 'a_b'/);
    });

    it('a pattern without what it needs, or beside what it cannot stand', () => {
      const needs: Pattern = { name: 'Needs', requires: ['HeadCount'], define: () => ({}) };
      const hates: Pattern = { name: 'Hates', conflicts: ['HeadCount'], define: () => ({}) };
      expect(definitionOf(() => Repository(Worker).with(needs)).details.rule).toBe('PATTERN_REQUIRES');
      const counted = Repository(Worker).with(headCount());
      expect(counted.with(needs).patterns.names).toEqual(['HeadCount', 'Needs']);
      expect(definitionOf(() => counted.with(hates)).details.rule).toBe('PATTERN_CONFLICTS');
    });

    it('what is no pattern', () => {
      for (const wrong of [undefined, null, {}, () => {}, { name: 'x' }]) {
        expect(definitionOf(() => Repository(Worker).with(wrong as never)).details.rule).toBe(
          'PATTERN_INVALID',
        );
      }
    });

    it('parts that a pattern declares wrongly', () => {
      const right = { kind: 'ownRows', name: 'x', state: 'ready', fingerprint: '1', rowPrefix: 'x_' };
      const functions = { derive: () => [], sourceOf: () => undefined };
      const wrong: unknown[] = [
        undefined,
        null,
        { derivations: {} },
        { derivations: [null] },
        { derivations: [right] },
        { derivations: [{ ...right, ...functions, kind: 'zzz' }] },
        { derivations: [{ ...right, ...functions, state: 'zzz' }] },
        { derivations: [{ ...right, ...functions, name: '' }] },
        { derivations: [{ ...right, ...functions, rowPrefix: 5 }] },
        { derivations: [{ ...right, ...functions, fingerprint: 5 }] },
        { deferred: [{ ...right, kind: 'deferred' }] },
        { paths: [{}] },
        { members: { foo: 5 } },
        { stage: {} },
      ];
      for (const parts of wrong) {
        const pattern = { name: 'Wrong', define: () => parts } as Pattern;
        expect(definitionOf(() => Repository(Worker).with(pattern)).details.rule).toBe('PATTERN_INVALID');
      }
      const fine = { name: 'Fine', define: () => ({ derivations: [{ ...right, ...functions }] }) } as Pattern;
      expect(Repository(Worker).with(fine).patterns.names).toEqual(['Fine']);
    });

    it('a repository without the outbox that a pattern needs', () => {
      class Workers extends Repository(Worker).with(mirrored()) {}
      const store = TableStore.fromConnectionString('UseDevelopmentStorage=true');
      // @ts-expect-error the outbox is missing
      expect(() => new Workers(store)).toThrow(/pass \{ outbox \}/);
      // @ts-expect-error the outbox is missing
      expect(() => new Workers(store, { table: 'Other' })).toThrow(/pass \{ outbox \}/);
    });
  });
});
