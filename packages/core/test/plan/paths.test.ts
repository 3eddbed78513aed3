import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../src/limits/index.js';
import type { AccessPath, Condition, QueryInput } from '../../src/plan/index.js';
import { codec, index, primary } from './support/indexes.js';
import { absent, and, eq, filters, is, oneOf, or, plan } from './support/plan.js';

const of = (paths: readonly AccessPath[], condition: Condition, more: Partial<QueryInput> = {}) =>
  plan({ codec, paths: [primary, ...paths], ...more }, condition);

const byName = index('byName', '{area}', 'name_{name}');
const byNote = index('byNote', '{area}', 'note_{note}_{number:03}');

describe('the choice of a path', () => {
  it('is a point before a range, and the primary among equals', () => {
    const both = and(eq('area', 'A'), eq('name', 'x'));
    expect(of([byName], both)).toMatchObject({ path: 'byName', access: 'point' });
    expect(of([byName], and(both, eq('number', 1)))).toMatchObject({ path: 'primary', access: 'point' });
    expect(of([byName], and(both, is('number', 'gt', 1)))).toMatchObject({ path: 'byName', access: 'point' });
  });

  it('is the range that more of the key narrows', () => {
    const byCount = index('byCount', '{area}', 'count_{count}_{number}');
    const condition = and(eq('area', 'A'), is('number', 'gt', 1), eq('count', 3));
    expect(of([byCount], condition)).toMatchObject({ path: 'byCount', access: 'range' });
    expect(of([byCount], and(eq('area', 'A'), is('number', 'gt', 1)))).toMatchObject({ path: 'primary' });
  });

  it('is an index rather than a scan, even one that was allowed', () => {
    const condition = and(eq('area', 'A'), is('note', 'startsWith', 'x'));
    expect(of([byNote], condition, { scan: 'table' })).toMatchObject({ path: 'byNote', access: 'range' });
  });

  it('is the primary among scans', () => {
    expect(of([byName], eq('area', 'A'), { scan: 'partition' })).toMatchObject({ path: 'primary' });
  });

  it('takes a partition that an index made for a value as what was asked for', () => {
    const inter = index('byState', 'state_{state}', '{area}_{number}', { table: 'ThingIndex' });
    const planned = of([inter], eq('state', 'new'));
    expect(planned).toMatchObject({ path: 'byState', access: 'range', table: 'ThingIndex' });
    expect(planned.parts).toMatchObject([{ table: 'ThingIndex', partitionKey: 'state_new' }]);
  });

  it('leaves out indexes that may lack rows', () => {
    const optional = index('byBoth', '{area}', 'x_{name}_{note}');
    const condition = and(eq('area', 'A'), eq('name', 'x'));
    expect(() => of([optional], condition)).toThrow(/would read all/);
    expect(of([optional], and(condition, is('note', 'gt', 'a')))).toMatchObject({ path: 'byBoth' });
    for (const negative of [absent('note'), is('note', 'ne', 'a')]) {
      expect(() => of([optional], and(condition, negative))).toThrow(/would read all/);
    }
    const inEach = or(and(condition, is('note', 'gt', 'a')), and(condition, eq('count', 1)));
    expect(() => of([optional], inEach)).toThrow(/would read all/);
    const defaulted = index('byLevel', '{area}', 'x_{name}_{level}');
    expect(of([defaulted], condition)).toMatchObject({ path: 'byLevel', access: 'range' });
  });

  it('leaves out values that only the index cannot hold', () => {
    const narrow = index('byCount', '{area}', 'count_{count:02}');
    const planned = of([narrow], and(eq('area', 'A'), oneOf('count', [5, 500])), { scan: 'partition' });
    expect(planned).toMatchObject({ path: 'primary', access: 'partition' });
  });

  it('leaves out indexes that are not ready', () => {
    const condition = and(eq('area', 'A'), eq('name', 'x'));
    for (const state of ['building', 'dropping'] as const) {
      const path = { ...byName, state };
      expect(() => of([path], condition)).toThrow(/would read all/);
      expect(() => of([path], condition, { via: 'byName' })).toThrow(
        expect.objectContaining({
          code: 'INDEX_NOT_READY',
          details: { entity: 'Thing', index: 'byName', state },
        }),
      );
    }
  });

  it('takes a limited index only where every alternative implies its limit', () => {
    const open = index('open', '{area}', 'open_{name}', { where: { open: true } });
    const named = and(eq('area', 'A'), eq('name', 'x'));
    expect(() => of([open], named)).toThrow(/would read all/);
    expect(() => of([open], and(named, eq('open', false)))).toThrow(/would read all/);
    expect(() => of([open], and(named, or(eq('open', true), eq('count', 1))))).toThrow(/would read all/);
    const planned = of([open], and(named, eq('open', true), eq('count', 1)), { wants: 'copies' });
    expect(planned).toMatchObject({ path: 'open', access: 'point', residual: eq('count', 1) });
    expect(of([open], and(named, eq('open', false)), { via: 'open' })).toMatchObject({ access: 'none' });
  });

  it('finds elements of arrays, one at a time', () => {
    const byTag = index('byTag', '{area}', 'tag_{tags}_{number:03}', { each: 'tags' });
    const tagged = (tag: string) => is('tags', 'contains', tag);
    const planned = of([byTag], and(eq('area', 'A'), tagged('x'), is('number', 'lt', 5)), {
      wants: 'copies',
    });
    expect(planned).toMatchObject({ path: 'byTag', access: 'range' });
    expect(planned.residual).toBeUndefined();
    expect(filters(planned)).toEqual([
      "PartitionKey eq 'A' and RowKey ge 'tag_x_' and RowKey lt 'tag_x_005'",
    ]);
    // An entity with both would come twice.
    const either = and(eq('area', 'A'), or(tagged('x'), tagged('y')));
    expect(of([byTag], either, { scan: 'partition' })).toMatchObject({
      path: 'primary',
      residual: { kind: 'or' },
    });
    const whole = of([byTag], and(eq('area', 'A'), is('tags', 'contains', 5)), { scan: 'partition' });
    expect(whole).toMatchObject({ path: 'primary' });
  });

  it('says in a refusal which index would serve', () => {
    expect(() => of([byNote], and(eq('area', 'A'), eq('name', 'x')))).toThrow(
      "Thing: this query would read all Thing rows of a partition. Give 'number', give 'note' for the index 'byNote', declare an index on 'name', or allow the scan with scan('partition').",
    );
  });
});

