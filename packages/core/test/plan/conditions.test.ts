import { describe, expect, it } from 'vitest';
import { isTablewrightError } from '../../src/errors/index.js';
import { type Condition, canonicalQuery, checkCondition, satisfies } from '../../src/plan/index.js';
import { absent, and, eq, is, not, oneOf, or, plan } from './support/plan.js';
import { thingCodec } from './support/thing.js';

const codec = thingCodec('{area}', 'n_{name}');
const meets = (condition: Condition, entity: object) => satisfies(codec, condition, entity);

describe('the meaning of conditions', () => {
  it('of a missing value is that it equals nothing and has no order', () => {
    for (const entity of [{}, { count: undefined }, { count: null }]) {
      expect(meets(absent('count'), entity)).toBe(true);
      expect(meets(is('count', 'ne', 1), entity)).toBe(true);
      expect(meets(not(is('count', 'lt', 1)), entity)).toBe(true);
      for (const comparison of ['eq', 'lt', 'le', 'gt', 'ge'] as const) {
        expect(meets(is('count', comparison, 1), entity)).toBe(false);
      }
    }
  });

  it('is that of values, not of objects', () => {
    expect(meets(eq('at', new Date(5)), { at: new Date(5) })).toBe(true);
    expect(meets(is('at', 'lt', new Date(6)), { at: new Date(5) })).toBe(true);
    expect(meets(eq('owner', 'AB'.padEnd(8, 'A')), { owner: 'ab'.padEnd(8, 'a') })).toBe(true);
    expect(meets(eq('big', 5n), { big: 5n })).toBe(true);
    expect(meets(eq('weight', 0), { weight: -0 })).toBe(true);
    expect(meets(eq('weight', Number.NaN), { weight: Number.NaN })).toBe(false);
    expect(meets(is('note', 'lt', 'a'), { note: 'Z' })).toBe(true);
    expect(meets(is('note', 'startsWith', 'ab'), { note: 'abc' })).toBe(true);
    expect(meets(is('tags', 'contains', 'x'), { tags: ['y', 'x'] })).toBe(true);
    expect(meets(is('tags', 'contains', 'x'), { tags: 'x' })).toBe(false);
  });

  it('of converted values is equality as stored, and their own order', () => {
    expect(meets(eq('label', 'ab'), { label: 'ab' })).toBe(true);
    expect(meets(is('label', 'lt', 'b'), { label: 'ab' })).toBe(true);
    expect(meets(is('label', 'startsWith', 'a'), { label: 'ab' })).toBe(true);
  });

  it('joins all, any and none', () => {
    const one = eq('count', 1);
    const entity = { count: 1, note: 'a' };
    expect(meets(and(), entity)).toBe(true);
    expect(meets(or(), entity)).toBe(false);
    expect(meets(and(one, eq('note', 'b')), entity)).toBe(false);
    expect(meets(or(one, eq('note', 'b')), entity)).toBe(true);
    expect(meets(not(one), entity)).toBe(false);
  });
});

