import { describe, expect, it } from 'vitest';
import { SYSTEM_PREFIX } from '../../src/keys/index.js';
import { type Condition, ScanRefusedError } from '../../src/plan/index.js';
import { absent, and, eq, filters, is, not, oneOf, or, plan } from './support/plan.js';
import { thingCodec } from './support/thing.js';

const codec = thingCodec('{area}', 'n_{number:03}_{name}');
const of = (condition: Condition, scan?: 'partition' | 'table') =>
  plan({ codec, ...(scan && { scan }) }, condition);

describe('point reads', () => {
  it('need every variable of both keys', () => {
    const planned = of(and(eq('area', 'A'), eq('number', 7), eq('name', 'x')));
    expect(planned).toMatchObject({
      access: 'point',
      path: 'primary',
      fetchPrimary: false,
      requests: { least: 1, most: 1 },
      transactions: { least: 1, most: 1 },
      parts: [{ kind: 'pointRead', table: 'Things', partitionKey: 'A', rowKey: 'n_007_x' }],
    });
    expect(planned.residual).toBeUndefined();
  });

  it('of alternatives are separate, in the order of keys, and none twice', () => {
    const names = ['z', 'a', 'z', '~'];
    const planned = of(and(eq('number', 7), oneOf('area', ['B', 'A']), oneOf('name', names)));
    expect(planned.access).toBe('point');
    expect(filters(planned)).toEqual([
      'A|n_007_a',
      'A|n_007_z',
      'A|n_007_~7E',
      'B|n_007_a',
      'B|n_007_z',
      'B|n_007_~7E',
    ]);
    expect(planned.requests).toEqual({ least: 6, most: 6 });
  });

  it('check other conditions on the entity that was read', () => {
    const other = is('count', 'gt', 3);
    const planned = of(and(eq('area', 'A'), eq('number', 7), eq('name', 'x'), other));
    expect(planned).toMatchObject({ access: 'point', residual: other });
  });

  it('serve a key whose row is only a literal', () => {
    const only = plan({ codec: thingCodec('{area}', 'only') }, eq('area', 'A'));
    expect(only.access).toBe('point');
    expect(filters(only)).toEqual(['A|only']);
  });

  it('of zero are two, because keys tell it from minus zero', () => {
    const doubles = thingCodec('{area}', '{ratio}');
    const planned = plan({ codec: doubles }, and(eq('area', 'A'), eq('ratio', 0)));
    expect(filters(planned)).toEqual(['A|7fffffffffffffff', 'A|8000000000000000']);
  });
});

