import fc from 'fast-check';
import { Grade, Level, Point, type Values } from './everything.js';

/** Text that has broken clients, parsers and the multipart format of transactions. */
const NASTY = [
  ...[
    "'",
    '"',
    '`',
    '\\',
    '\r\n',
    '\n',
    '\t',
    '\0',
    '\u001f',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ufeff',
  ],
  ...['😀', '👩‍👩‍👧', 'שלום', '\u202e', 'e\u0301', 'é', '\uffee', '\uffff', '日本'],
  ...['%', '%25', '%2F', '%E2%80%A8', '+', '&', ';', '=', '<b>', '&amp;', ' ', '  ', '\\u2028', '\\"'],
  ...[
    '--changeset_',
    '--batch_',
    'HTTP/1.1 200 OK',
    'Content-Type: application/http',
    '$batch',
    'If-Match: *',
  ],
  ...['{"a":1}', '":5.0,"', '@odata.type', 'Edm.Int32', 'null', '__proto__'],
];

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...NASTY), maxLength: 8 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

export const int32 = fc.oneof(fc.integer(), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, -1, 0, 1));

const INT64 = 2n ** 63n;
export const int64 = fc.oneof(
  fc.bigInt({ min: -INT64, max: INT64 - 1n }),
  fc.constantFrom(-INT64, INT64 - 1n, 0n, -1n, 2n ** 53n + 1n, 2n ** 31n),
);

/** Without -0: the emulator forgets its sign. */
export const double = fc
  .oneof(
    fc.double(),
    fc.integer(),
    fc.constantFrom(5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 0.1 + 0.2, 5, 1e21, 2 ** 53),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  )
  .map((value) => (value === 0 ? 0 : value));

const MIN_DATE = new Date('1601-01-01T00:00:00.000Z');
const MAX_DATE = new Date('9999-12-31T23:59:59.999Z');
export const dateTime = fc.oneof(
  fc.date({ min: MIN_DATE, max: MAX_DATE, noInvalidDate: true }),
  fc.integer({ min: -3, max: 3 }).map((milliseconds) => new Date(milliseconds)),
  fc.constantFrom(MIN_DATE, MAX_DATE, new Date(0), new Date(1)),
);

const MIN_TICKS = 504_911_232_000_000_000n;
const MAX_TICKS = 3_155_378_975_999_999_999n;
const EPOCH = 621_355_968_000_000_000n;
export const ticks = fc.oneof(
  fc.bigInt({ min: MIN_TICKS, max: MAX_TICKS }),
  fc.constantFrom(MIN_TICKS, MAX_TICKS, EPOCH, EPOCH - 1n, EPOCH + 1n, EPOCH + 9_999_999n),
);

export const guid = fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase()));

/** Views into larger buffers, whose neighbours must not be stored. */
export const binary = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.boolean())
  .map(([bytes, before, after, asBuffer]) => {
    const whole = new Uint8Array(before + bytes.length + after).fill(0xee);
    whole.set(bytes, before);
    const view = whole.subarray(before, before + bytes.length);
    return asBuffer ? Buffer.from(view) : view;
  });

const HOSTILE_JSON = [
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"text"}',
  '{"":{"\\u0000":[[],{},null,true,false,0,-1.5,1e300,"\\u2028\\ud83d\\ude00"]}}',
  '[]',
  '""',
  'false',
  '0',
];

/** Everything that JSON can say, save `null` alone and -0, which JSON.stringify does not write. */
export const json: fc.Arbitrary<unknown> = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
    fc.constantFrom(...HOSTILE_JSON).map((source) => JSON.parse(source) as unknown),
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .filter((value) => value !== null);

export const point: fc.Arbitrary<Point> = fc
  .array(fc.record({ x: fc.integer(), label: text }, { requiredKeys: ['x'] }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((plain) => plain.reduceRight<Point | undefined>(linked, undefined)!);

function linked(next: Point | undefined, plain: { x: number; label?: string }): Point {
  return Object.assign(new Point(), plain, next && { next });
}

/** Any mix of present and absent values. */
export const values: fc.Arbitrary<Values> = fc.record(
  {
    text,
    int32,
    int64,
    double,
    bool: fc.boolean(),
    dateTime,
    ticks,
    guid,
    binary,
    grade: fc.constantFrom(...Object.values(Grade)),
    level: fc.constantFrom(Level.Low, Level.Middle, Level.High),
    json,
    point,
  },
  { requiredKeys: [] },
);
