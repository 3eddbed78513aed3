import { describe, expect, it } from 'vitest';
import { QueryTooLargeError } from '../../src/plan/index.js';
import { absent, and, comparisonsIn, eq, filters, is, not, oneOf, or, plan } from './support/plan.js';
import { thingCodec } from './support/thing.js';

const codec = thingCodec('{area}', '{name}');
const EPOCH = 621_355_968_000_000_000n;

/** Of a partition scan: the filter without its keys, and what is left to check. */
function sent(...conditions: Parameters<typeof and>) {
  const planned = plan({ codec, scan: 'partition' }, and(eq('area', 'A'), ...conditions));
  const [filter = ''] = filters(planned);
  const { residual } = planned;
  return {
    filter: filter.replace("PartitionKey eq 'A' and RowKey lt '\uffee'", '').replace(/^ and /, ''),
    residual,
  };
}

describe('literals', () => {
  it.each([
    ['text', eq('note', "it's ' or 1 eq 1"), "note eq 'it''s '' or 1 eq 1'"],
    ['line separators', eq('note', '\u2028\n"'), "note eq '\u2028\n\"'"],
    ['emoji', eq('note', '\u{1f600}'), "note eq '\u{1f600}'"],
    ['an integer', is('count', 'lt', -5), 'count lt -5'],
    ['a 64-bit integer', is('big', 'ge', -(2n ** 63n)), 'big ge -9223372036854775808L'],
    ['a boolean, by its column', eq('open', true), 'is_open eq true'],
    ['a double', eq('weight', 0.1), 'weight eq 0.1'],
    ['a whole double', eq('weight', -5), 'weight eq -5.0'],
    [
      'a Guid',
      eq('owner', '0F8FAD5B-D9CB-469F-A165-70867728950E'),
      "owner eq guid'0f8fad5b-d9cb-469f-a165-70867728950e'",
    ],
    ['an enum', eq('state', 'new'), "state eq 'new'"],
    ['a converted value, as it is stored', eq('label', 'abc'), "label eq 'cba'"],
    ['nullable text', eq('remark', 'x'), "remark eq 'x'"],
    ['a default that does not satisfy', eq('level', 5), 'level eq 5'],
  ])('are written by type: %s', (_, condition, filter) => {
    expect(sent(condition)).toEqual({ filter, residual: undefined });
  });

  it('of a Date span its millisecond, for writers with finer clocks', () => {
    const at = new Date('2020-01-01T00:00:00.123Z');
    const [first, last] = [
      "datetime'2020-01-01T00:00:00.1230000Z'",
      "datetime'2020-01-01T00:00:00.1239999Z'",
    ];
    expect(sent(eq('seen', at)).filter).toBe(`(seen ge ${first} and seen le ${last})`);
    expect(sent(is('seen', 'lt', at))).toEqual({ filter: `seen lt ${first}`, residual: undefined });
    expect(sent(is('seen', 'le', at))).toEqual({ filter: `seen le ${last}`, residual: undefined });
    expect(sent(is('seen', 'gt', at))).toEqual({ filter: `seen gt ${last}`, residual: undefined });
    expect(sent(is('seen', 'ge', at))).toEqual({ filter: `seen ge ${first}`, residual: undefined });
  });

  it('of ticks are widened, and checked', () => {
    const literal = "datetime'1970-01-01T00:00:00.0000001Z'";
    for (const [comparison, operator] of [
      ['lt', 'le'],
      ['gt', 'ge'],
      ['eq', 'eq'],
    ] as const) {
      const condition = is('fine', comparison, EPOCH + 1n);
      expect(sent(condition)).toEqual({ filter: `fine ${operator} ${literal}`, residual: condition });
    }
  });

  it('of a beginning are two bounds', () => {
    expect(sent(is('note', 'startsWith', 'ab'))).toEqual({
      filter: "(note ge 'ab' and note lt 'ac')",
      residual: undefined,
    });
    expect(sent(is('note', 'startsWith', '\uffff')).filter).toBe("note ge '\uffff'");
    expect(sent(is('note', 'startsWith', 'a\udbff\udfff')).filter).toContain("lt 'a\ue000'");
  });
});

describe('what services decide differently is checked on the entity', () => {
  it.each([
    ['ne', is('count', 'ne', 5)],
    ['absent', absent('note')],
    ['not', not(is('count', 'lt', 5))],
    ['a default that satisfies', is('level', 'le', 3)],
    ['doubles with exponents', is('weight', 'eq', 1e-7)],
    ['infinities', is('weight', 'lt', Number.POSITIVE_INFINITY)],
    ['the order of Guids', is('owner', 'lt', '0f8fad5b-d9cb-469f-a165-70867728950e')],
    ['the order of converted values', is('label', 'lt', 'b')],
    ['the beginning of converted values', is('label', 'startsWith', 'b')],
    ['elements', is('tags', 'contains', 'x')],
    ['alternatives of which one is such', or(eq('count', 1), absent('note'))],
  ])('%s', (_, condition) => {
    expect(sent(condition)).toEqual({ filter: '', residual: condition });
  });

  it('and only that', () => {
    expect(sent(eq('count', 1), is('note', 'ne', 'x'))).toEqual({
      filter: 'count eq 1',
      residual: is('note', 'ne', 'x'),
    });
  });

  it('while a superset of it is sent', () => {
    const either = or(and(eq('count', 1), absent('note')), eq('count', 2));
    expect(sent(either)).toEqual({ filter: '(count eq 1 or count eq 2)', residual: either });
    expect(sent(is('weight', 'lt', 2))).toEqual({ filter: 'weight lt 2.0', residual: is('weight', 'lt', 2) });
  });
});

