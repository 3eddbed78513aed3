import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PartCodec, partCodec } from '../../src/keys/index.js';
import {
  expectCodec,
  expectForeign,
  expectLegal,
  expectStrangersRefused,
  failure,
  ordinal,
  RUNS,
  text,
} from './support.js';

/** Includes the alphabet of escape sequences, class syntax, and a character of two code units. */
const STOPS = ['_', '-', ']', '^', ':', ' ', 'F', '2', 'u', 'E', 'é', '日', '\u{1F600}'];

const before = (stop: string, spec?: string): PartCodec =>
  partCodec('text', spec, { variable: 'name', template: `{name}${stop}x`, stop });

/** What the format says, in other words than the codec: one code unit after the other. */
function escapedByHand(value: string): string {
  let key = '';
  for (const unit of value.split('')) {
    const code = unit.charCodeAt(0);
    const hex = code.toString(16).toUpperCase();
    const escaped =
      '~/\\#?'.includes(unit) || code <= 0x1f || (code >= 0x7f && code <= 0x9f) || code >= 0xffee;
    key += !escaped ? unit : code <= 0xff ? `~${hex.padStart(2, '0')}` : `~u${hex}`;
  }
  return key;
}

describe('text', () => {
  const codec = partCodec('text');

  it('is reversible, injective and legal', () => expectCodec(codec, text));

  it('escapes exactly what it says', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(codec.encode(value)).toBe(escapedByHand(value));
      }),
      RUNS,
    );
  });

  it('leaves ordinary text alone', () => {
    for (const value of [
      'jonesj@contoso.com',
      'a b',
      '100%',
      `it's "so"`,
      '日本',
      'Ünïcödé',
      '\u{1F600}',
      '\uFFED',
      '',
    ]) {
      expect(codec.encode(value)).toBe(value);
    }
  });

  it.each([
    ['a/b', 'a~2Fb'],
    ['a\\b', 'a~5Cb'],
    ['C#', 'C~23'],
    ['why?', 'why~3F'],
    ['~', '~7E'],
    ['\u0000\u001F\u007F\u009F', '~00~1F~7F~9F'],
    ['\uFFEE\uFFFF', '~uFFEE~uFFFF'],
  ])('writes %j as %s', (value, key) => expect(codec.encode(value)).toBe(key));

  it('keeps prefixes: startsWith means the same for values and for keys', () => {
    for (const c of [codec, ...STOPS.map((stop) => before(stop))]) {
      fc.assert(
        fc.property(text, text, fc.boolean(), (a, b, glue) => {
          const whole = glue ? b + a : a;
          expect(c.encode(whole).startsWith(c.encode(b))).toBe(whole.startsWith(b));
        }),
        { numRuns: 100 },
      );
    }
  });

  it('sorts as if escaped characters stood between } and U+00A0', () => {
    const place = (unit: string) => {
      const code = unit.charCodeAt(0);
      return escapedByHand(unit) === unit ? (code < 0x7e ? code : code + 0x20000) : 0x10000 + code;
    };
    const expected = (a: string, b: string) => {
      for (let i = 0; i < Math.min(a.length, b.length); i++) {
        const difference = place(a[i]!) - place(b[i]!);
        if (difference !== 0) return Math.sign(difference);
      }
      return Math.sign(a.length - b.length);
    };
    fc.assert(
      fc.property(text, text, text, (start, a, b) => {
        const [left, right] = [start + a, start + b];
        expect(ordinal(codec.encode(left), codec.encode(right))).toBe(expected(left, right));
      }),
      RUNS,
    );
    // And so plainly by UTF-16 code units where nothing is escaped.
    expect(expected('\u{1F600}', '\uE000')).toBe(-1);
    expect(codec.ordered).toBe(true);
    expect(before('_').ordered).toBe(false);
  });

  it.each(STOPS)(
    'never shows the stop %s, save inside an escape sequence, and finds its end there',
    (stop) => {
      const c = before(stop);
      fc.assert(
        fc.property(text, text, (value, rest) => {
          const spiked = value + stop + value;
          const key = c.encode(spiked);
          expectLegal(key);
          expect(key.replace(/~u[0-9A-F]{4}|~[0-9A-F]{2}/g, '')).not.toContain(stop);
          expect(c.endOf(`y${key}${stop}${rest}`, 1)).toBe(1 + key.length);
          expect(c.decode(key)).toBe(spiked);
        }),
        { numRuns: 100 },
      );
    },
  );

  it('has no end where the stop is missing', () => {
    expect(before('_').endOf('abc', 0)).toBe(-1);
    expect(before('F').endOf('a~2F', 0)).toBe(-1);
  });

  it('reads only what it would have written', () => {
    expectForeign(codec, [
      '~',
      '~2',
      '~2f',
      '~41',
      '~u0041',
      '~uffee',
      '~uFFE',
      '~u002F',
      '~G0',
      'a~',
      '~~7E',
    ]);
    expectForeign(codec, ['a/b', '\u0000', '\uFFEE', '~uD83D', '~uD83D~uDE00', '\uD83D']);
    expectForeign(before('_'), ['_', '~u005F', 'a_b']);
    expectForeign(before('\u{1F600}'), ['~uD83D', '~uD83D~uDE01', '\u{1F600}']);
    fc.assert(
      fc.property(text, (key) => {
        const value = codec.decode(key);
        if (value !== undefined) expect(codec.encode(value)).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses half surrogate pairs', () => {
    for (const value of ['\uD83D', 'a\uDE00', '\uDE00\uD83D', '/\uD83D/']) {
      expect(failure(() => codec.encode(value)).code).toBe('KEY_VALUE_INVALID');
      expect(failure(() => before('\u{1F600}').encode(value)).code).toBe('KEY_VALUE_INVALID');
    }
  });

  it('refuses everything but strings', () => {
    expectStrangersRefused(codec, (value) => typeof value === 'string');
  });
});

describe('raw text', () => {
  const codec = partCodec('text', 'raw');
  const harmless = text.map((value) => value.replace(/[/\\#?\u0000-\u001F\u007F-\u009F\uFFEE-\uFFFF]/g, ''));

  it('is reversible, injective and legal', () => expectCodec(codec, harmless));

  it('is the value itself', () => {
    fc.assert(
      fc.property(harmless, (value) => {
        expect(codec.encode(value)).toBe(value);
      }),
      RUNS,
    );
    expect(codec.encode('~2F')).toBe('~2F');
  });

  it.each(['a/b', 'a\\b', '#', '?', '\u0000', '\u009F', '\uFFEE', 'a\uFFFF', '\uD83D'])(
    'refuses %j',
    (value) => {
      expect(failure(() => codec.encode(value)).code).toBe('KEY_VALUE_INVALID');
      expectForeign(codec, [value]);
    },
  );

  it('refuses the character that ends it', () => {
    const c = before('\u{1F600}', 'raw');
    expect(c.encode('a\u{1F601}')).toBe('a\u{1F601}');
    expect(failure(() => c.encode('a\u{1F600}')).code).toBe('KEY_VALUE_INVALID');
    expect(before('_', 'raw').endOf('x_ab_c', 2)).toBe(4);
    expect(before('_', 'raw').endOf('abc', 0)).toBe(-1);
  });

  it('refuses everything but strings', () => {
    expectStrangersRefused(codec, (value) => typeof value === 'string');
  });
});