describe('a path that was asked for by name', () => {
  it('is taken, whatever else would serve', () => {
    const condition = and(eq('area', 'A'), eq('number', 1), is('name', 'ge', 'x'));
    expect(of([byName], condition, { via: 'byName' })).toMatchObject({ path: 'byName', access: 'range' });
  });

  it('must be there', () => {
    expect(() => of([byName], eq('area', 'A'), { via: 'byAge' })).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID', details: { option: 'via' } }),
    );
  });

  it('is all there is: its rows are the universe', () => {
    const planned = of([byNote], eq('area', 'A'), { via: 'byNote', scan: 'partition', wants: 'copies' });
    expect(planned).toMatchObject({ path: 'byNote', access: 'partition', fetchPrimary: false });
    expect(() => of([byNote], eq('area', 'A'), { via: 'byNote' })).toThrow(
      "Thing: this query would read all rows of the index 'byNote' of a partition. Give 'note', or allow the scan with scan('partition').",
    );
  });

  it('cannot give what its rows lack', () => {
    const lean = { ...byName, carries: new Set(['area', 'name', 'number', 'count']) };
    const named = and(eq('area', 'A'), eq('name', 'x'));
    const via = { via: 'byName', wants: 'copies' } as const;
    expect(of([lean], and(named, eq('count', 1)), via)).toMatchObject({ fetchPrimary: false });
    for (const [condition, more] of [
      [and(named, eq('note', 'secret')), {}],
      [named, { select: ['count', 'note'] }],
    ] as const) {
      expect(() => of([lean], condition, { ...via, ...more })).toThrow(
        expect.objectContaining({
          code: 'INDEX_LACKS_PROPERTY',
          details: { entity: 'Thing', index: 'byName', property: 'note' },
        }),
      );
    }
  });
});

