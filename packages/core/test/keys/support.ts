import fc from 'fast-check';
import { expect } from 'vitest';
import { isTablewrightError } from '../../src/errors/tablewright-error.js';
import { type PartCodec, SYSTEM_PREFIX } from '../../src/keys/index.js';

export const RUNS = { numRuns: 500 };

/** What the service refuses, written down here independently of the sources. */
const FORBIDDEN = /[/\\#?\u0000-\u001F\u007F-\u009F]/;

/** Text that a stored key may hold, and that no system row could be mistaken for. */
export function expectLegal(key: string): void {
  const legal = !FORBIDDEN.test(key) && !/[\uFFEE-\uFFFF]/.test(key) && key.isWellFormed();
  if (!legal || key.startsWith(SYSTEM_PREFIX)) expect.fail(`not a legal key: ${JSON.stringify(key)}`);
}

/** Runs `attempt`, which must fail with one of our errors, and returns that error. */
export function failure(attempt: () => unknown) {
  try {
    attempt();
  } catch (error) {
    if (isTablewrightError(error)) return error;
    throw error;
  }
  throw new Error('expected an error');
}

/** Characters that have broken key formats: separators, hex digits, escapes, edges of every class. */
const NASTY = [
  ...'~_-/\\#?%{}\'" :,.aAuUFf0129',
  ...'\u0000\u001F\u0020\u007E\u007F\u0080\u009F\u00A0\u00FF\u0100',
  ...'\uD7FF\uE000\uFFED\uFFEE\uFFEF\uFFFD\uFFFF日\u{1F600}\u{1F601}\u{10FFFF}',
  '~7E',
  '~2F',
  '~uFFEE',
];

/** Well-formed text, most of it nasty. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: fc.constantFrom(...NASTY), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 8 }),
);

export const int32 = fc.oneof(
  fc.integer(),
  fc.integer({ min: -12, max: 12 }),
  fc.constantFrom(-2147483648, 2147483647, -1, 0, 1),
);
const INT64_LIMIT = 2n ** 63n;
export const int64 = fc.oneof(
  fc.bigInt({ min: -INT64_LIMIT, max: INT64_LIMIT - 1n }),
  fc.bigInt({ min: -12n, max: 12n }),
  fc.constantFrom(-INT64_LIMIT, INT64_LIMIT - 1n),
);
export const double = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer().map((n) => n / 8),
  fc.constantFrom(-0, 0, Infinity, -Infinity, Number.MIN_VALUE, -Number.MIN_VALUE, Number.MAX_VALUE),
);
export const date = fc.oneof(
  fc.date({
    min: new Date('1601-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
  fc.integer({ min: -3, max: 3 }).map((milliseconds) => new Date(milliseconds)),
  fc.constantFrom(new Date('1601-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')),
);
export const ticks = fc.oneof(
  fc.bigInt({ min: 504911232000000000n, max: 3155378975999999999n }),
  fc.constantFrom(504911232000000000n, 3155378975999999999n),
);
export const guid = fc.uuid();

/** The natural order of key values: numbers by size with -0 below 0, text by UTF-16 code units. */
export function natural(a: unknown, b: unknown): number {
  if (same(a, b)) return 0;
  if (a === 0 && b === 0) return Object.is(a, -0) ? -1 : 1;
  return (a as number) < (b as number) ? -1 : 1;
}

export function ordinal(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Exact sameness; Dates by their time. */
export function same(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : Object.is(a, b);
}

/** The claims that every codec makes, checked over a space of its values. */
export function expectCodec<V>(codec: PartCodec, values: fc.Arbitrary<V>): void {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const keyA = codec.encode(a);
      const keyB = codec.encode(b);
      expectLegal(keyA);
      expect(same(codec.decode(keyA), a)).toBe(true);
      expect(keyA === keyB).toBe(same(a, b));
      if (codec.width === 'self') {
        expect(codec.endOf(`x${keyA}${keyB}`, 1)).toBe(1 + keyA.length);
        const order = ordinal(`${keyA}x`, `${keyB}a`);
        if (!same(a, b)) expect(order).toBe(codec.descending ? natural(b, a) : natural(a, b));
      }
    }),
    RUNS,
  );
}

/** The only stranger that is a Date which keys can hold. */
export const EPOCH = new Date(0);

/** Strangers of every type; `isFine` tells which of them the codec under test may accept. */
const STRANGERS: readonly unknown[] = [
  undefined,
  null,
  '',
  '1',
  'abc',
  'true',
  0,
  -0,
  1,
  -1,
  1.5,
  1e20,
  2147483648,
  -2147483649,
  NaN,
  Infinity,
  10n,
  2n ** 63n,
  -(2n ** 63n) - 1n,
  true,
  [],
  [1],
  ['a'],
  {},
  { toString: () => 'a', valueOf: () => 1, [Symbol.toPrimitive]: () => 1 },
  Object.create(null),
  Object.create(Date.prototype),
  { getTime: () => 0, toISOString: () => '2014-07-31T18:00:00.000Z' },
  Object(1),
  Object('a'),
  Object(true),
  Symbol('a'),
  () => 1,
  EPOCH,
  new Date(NaN),
  new Date('1600-12-31T23:59:59.999Z'),
  new Date(Date.UTC(10000, 0, 1)),
  new Uint8Array(2),
  Proxy.revocable({}, {}).proxy,
];

export function expectStrangersRefused(codec: PartCodec, isFine: (value: unknown) => boolean): void {
  for (const stranger of STRANGERS) {
    if (isFine(stranger)) codec.encode(stranger);
    else expect(failure(() => codec.encode(stranger)).code).toBe('KEY_VALUE_INVALID');
  }
}

/** Key texts that no codec of the kind would have written. */
export function expectForeign(codec: PartCodec, texts: readonly string[]): void {
  for (const foreign of texts) expect([foreign, codec.decode(foreign)]).toEqual([foreign, undefined]);
}