describe('ranges', () => {
  it('begin with the known variables', () => {
    const planned = of(and(eq('area', "O'A"), eq('number', 7)));
    expect(planned.access).toBe('range');
    expect(filters(planned)).toEqual([
      "PartitionKey eq 'O''A' and RowKey ge 'n_007_' and RowKey lt 'n_007`'",
    ]);
    expect(planned.requests).toEqual({ least: 1 });
    expect(planned.parts[0]).toMatchObject({
      partitionKey: "O'A",
      range: {
        from: { partitionKey: "O'A", rowKey: 'n_007_' },
        to: { partitionKey: "O'A", rowKey: 'n_007`' },
      },
    });
  });

  it.each([
    ['lt', "RowKey ge 'n_' and RowKey lt 'n_007_'"],
    ['le', "RowKey ge 'n_' and RowKey lt 'n_007`'"],
    ['gt', "RowKey ge 'n_007`' and RowKey lt 'n`'"],
    ['ge', "RowKey ge 'n_007_' and RowKey lt 'n`'"],
  ] as const)('are bounded by %s on the next variable', (comparison, keys) => {
    const planned = of(and(eq('area', 'A'), is('number', comparison, 7)));
    expect(planned.access).toBe('range');
    expect(planned.residual).toBeUndefined();
    expect(filters(planned)).toEqual([`PartitionKey eq 'A' and ${keys}`]);
  });

  it('turn round where the newest come first', () => {
    const newest = thingCodec('{area}', '{at:desc}');
    const since = and(eq('area', 'A'), is('at', 'ge', new Date('2020-01-01T00:00:00Z')));
    const planned = plan({ codec: newest }, since);
    expect(planned.residual).toBeUndefined();
    expect(filters(planned)).toEqual(["PartitionKey eq 'A' and RowKey lt '251824463999999999:'"]);
  });

  it('of text that begins alike are exact, in the middle of a key too', () => {
    const middle = thingCodec('{area}', '{name}_{number}');
    const planned = plan({ codec: middle }, and(eq('area', 'A'), is('name', 'startsWith', 'a_')));
    expect(planned).toMatchObject({ access: 'range' });
    expect(planned.residual).toBeUndefined();
    expect(filters(planned)).toEqual(["PartitionKey eq 'A' and RowKey ge 'a~5F' and RowKey lt 'a~5G'"]);
  });

  it('of text between two values also hold escapes, and are checked', () => {
    const text = thingCodec('{area}', 'n_{name}');
    const between = and(is('name', 'ge', 'a'), is('name', 'lt', 'c'));
    const planned = plan({ codec: text }, and(eq('area', 'A'), between));
    expect(filters(planned)).toEqual(["PartitionKey eq 'A' and RowKey ge 'n_a' and RowKey lt 'n_c'"]);
    expect(planned.residual).toEqual(between);

    const below = plan({ codec: text }, and(eq('area', 'A'), is('name', 'lt', 'c')));
    expect(filters(below)).toEqual([
      "PartitionKey eq 'A' and RowKey ge 'n_' and RowKey lt 'n_c'",
      "PartitionKey eq 'A' and RowKey ge 'n_~' and RowKey lt 'n_\u00a0'",
    ]);
  });

  it('of unescaped text are exact', () => {
    const raw = thingCodec('{area}', 'n_{name:raw}');
    const planned = plan({ codec: raw }, and(eq('area', 'A'), is('name', 'gt', 'a'), is('name', 'le', 'c')));
    expect(planned.residual).toBeUndefined();
    expect(filters(planned)).toEqual(["PartitionKey eq 'A' and RowKey gt 'n_a' and RowKey le 'n_c'"]);
  });

  it('that overlap are merged, and those that touch', () => {
    const small = and(is('number', 'ge', 5), is('number', 'lt', 20));
    const planned = of(and(eq('area', 'A'), or(is('number', 'lt', 10), small, is('number', 'ge', 500))));
    expect(planned.residual).toBeUndefined();
    expect(filters(planned)).toEqual([
      "PartitionKey eq 'A' and RowKey ge 'n_' and RowKey lt 'n_020_'",
      "PartitionKey eq 'A' and RowKey ge 'n_500_' and RowKey lt 'n`'",
    ]);
    const touching = of(and(eq('area', 'A'), or(is('number', 'lt', 10), eq('number', 10))));
    expect(filters(touching)).toEqual(["PartitionKey eq 'A' and RowKey ge 'n_' and RowKey lt 'n_010`'"]);
  });

  it('swallow points inside of them', () => {
    const point = and(eq('number', 7), eq('name', 'x'));
    const planned = of(
      and(eq('area', 'A'), or(point, eq('number', 7), and(eq('number', 9), eq('name', 'y')))),
    );
    expect(planned.access).toBe('range');
    expect(filters(planned)).toEqual([
      "PartitionKey eq 'A' and RowKey ge 'n_007_' and RowKey lt 'n_007`'",
      'A|n_009_y',
    ]);
  });

  it('that overlap with different conditions check the whole', () => {
    const one = and(is('number', 'lt', 10), eq('count', 1));
    const two = and(is('number', 'ge', 5), eq('count', 2));
    const planned = of(and(eq('area', 'A'), or(one, two)));
    expect(filters(planned)).toEqual([
      "PartitionKey eq 'A' and RowKey ge 'n_' and RowKey lt 'n`' and (count eq 1 or count eq 2)",
    ]);
    expect(planned.residual).toEqual({ kind: 'and', all: [eq('area', 'A'), or(one, two)] });
  });

  it('are not made by a literal alone', () => {
    expect(of(eq('area', 'A'), 'partition').access).toBe('partition');
  });

  it('are left at the prefix where the order of keys is not that of values', () => {
    const middle = thingCodec('{area}', '{name}_{number}');
    const beyond = is('name', 'gt', 'a');
    const planned = plan({ codec: middle, scan: 'partition' }, and(eq('area', 'A'), beyond));
    expect(planned).toMatchObject({ access: 'partition', residual: beyond });
    expect(filters(planned)).toEqual([`PartitionKey eq 'A' and RowKey lt '${SYSTEM_PREFIX}'`]);
  });
});

