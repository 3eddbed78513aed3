import fc from 'fast-check';
import { dateOfTicks, MAX_TICKS, MIN_TICKS } from '../../../../src/edm/index.js';
import type { PropertyKind } from '../../../../src/model/index.js';

export const WORDS = ['open', 'on hold', 'closed "for good"'] as const;
export const NUMBERS = [0, 1, -7] as const;

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const time = fc.bigInt({ min: MIN_TICKS, max: MAX_TICKS });

export interface KindOfProperty {
  readonly kind: PropertyKind;
  readonly members?: readonly (string | number)[];
  /** What a property of the kind takes. */
  readonly values: fc.Arbitrary<unknown>;
  /** How a key may write it; none: not at all. */
  readonly formats: readonly string[];
}

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'plain', '~2F', 'a/b', '"quoted"', '\u2028', '😀', '\ud800'),
);

export const KINDS: readonly KindOfProperty[] = [
  { kind: 'text', values: text, formats: ['', ':raw'] },
  { kind: 'int32', values: fc.oneof(fc.integer(), fc.constant(-0)), formats: ['', ':06', ':010', ':desc'] },
  {
    kind: 'int64',
    values: fc.oneof(int64, fc.bigInt({ min: -99n, max: 99n })),
    formats: ['', ':04', ':019', ':desc'],
  },
  { kind: 'double', values: fc.double(), formats: ['', ':desc'] },
  { kind: 'boolean', values: fc.boolean(), formats: [''] },
  { kind: 'dateTime', values: time.map(dateOfTicks), formats: ['', ':desc'] },
  { kind: 'ticks', values: time, formats: ['', ':desc'] },
  {
    kind: 'guid',
    values: fc.oneof(
      fc.uuid(),
      fc.uuid().map((guid) => guid.toUpperCase()),
    ),
    formats: [''],
  },
  { kind: 'binary', values: fc.uint8Array({ maxLength: 20 }), formats: [] },
  { kind: 'json', values: fc.jsonValue({ maxDepth: 2 }), formats: [] },
  { kind: 'enum', members: WORDS, values: fc.constantFrom(...WORDS), formats: ['', ':raw'] },
  { kind: 'enum', members: NUMBERS, values: fc.constantFrom(...NUMBERS), formats: ['', ':desc'] },
];

/** Values that hardly any property takes, and some that a few do. */
export const STRANGE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(undefined, null, Number.NaN, Infinity, 1.5, 2 ** 31, 2n ** 63n, true, '', 'x', {}, []),
  fc.constantFrom(new Date(Number.NaN), new Date(-1e15), Symbol('no'), () => 1, new Map()),
);

/** Cells that a column may hold though no codec of ours wrote them. */
export const CELLS: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(undefined, null, true, false, 0, -0, 7, 1.5, 2 ** 31, 2 ** 53, 1e300),
  fc.constantFrom('', 'x', '12', '-12', '012', '+1', '9223372036854775808', '12345678901234567890', 'NaN'),
  fc.constantFrom('Infinity', '-Infinity', 'AAE=', 'AAE', '{"a":[1]}', '{', 'null', ...WORDS),
  fc.constantFrom(
    '2014-02-30T00:00:00Z',
    '2014-07-31T18:00:00.1234567Z',
    '2014-07-31',
    '0001-01-01T00:00:00Z',
  ),
  fc.constantFrom('0F8FAD5B-D9CB-469F-A165-70867728950E', '0f8fad5b-d9cb-469f-a165-70867728950e'),
  fc.string({ maxLength: 8 }),
);
