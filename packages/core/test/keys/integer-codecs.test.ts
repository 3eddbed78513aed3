import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partCodec } from '../../src/keys/index.js';
import { expectCodec, expectForeign, expectStrangersRefused, failure, int32, int64 } from './support.js';

const isInt32 = (value: unknown) => Number.isInteger(value) && Object.is((value as number) | 0, value);

describe('int32', () => {
  const codec = partCodec('int32');

  it('is reversible, injective, legal and ordered', () => expectCodec(codec, int32));

  it.each([
    [223, '0000000223'],
    [0, '0000000000'],
    [2147483647, '2147483647'],
    [-1, '-9999999998'],
    [-2147483648, '-7852516351'],
  ])('writes %d as %s', (value, key) => expect(codec.encode(value)).toBe(key));

  it('refuses everything else, -0 too', () => expectStrangersRefused(codec, isInt32));

  it('reads only what it would have written', () => {
    expectForeign(codec, [
      '',
      '223',
      '2147483648',
      '-9999999999',
      '-7852516350',
      '-0000000000',
      '00000000223',
    ]);
    expectForeign(codec, ['+000000223', ' 000000223', '000000022a', '٠000000223', '0000000223\n']);
  });
});

describe('int64', () => {
  const codec = partCodec('int64');

  it('is reversible, injective, legal and ordered', () => expectCodec(codec, int64));

  it.each([
    [223n, '0000000000000000223'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [-1n, '-9999999999999999998'],
    [-(2n ** 63n), '-0776627963145224191'],
  ])('writes %d as %s', (value, key) => expect(codec.encode(value)).toBe(key));

  it('takes bigints only', () => expectStrangersRefused(codec, (value) => value === 10n));

  it('reads only what it would have written', () => {
    expectForeign(codec, ['9223372036854775808', '-0776627963145224190', '-9999999999999999999', '223']);
  });
});

describe('largest first', () => {
  it('int32 is reversible, injective, legal and ordered', () =>
    expectCodec(partCodec('int32', 'desc'), int32));
  it('int64 is reversible, injective, legal and ordered', () =>
    expectCodec(partCodec('int64', 'desc'), int64));

  it.each<['int32' | 'int64', number | bigint, string]>([
    ['int32', 2147483647, '0000000000'],
    ['int32', 223, '2147483424'],
    ['int32', 0, '2147483647'],
    ['int32', -1, '2147483648'],
    ['int32', -2147483648, '4294967295'],
    ['int64', 2n ** 63n - 1n, '00000000000000000000'],
    ['int64', 223n, '09223372036854775584'],
    ['int64', -(2n ** 63n), '18446744073709551615'],
  ])('%s writes %d as %s', (kind, value, key) => expect(partCodec(kind, 'desc').encode(value)).toBe(key));

  it('refuses everything else, -0 too', () => {
    expectStrangersRefused(partCodec('int32', 'desc'), isInt32);
    expectStrangersRefused(partCodec('int64', 'desc'), (value) => value === 10n);
  });

  it('reads only what it would have written', () => {
    expectForeign(partCodec('int32', 'desc'), ['', '223', '4294967296', '-000000001', '02147483424']);
    expectForeign(partCodec('int64', 'desc'), ['18446744073709551616', '9223372036854775584']);
  });

  it('holds members of an enum alone', () => {
    const codec = partCodec({ enum: [-1, 0, 7] }, 'desc');
    expect([-1, 0, 7].map((value) => codec.decode(codec.encode(value)))).toEqual([-1, 0, 7]);
    expect(codec.descending).toBe(true);
    expectForeign(codec, [partCodec('int32', 'desc').encode(1)]);
  });
});

describe('padded integers', () => {
  it.each([1, 6, 9, 10])('int32 of %d digits is reversible, injective, legal and ordered', (width) => {
    const max = Math.min(10 ** width - 1, 2147483647);
    expectCodec(partCodec('int32', `0${width}`), fc.integer({ min: 0, max }));
  });

  it.each([1, 10, 19])('int64 of %d digits is reversible, injective, legal and ordered', (width) => {
    const limit = 10n ** BigInt(width) - 1n;
    const max = limit < 2n ** 63n ? limit : 2n ** 63n - 1n;
    expectCodec(partCodec('int64', `0${width}`), fc.bigInt({ min: 0n, max }));
  });

  it('writes 223 as the guide does', () => {
    expect(partCodec('int32', '06').encode(223)).toBe('000223');
    expect(partCodec('int32', '06').encode(999_999)).toBe('999999');
  });

  it.each([1_000_000, -1, -0, 2147483648])(
    'refuses %d in six digits, and never sorts it wrongly',
    (value) => {
      const error = failure(() => partCodec('int32', '06').encode(value));
      expect(error.code).toBe('KEY_VALUE_INVALID');
      expect(error.message).toContain('takes a whole number from 0 to 999999, not ');
    },
  );

  it('refuses strangers', () => {
    expectStrangersRefused(partCodec('int32', '06'), (value) => value === 1 || Object.is(value, 0));
    expectStrangersRefused(partCodec('int64', '06'), (value) => value === 10n);
  });

  it('keeps the range of its kind', () => {
    expectForeign(partCodec('int32', '010'), ['2147483648', '9999999999']);
    expectForeign(partCodec('int64', '019'), ['9223372036854775808']);
    expectForeign(partCodec('int32', '06'), ['00223', '0000223', '-00223', '']);
  });

  it.each([
    '0',
    '00',
    '011',
    '020',
    '6',
    '0x6',
    ' 06',
    '06 ',
    '-06',
    'raw',
    'asc',
    '06desc',
    '__proto__',
    'constructor',
  ])('has no format %j, and lists those that exist', (spec) => {
    const error = failure(() => partCodec('int32', spec));
    expect(error.code).toBe('KEY_TEMPLATE_INVALID');
    expect(error.message).toContain('{value} or {value:01} to {value:010} or {value:desc}');
  });
});
