import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTemplate, type KeyKind, partCodec } from '../../src/keys/index.js';
import { double, expectCodec, expectForeign, expectStrangersRefused, failure, guid } from './support.js';

describe('double', () => {
  const codec = partCodec('double');

  it('is reversible, injective, legal and ordered', () => expectCodec(codec, double));

  it.each([
    [0, '8000000000000000'],
    [-0, '7fffffffffffffff'],
    [1, 'bff0000000000000'],
    [-1, '400fffffffffffff'],
    [Infinity, 'fff0000000000000'],
    [-Infinity, '000fffffffffffff'],
  ])('writes %d as %s', (value, key) => expect(codec.encode(value)).toBe(key));

  it('refuses NaN and everything but numbers', () => {
    expectStrangersRefused(codec, (value) => typeof value === 'number' && !Number.isNaN(value));
  });

  it('reads only what it would have written', () => {
    expectForeign(codec, [
      '',
      '800000000000000',
      '80000000000000000',
      'BFF0000000000000',
      'fff0000000000001',
    ]);
    expectForeign(codec, ['0000000000000000', 'ffffffffffffffff', '0x80000000000000']);
  });
});

describe('double, largest first', () => {
  const codec = partCodec('double', 'desc');

  it('is reversible, injective, legal and ordered', () => expectCodec(codec, double));

  it.each([
    [Infinity, '000fffffffffffff'],
    [0, '7fffffffffffffff'],
    [-0, '8000000000000000'],
    [-Infinity, 'fff0000000000000'],
  ])('writes %d as %s', (value, key) => expect(codec.encode(value)).toBe(key));

  it('refuses NaN, in both directions', () => {
    expectStrangersRefused(codec, (value) => typeof value === 'number' && !Number.isNaN(value));
    expectForeign(codec, ['', '0000000000000000', 'ffffffffffffffff', '000FFFFFFFFFFFFF']);
  });
});

describe('boolean', () => {
  const codec = partCodec('boolean');

  it('is reversible, injective, legal and ordered', () => expectCodec(codec, fc.boolean()));
  it('is readable', () => expect([codec.encode(false), codec.encode(true)]).toEqual(['false', 'true']));
  it('refuses strangers', () => expectStrangersRefused(codec, (value) => value === true));
  it('reads only what it would have written', () =>
    expectForeign(codec, ['', 'True', 'truefalse', '1', 'f']));
});

describe('guid', () => {
  const codec = partCodec('guid');

  it('is reversible, injective, legal and ordered', () => expectCodec(codec, guid));

  it('writes lower case, so that one GUID is one key', () => {
    expect(codec.encode('C9DA6455-213D-42C9-9A79-3E9149A57833')).toBe('c9da6455-213d-42c9-9a79-3e9149a57833');
    expectForeign(codec, ['C9DA6455-213D-42C9-9A79-3E9149A57833']);
  });

  it('refuses strangers', () => {
    expectStrangersRefused(codec, () => false);
    for (const malformed of [
      '{c9da6455-213d-42c9-9a79-3e9149a57833}',
      'c9da6455213d42c99a793e9149a57833',
      'g9da6455-213d-42c9-9a79-3e9149a57833',
      'c9da6455-213d-42c9-9a79-3e9149a57833\n',
    ]) {
      expect(failure(() => codec.encode(malformed)).code).toBe('KEY_VALUE_INVALID');
      expectForeign(codec, [malformed]);
    }
  });
});

describe('enum', () => {
  const open = { variable: 'state', template: '{state}_{id}', stop: '_' };
  const states: KeyKind = { enum: ['open', 'on_hold', 'n/a', ''] };
  const levels: KeyKind = { enum: [-1, 0, 1, 30] };

  it('writes text members with the escaping of text', () => {
    const codec = partCodec(states, undefined, open);
    expectCodec(codec, fc.constantFrom('open', 'on_hold', 'n/a', ''));
    expect(codec.encode('on_hold')).toBe('on~5Fhold');
    expect(codec.width).toBe('open');
    expectForeign(codec, ['closed', 'on_hold', 'n~2f', 'toString']);
  });

  it('writes integer members as integers, in their order', () => {
    expectCodec(partCodec(levels), fc.constantFrom(-1, 0, 1, 30));
    expect(partCodec(levels).encode(30)).toBe('0000000030');
    expect(partCodec({ enum: [0, 1, 30] }, '02').encode(1)).toBe('01');
    expectForeign(partCodec(levels), ['0000000002', '30']);
  });

  it('refuses what is not a member', () => {
    expectStrangersRefused(partCodec(states), (value) => value === '');
    expectStrangersRefused(
      partCodec(levels),
      (value) => [-1, 0, 1].includes(value as number) && !Object.is(value, -0),
    );
  });

  it.each<[string, KeyKind, string | undefined]>([
    ['mixed members', { enum: ['a', 1] }, undefined],
    ['no members', { enum: [] }, undefined],
    ['a fraction', { enum: [1.5] }, undefined],
    ['an integer beyond 32 bits', { enum: [2 ** 31] }, undefined],
    ['a member that the padding cannot hold', { enum: [1, 100] }, '02'],
    ['a member that raw text cannot hold', { enum: ['n/a'] }, 'raw'],
    ['half a surrogate pair', { enum: ['\uD83D'] }, undefined],
    ['a format of another kind', { enum: ['a'] }, '02'],
  ])('refuses %s when the template is compiled', (_, kind, spec) => {
    expect(failure(() => partCodec(kind, spec)).code).toBe('KEY_TEMPLATE_INVALID');
  });
});

describe('kinds without the format', () => {
  it.each<[KeyKind, string, string]>([
    ['text', '06', '{value} or {value:raw}'],
    ['int64', 'asc', '{value} or {value:01} to {value:019} or {value:desc}'],
    ['double', '06', '{value} or {value:desc}'],
    ['boolean', 'raw', '{value}'],
    ['guid', 'raw', '{value}'],
    ['dateTime', 'asc', '{value} or {value:desc}'],
    ['ticks', '019', '{value} or {value:desc}'],
  ])('%s:%s is refused, and the error lists what exists', (kind, spec, usage) => {
    const error = failure(() => partCodec(kind, spec));
    expect(error.code).toBe('KEY_TEMPLATE_INVALID');
    expect(error.message).toContain(`Write ${usage}.`);
  });

  it.each(['binary', '', undefined, null, {}, { enum: 'abc' }, 'toString'])('refuses the kind %j', (kind) => {
    expect(failure(() => partCodec(kind as KeyKind)).code).toBe('KEY_TEMPLATE_INVALID');
    expect(failure(() => compileTemplate('{a}', () => kind as KeyKind, 'row')).code).toBe(
      'KEY_TEMPLATE_INVALID',
    );
  });
});