describe('rows of an index', () => {
  const named = and(eq('area', 'A'), is('name', 'startsWith', 'x'));
  const lean = { ...byName, carries: new Set(['area', 'name', 'number', 'count']) };

  it('lead to the primary rows where entities are wanted, which may have changed since', () => {
    const planned = of([byName], and(named, eq('count', 1)));
    expect(planned).toMatchObject({ path: 'byName', fetchPrimary: true, requests: { least: 1 } });
    expect(planned.residual).toEqual(and(eq('area', 'A'), is('name', 'startsWith', 'x'), eq('count', 1)));
    expect(planned.why).toContain('primary row');
    expect(of([byName], and(eq('area', 'A'), eq('name', 'x'))).requests).toEqual({ least: 1, most: 2 });
  });

  it('are enough where copies will do and they carry what is wanted', () => {
    expect(of([byName], named, { wants: 'copies' })).toMatchObject({ fetchPrimary: false });
    expect(of([lean], named, { wants: 'copies' })).toMatchObject({ fetchPrimary: true });
    expect(of([lean], named, { wants: 'copies', select: ['count', 'name'] })).toMatchObject({
      fetchPrimary: false,
    });
    const other = and(named, eq('note', 'a'));
    expect(of([lean], other, { wants: 'copies', select: ['count'] })).toMatchObject({ fetchPrimary: true });
  });

  it('are not filtered by columns that they lack', () => {
    const planned = of([lean], and(named, eq('note', 'a'), eq('count', 1)));
    expect(filters(planned)).toEqual([
      "PartitionKey eq 'A' and RowKey ge 'name_x' and RowKey lt 'name_y' and count eq 1",
    ]);
  });
});

describe('columns', () => {
  const ranged = and(eq('area', 'A'), is('number', 'gt', 1));
  const keys = ['PartitionKey', 'RowKey', 'Timestamp', 'tw__version'];

  it('are those of the wanted properties and of what is checked', () => {
    const planned = of([], and(ranged, is('note', 'ne', 'x'), eq('count', 1)), {
      select: ['area', 'open'],
      discriminator: { column: 'type', value: "It's" },
    });
    expect(planned.select).toEqual(['area', 'open']);
    expect(planned.parts).toMatchObject([{ select: [...keys, 'is_open', 'note', 'type'] }]);
  });

  it('are all where the copy keeps a wanted key in its own way', () => {
    const planned = of([byName], and(eq('area', 'A'), is('name', 'gt', 'x')), {
      wants: 'copies',
      select: ['number'],
    });
    expect(planned.parts[0]).not.toHaveProperty('select');
  });

  it('must be of mapped properties', () => {
    expect(() => of([], ranged, { select: ['nope'] })).toThrow(
      expect.objectContaining({ code: 'CONDITION_INVALID' }),
    );
  });
});

describe('the discriminator', () => {
  it('stands in every filter', () => {
    const discriminator = { column: 'type', value: "It's" };
    const planned = of([], eq('area', 'A'), { scan: 'partition', discriminator });
    expect(filters(planned)).toEqual([
      "PartitionKey eq 'A' and RowKey ge 'n_' and RowKey lt 'n`' and type eq 'It''s'",
    ]);
  });
});

describe('Cosmos DB', () => {
  const cosmos = { limits: limitsOf('cosmos') };
  const range = and(eq('area', 'A'), is('number', 'gt', 1));

  it('has no first rows', () => {
    expect(() => of([], range, { ...cosmos, take: 5 })).toThrow(
      expect.objectContaining({ code: 'ORDER_UNAVAILABLE' }),
    );
    expect(of([], range, { ...cosmos, take: 5, unordered: true }).take).toBe(5);
    const points = and(eq('area', 'A'), oneOf('number', [1, 2]));
    expect(of([], points, { ...cosmos, take: 1 })).toMatchObject({ access: 'point', take: 1 });
    expect(of([], range, { take: 5 }).take).toBe(5);
  });

  it('reads the same rows once, because results without order cannot be merged', () => {
    const long = oneOf(
      'count',
      Array.from({ length: 30 }, (_, i) => i),
    );
    expect(of([], and(range, long)).parts).toHaveLength(3);
    expect(of([], and(range, long), cosmos)).toMatchObject({ parts: [{ kind: 'scan' }], residual: long });
  });
});

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null])('takes no %s rows', (take) => {
  expect(() => of([], eq('area', 'A'), { take: take as number })).toThrow(
    expect.objectContaining({ code: 'OPTIONS_INVALID', details: { option: 'take' } }),
  );
});
