import fc from 'fast-check';
import type { Comparison, Condition } from '../../../src/plan/index.js';
import { absent, and, is, not, oneOf, or } from './plan.js';
import type { ThingValues } from './thing.js';

const GUIDS = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'];
const EPOCH = 621_355_968_000_000_000n;

/** Few values, so that conditions meet; and such as have broken ranges and filters. */
const POOLS = {
  area: ['A', 'a', 'B~', 'é/'],
  name: [
    ...[
      '',
      'a',
      'ab',
      'abc',
      'a_',
      'a_b',
      'b',
      'c',
      'z',
      'é',
      '~',
      'a~',
      '}',
      'a/b',
      '/',
      '\t',
      'a\t',
      '\uffee',
    ],
    ...["o'x", "' or 1 eq 1", '\ud7ff', '\u{1f600}', 'a\u{103ff}', '\u{10ffff}', '\u2028', '"', '%27', 'A'],
  ],
  number: [0, 1, 2, 10, 99, 999],
  at: [0, 1, 2, 1_000, -1].map((ms) => new Date(ms)),
  ratio: [-1.5, -0, 0, 1, 1e-9, 3, Number.POSITIVE_INFINITY],
  code: GUIDS,
  note: ['a', 'ab', "it's", '', 'é', '\uffff', "' or true", '\u{1f600}'],
  count: [-1, 0, 1, 2, 3, 2 ** 31 - 1],
  big: [-(2n ** 63n), -1n, 0n, 5n, 2n ** 53n + 1n],
  open: [true, false],
  level: [1, 3, 5],
  weight: [-2.5, 0, 1, 0.1, 1e-7, 1e300, Number.NaN, Number.NEGATIVE_INFINITY],
  seen: [0, 1, 2, 1_000].map((ms) => new Date(ms)),
  fine: [EPOCH, EPOCH + 1n, EPOCH + 9_999n, EPOCH + 10_000n],
  owner: GUIDS,
  state: ['new', 'old'],
  remark: ['a', 'b'],
  label: ['ab', 'ba', 'b'],
} satisfies { [N in keyof ThingValues]?: readonly unknown[] };

const REQUIRED = ['area', 'name', 'number', 'at', 'ratio', 'code'] as const;
const isRaw = (text: string) => !/[/\\#?\t\uffee-\uffff]/.test(text);

/** Entities as plain data. `raw`: names that need no escaping. */
export function things(raw: boolean): fc.Arbitrary<ThingValues[]> {
  const names = raw ? POOLS.name.filter(isRaw) : POOLS.name;
  const of: Record<string, fc.Arbitrary<unknown>> = { tags: fc.subarray(['x', 'y']) };
  for (const [name, pool] of Object.entries({ ...POOLS, name: names })) {
    of[name] = fc.constantFrom(...(pool as readonly unknown[]));
  }
  const record = fc.record(of, { requiredKeys: [...REQUIRED] });
  return fc.array(record as unknown as fc.Arbitrary<ThingValues>, { minLength: 6, maxLength: 25 });
}

const ORDER: readonly Comparison[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const COMPARISONS: Readonly<Partial<Record<string, readonly Comparison[]>>> = {
  area: [...ORDER, 'startsWith'],
  name: [...ORDER, 'startsWith'],
  note: [...ORDER, 'startsWith'],
  remark: [...ORDER, 'startsWith'],
  label: [...ORDER, 'startsWith'],
  open: ['eq', 'ne'],
  state: ['eq', 'ne'],
};

/** Equality is what narrows, so it comes often. */
const leaf: fc.Arbitrary<Condition> = fc
  .constantFrom(...(Object.keys(POOLS) as (keyof typeof POOLS)[]), ...REQUIRED, ...REQUIRED)
  .chain((property) => {
    const value = fc.constantFrom(...(POOLS[property] as readonly unknown[]));
    const comparison = fc.constantFrom<Comparison>('eq', 'eq', 'eq', ...(COMPARISONS[property] ?? ORDER));
    return fc.tuple(comparison, value).map(([asked, wanted]) => is(property, asked, wanted));
  });
const special: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom('note', 'level', 'remark', 'tags', 'name').map(absent),
  fc.constantFrom('x', 'y', 'z').map((tag) => is('tags', 'contains', tag)),
  fc.subarray(POOLS.name, { minLength: 1 }).map((names) => oneOf('name', names)),
  fc
    .uniqueArray(fc.integer({ min: -3, max: 40 }), { minLength: 12, maxLength: 40 })
    .map((all) => oneOf('count', all)),
);

export const condition: fc.Arbitrary<Condition> = fc.letrec<{ all: Condition }>((tie) => ({
  all: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: leaf },
    { weight: 1, arbitrary: special },
    { weight: 3, arbitrary: fc.array(tie('all'), { maxLength: 4 }).map((parts) => and(...parts)) },
    {
      weight: 3,
      arbitrary: fc.array(tie('all'), { minLength: 1, maxLength: 4 }).map((parts) => or(...parts)),
    },
    { weight: 1, arbitrary: tie('all').map(not) },
  ),
})).all;

/** What keys serve: the partition, some of the row from the left, bounds on what follows; and alternatives of it. */
export function keyCondition(partition: readonly string[], row: readonly string[]): fc.Arbitrary<Condition> {
  const compare = (name: string, comparisons: readonly Comparison[]) =>
    fc
      .tuple(
        fc.constantFrom(...comparisons),
        fc.constantFrom(...(POOLS[name as 'name'] as readonly unknown[])),
      )
      .map(([comparison, value]) => is(name, comparison, value));
  const all = (names: readonly string[]) => fc.tuple(...names.map((name) => compare(name, ['eq'])));
  const bounds = (name: string | undefined) =>
    name === undefined
      ? fc.constant([])
      : fc.array(compare(name, (COMPARISONS[name] ?? ORDER).slice(2)), { maxLength: 2 });
  const inRow = fc
    .nat({ max: row.length })
    .chain((known) => fc.tuple(all(row.slice(0, known)), bounds(row[known])))
    .map((parts) => parts.flat());
  const alternatives = fc.array(fc.tuple(inRow, fc.array(leaf, { maxLength: 1 })), {
    minLength: 1,
    maxLength: 3,
  });
  return fc
    .tuple(all(partition), alternatives)
    .map(([keys, rows]) => and(...keys, or(...rows.map((parts) => and(...parts.flat())))));
}