describe('a condition that cannot be asked', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['an unknown property', eq('nope', 1), 'CONDITION_INVALID'],
    ['a property of every object', eq('constructor', 1), 'CONDITION_INVALID'],
    ['a property that is no text', eq(5 as unknown as string, 1), 'CONDITION_INVALID'],
    ['an unknown absent property', absent('nope'), 'CONDITION_INVALID'],
    ['text for a number', eq('count', '1'), 'VALUE_INVALID'],
    ['a fraction for an integer', is('count', 'lt', 1.5), 'VALUE_INVALID'],
    ['a huge integer', eq('count', 2 ** 40), 'VALUE_INVALID'],
    ['a huge bigint', eq('big', 2n ** 64n), 'VALUE_INVALID'],
    ['a number for a bigint', eq('big', 5), 'VALUE_INVALID'],
    ['an invalid Date', eq('seen', new Date(Number.NaN)), 'VALUE_INVALID'],
    ['a Date before its time', eq('seen', new Date('0001-01-01')), 'VALUE_INVALID'],
    ['what is no Guid', eq('owner', "' or 1 eq 1"), 'VALUE_INVALID'],
    ['no member of the enum', eq('state', 'gone'), 'VALUE_INVALID'],
    ['half of a surrogate pair', eq('note', 'a\ud800'), 'CONDITION_INVALID'],
    ['null', eq('note', null), 'CONDITION_INVALID'],
    ['undefined', eq('note', undefined), 'CONDITION_INVALID'],
    ['an object', eq('note', { toString: () => 'x' }), 'VALUE_INVALID'],
    ['an array', eq('note', ['x']), 'VALUE_INVALID'],
    ['an order of booleans', is('open', 'lt', true), 'CONDITION_INVALID'],
    ['an order of an enum', is('state', 'gt', 'new'), 'CONDITION_INVALID'],
    ['equal JSON', eq('tags', ['x']), 'CONDITION_INVALID'],
    ['an object in an array', is('tags', 'contains', {}), 'CONDITION_INVALID'],
    ['an element of text', is('note', 'contains', 'x'), 'CONDITION_INVALID'],
    ['the beginning of a number', is('count', 'startsWith', '1'), 'CONDITION_INVALID'],
    ['a beginning that is no text', is('note', 'startsWith', 1), 'CONDITION_INVALID'],
    ['the order of a converted object', is('label', 'lt', {}), 'CONDITION_INVALID'],
    ['an unknown comparison', is('count', 'like' as 'eq', 1), 'CONDITION_INVALID'],
    ['a comparison of every object', is('count', 'toString' as 'eq', 1), 'CONDITION_INVALID'],
    ['nothing', undefined, 'CONDITION_INVALID'],
    ['null itself', null, 'CONDITION_INVALID'],
    ['text', 'count eq 1', 'CONDITION_INVALID'],
    ['an array of conditions', [eq('count', 1)], 'CONDITION_INVALID'],
    ['an unknown kind', { kind: 'xor' }, 'CONDITION_INVALID'],
    ['all of nothing', { kind: 'and' }, 'CONDITION_INVALID'],
    ['any of an object', { kind: 'or', any: { length: 1 } }, 'CONDITION_INVALID'],
    ['holes', { kind: 'or', any: new Array(1) }, 'CONDITION_INVALID'],
    ['not of nothing', { kind: 'not' }, 'CONDITION_INVALID'],
    ['what contains itself', circular(), 'CONDITION_INVALID'],
    ['a revoked proxy', revoked(), 'CONDITION_INVALID'],
    ['a value that is a revoked proxy', eq('note', revoked()), 'VALUE_INVALID'],
    ['an element that is a revoked proxy', is('tags', 'contains', revoked()), 'CONDITION_INVALID'],
  ];

  it.each(cases)('is refused: %s', (_, condition, code) => {
    const asked = condition as Condition;
    for (const attempt of [
      () => checkCondition(codec, asked),
      () => plan({ codec, scan: 'table', condition: asked }),
    ]) {
      try {
        attempt();
        expect.unreachable();
      } catch (error) {
        expect(isTablewrightError(error), String(error)).toBe(true);
        expect(error).toMatchObject({ code });
      }
    }
  });

  it('is refused without its value being told', () => {
    for (const condition of [eq('count', 'hunter2'), eq('note', 'hunter2\ud800'), eq('owner', 'hunter2')]) {
      try {
        checkCondition(codec, condition);
        expect.unreachable();
      } catch (error) {
        expect(
          JSON.stringify([(error as Error).message, (error as { details: object }).details]),
        ).not.toContain('hunter2');
      }
    }
  });
});

describe('a plan', () => {
  const inRange = (condition: Condition) => plan({ codec }, and(eq('area', 'A'), eq('name', 'x'), condition));

  it('does not change with the Date that it was asked with', () => {
    const seen = new Date(5);
    const planned = inRange(eq('seen', seen));
    seen.setTime(9);
    expect(planned.residual).toEqual(eq('seen', new Date(5)));
  });

  it('has a text that tells apart whatever decides the result', () => {
    const conditions = [
      ...[
        eq('count', 1),
        eq('count', 2),
        is('count', 'ne', 1),
        eq('big', 1n),
        eq('weight', 1),
        eq('note', '1'),
      ],
      ...[
        eq('seen', new Date(1)),
        eq('seen', new Date(2)),
        eq('fine', 621_355_968_000_010_000n),
        eq('label', 'ab'),
      ],
      ...[is('label', 'ne', 'ab'), is('label', 'ne', 'ba'), not(is('count', 'lt', 1)), is('count', 'ge', 1)],
      ...[absent('count'), or(eq('count', 1), eq('note', '1')), and(eq('count', 1), eq('note', '1'))],
      oneOf('count', [1, 2]),
    ];
    const texts = conditions.map((condition) => canonicalQuery(inRange(condition)));
    expect(new Set(texts).size).toBe(conditions.length);
    const again = conditions.map((condition) => canonicalQuery(inRange(condition)));
    expect(again).toEqual(texts);
    const taken = plan({ codec, take: 5 }, and(eq('area', 'A'), eq('name', 'x'), conditions[0]!));
    expect(texts).not.toContain(canonicalQuery(taken));
  });
});

function circular(): unknown {
  const all: unknown[] = [];
  const condition = { kind: 'and', all };
  all.push(condition);
  return condition;
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