describe('scans', () => {
  it('of a partition keep to the rows of their kind', () => {
    const planned = of(and(eq('area', 'A'), eq('count', 1)), 'partition');
    expect(planned.access).toBe('partition');
    expect(planned.residual).toBeUndefined();
    expect(filters(planned)).toEqual([
      "PartitionKey eq 'A' and RowKey ge 'n_' and RowKey lt 'n`' and count eq 1",
    ]);
  });

  it('of a table keep to the partitions that are possible', () => {
    const parted = thingCodec('p_{area}_{number}', 'r_{name}');
    const planned = plan({ codec: parted, scan: 'table' }, eq('area', 'A'));
    expect(planned.access).toBe('table');
    expect(filters(planned)).toEqual([
      "PartitionKey ge 'p_A_' and PartitionKey lt 'p_A`' and RowKey ge 'r_' and RowKey lt 'r`'",
    ]);
    expect(planned.parts[0]).toMatchObject({
      range: { from: { partitionKey: 'p_A_', rowKey: '' }, to: { partitionKey: 'p_A`', rowKey: '' } },
    });
  });

  it('of everything have no bounds but that of system rows', () => {
    const planned = plan({ codec: thingCodec('{area}', '{name}'), scan: 'table' });
    expect(filters(planned)).toEqual([`RowKey lt '${SYSTEM_PREFIX}'`]);
    expect(planned.parts[0]).not.toHaveProperty('range');
  });

  it('are refused unless they are asked for', () => {
    const inPartition = and(eq('area', 'A'), eq('count', 1));
    expect(() => of(inPartition)).toThrow(ScanRefusedError);
    expect(of(inPartition, 'partition').access).toBe('partition');
    expect(of(inPartition, 'table').access).toBe('partition');
    expect(() => of(eq('count', 1))).toThrow(ScanRefusedError);
    expect(() => of(eq('count', 1), 'partition')).toThrow(ScanRefusedError);
    expect(of(eq('count', 1), 'table').access).toBe('table');
  });

  it('are refused with what to do instead, and without values', () => {
    try {
      of(and(eq('area', 'secret'), eq('note', 'hidden')));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        code: 'SCAN_REFUSED',
        details: { entity: 'Thing', table: 'Things', scan: 'partition', missing: ['number'] },
        message:
          "Thing: this query would read all Thing rows of a partition. Give 'number', declare an index on 'note', or allow the scan with scan('partition').",
      });
    }
    expect(() => of(eq('number', 1))).toThrow(
      "Thing: this query would read every partition of the table 'Things'. Give 'area', or allow the scan with scan('table').",
    );
  });
});

describe('contradictions', () => {
  it.each([
    ['two values', and(eq('number', 1), eq('number', 2))],
    ['an empty range', and(is('number', 'gt', 5), is('number', 'lt', 5))],
    ['a value out of its range', and(eq('number', 5), is('number', 'gt', 5))],
    ['bounds of a column', and(is('count', 'ge', 5), is('count', 'lt', 5))],
    ['a key without a value', absent('number')],
    ['a value that no key can hold', eq('number', 1_000)],
    ['a partition that cannot be', eq('area', '')],
    ['no alternatives', or()],
    ['what is never equal', eq('weight', Number.NaN)],
    [
      'a beginning and another',
      and(eq('number', 1), is('name', 'startsWith', 'a'), is('name', 'startsWith', 'b')),
    ],
  ])('send nothing: %s', (_, condition) => {
    const planned = of(and(eq('area', 'A'), condition));
    expect(planned).toMatchObject({
      access: 'none',
      parts: [],
      fetchPrimary: false,
      requests: { least: 0, most: 0 },
    });
    expect(planned).not.toHaveProperty('residual');
  });

  it('leave the alternatives that are possible', () => {
    const planned = of(and(eq('area', 'A'), or(eq('number', 5_000), eq('number', 5))));
    expect(filters(planned)).toEqual(["PartitionKey eq 'A' and RowKey ge 'n_005_' and RowKey lt 'n_005`'"]);
  });

  it('are not seen in what is only negated', () => {
    const planned = of(and(eq('area', 'A'), not(or(eq('number', 1), eq('number', 2)))), 'partition');
    expect(planned).toMatchObject({
      access: 'partition',
      residual: and(is('number', 'ne', 1), is('number', 'ne', 2)),
    });
  });

  it('of a negated order become a range where there is always a value', () => {
    const planned = of(and(eq('area', 'A'), not(is('number', 'lt', 7))));
    expect(filters(planned)).toEqual(["PartitionKey eq 'A' and RowKey ge 'n_007_' and RowKey lt 'n`'"]);
  });
});

describe('why', () => {
  it('names the path and the properties, and no values', () => {
    const secret = and(eq('area', 'secret'), eq('number', 7));
    expect(of(secret).why).toBe(
      'The partition (area) is known, and number selects a range of the primary rows of Thing.',
    );
    expect(of(and(secret, eq('name', 'hidden'))).why).toBe(
      'All key properties (area, number, name) of the primary rows of Thing are known: one row is read by key.',
    );
    expect(of(eq('area', 'secret'), 'partition').why).toBe(
      "The partition (area) of the primary rows of Thing is known and nothing narrows 'number': all its rows of this kind are scanned.",
    );
    expect(of(eq('number', 7), 'table').why).toBe(
      'The partition (area) of the primary rows of Thing is not known: the whole table is scanned.',
    );
    expect(of(or()).why).toBe('The conditions contradict each other, or no key can hold their values.');
  });
});