describe('long conditions', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

  it('spread many values of one property over scans that share no row', () => {
    const planned = plan(
      { codec, scan: 'partition' },
      and(eq('area', 'A'), oneOf('count', numbers(30)), eq('note', 'x')),
    );
    expect(planned.parts).toHaveLength(3);
    expect(planned.residual).toBeUndefined();
    const all = filters(planned).map(String);
    for (const filter of all) {
      // One more is needed to go on behind a row.
      expect(comparisonsIn(filter)).toBeLessThanOrEqual(14);
      expect(filter).toContain("note eq 'x'");
    }
    const found = all.join(' ').match(/count eq \d+/g)!;
    expect(new Set(found).size).toBe(30);
    expect(found).toHaveLength(30);
  });

  it('keep what tells most, and check the rest', () => {
    const bounds = numbers(20).map((n) => is('count', 'ne', n));
    const ors = numbers(4).map((n) =>
      or(eq('count', n), eq('note', 'x'), is('weight', 'gt', n), eq('big', 1n)),
    );
    const planned = plan(
      { codec, scan: 'partition' },
      and(eq('area', 'A'), ...bounds, ...ors, eq('note', 'y')),
    );
    const [filter = ''] = filters(planned);
    expect(planned.parts).toHaveLength(1);
    expect(filter).toContain("note eq 'y'");
    expect(comparisonsIn(filter)).toBeLessThanOrEqual(14);
    expect(planned.residual).toMatchObject({ kind: 'and' });
  });

  it('become one scan where they would be too many', () => {
    const list = oneOf('count', numbers(500));
    expect(sent(list)).toEqual({ filter: '', residual: list });
  });

  it('stay short enough for an address', () => {
    const long = oneOf(
      'note',
      numbers(12).map((n) => `${n}${'é'.repeat(300)}`),
    );
    const planned = plan({ codec, scan: 'partition' }, and(eq('area', 'A'), long));
    expect(planned.parts.length).toBeGreaterThan(1);
    for (const filter of filters(planned))
      expect(encodeURIComponent(filter!).length).toBeLessThanOrEqual(8_000);
    const huge = eq('note', 'é'.repeat(30_000));
    expect(sent(huge)).toEqual({ filter: '', residual: huge });
  });

  it('of keys are refused beyond a thousand reads, or become a scan that was allowed', () => {
    const names = and(eq('area', 'A'), oneOf('name', numbers(1_001).map(String)));
    expect(() => plan({ codec }, names)).toThrow(QueryTooLargeError);
    const planned = plan({ codec, scan: 'partition' }, names);
    expect(planned).toMatchObject({ access: 'partition', residual: { kind: 'or' } });
    expect(planned.parts).toHaveLength(1);
    expect(
      plan({ codec }, and(eq('area', 'A'), oneOf('name', numbers(1_000).map(String)))).parts,
    ).toHaveLength(1_000);
  });

  it('do not multiply without end', () => {
    const parts = numbers(40).map((n) => or(eq('name', `${n}`), is('name', 'gt', `${n}`)));
    expect(() => plan({ codec }, and(eq('area', 'A'), ...parts))).toThrow(QueryTooLargeError);
  });
});

describe('a discriminator', () => {
  const kinds = (count: number) => {
    const [value = '', ...others] = Array.from({ length: count }, (_, n) => `k'${n}`);
    return { column: 'Kind', value, others };
  };
  const asked = (count: number, condition = eq('area', 'A')) =>
    filters(plan({ codec, scan: 'table', discriminator: kinds(count) }, condition));

  it('of one value or several is part of every scan, and escaped', () => {
    expect(asked(1)).toEqual(["PartitionKey eq 'A' and RowKey lt '\uffee' and Kind eq 'k''0'"]);
    expect(asked(2)).toEqual([
      "PartitionKey eq 'A' and RowKey lt '\uffee' and (Kind eq 'k''0' or Kind eq 'k''1')",
    ]);
    expect(filters(plan({ codec, discriminator: kinds(2) }, and(eq('area', 'A'), eq('name', 'x'))))).toEqual([
      'A|x',
    ]);
  });

  it('keeps to what the service takes, whatever else is asked', () => {
    for (let count = 1; count <= 40; count++) {
      const [filter = ''] = asked(
        count,
        and(
          is('area', 'ge', 'A'),
          ...['a', 'b', 'c', 'd'].map((v) => not(eq('note', v))),
          oneOf('count', [1, 2, 3, 4, 5, 6]),
        ),
      );
      // Two more are kept for going on behind a row.
      expect(comparisonsIn(filter)).toBeLessThanOrEqual(13);
      expect(filter.includes('Kind')).toBe(count <= 6);
    }
  });

  it('is fetched with every projection, so that a reader can tell where the filter does not', () => {
    const { parts } = plan({ codec, scan: 'table', select: ['note'], discriminator: kinds(20) });
    expect(parts.map(({ select }) => select)).toEqual([expect.arrayContaining(['note', 'Kind'])]);
  });
});
