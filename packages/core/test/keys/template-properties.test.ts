import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompiledTemplate, compileTemplate, type KeyKind } from '../../src/keys/index.js';
import {
  date,
  double,
  expectLegal,
  failure,
  guid,
  int32,
  int64,
  natural,
  ordinal,
  same,
  text,
  ticks,
} from './support.js';

interface Field {
  readonly kind: KeyKind;
  readonly spec?: string;
  readonly values: fc.Arbitrary<unknown>;
}

/** Few characters, so that two tuples often differ only in where a border lies. */
const close = fc.string({ unit: fc.constantFrom('a', '_', 'F', '2', '~', '/', '0', '-', ' '), maxLength: 3 });

const OPEN: readonly Field[] = [
  { kind: 'text', values: fc.oneof(close, text) },
  {
    kind: { enum: ['a', 'a_', '_', 'F', '~2F', '/'] },
    values: fc.constantFrom('a', 'a_', '_', 'F', '~2F', '/'),
  },
];
const SELF: readonly Field[] = [
  { kind: 'int32', values: int32 },
  { kind: 'int32', spec: '02', values: fc.nat(99) },
  { kind: 'int64', values: int64 },
  { kind: 'double', values: double },
  { kind: 'boolean', values: fc.boolean() },
  { kind: 'dateTime', values: date },
  { kind: 'int32', spec: 'desc', values: int32 },
  { kind: 'int64', spec: 'desc', values: int64 },
  { kind: 'double', spec: 'desc', values: double },
  { kind: 'dateTime', spec: 'desc', values: date },
  { kind: 'ticks', spec: 'desc', values: ticks },
  { kind: 'guid', values: guid },
  { kind: { enum: [-1, 0, 7] }, values: fc.constantFrom(-1, 0, 7) },
];
const literal = fc.constantFrom(
  '_',
  'F',
  '2',
  'u',
  '-',
  '0',
  'a_',
  '__',
  't',
  ' ',
  '  ',
  '  a',
  '日',
  '\u{1F600}',
  ']^',
);

interface Case {
  readonly template: CompiledTemplate;
  readonly a: Record<string, unknown>;
  readonly b: Record<string, unknown>;
}

/** Any template of up to four variables, and two tuples of values that often agree in some of them. */
const cases: fc.Arbitrary<Case> = fc
  .array(
    fc.record({
      field: fc.constantFrom(...OPEN, ...OPEN, ...SELF),
      glued: fc.boolean(),
      literal,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .chain((pieces) => {
    const last = pieces.length - 1;
    const tails = pieces.map((piece, i) =>
      piece.glued && (i === last || SELF.includes(piece.field)) ? '' : piece.literal,
    );
    const source = pieces.map(({ field }, i) => `{v${i}${field.spec ? `:${field.spec}` : ''}}${tails[i]}`);
    const template = compileTemplate(source.join(''), (name) => pieces[Number(name[1])]!.field.kind, 'row');
    const pairs = pieces.map(({ field }) =>
      fc.oneof(
        fc.tuple(field.values, field.values),
        field.values.map((value) => [value, value] as const),
      ),
    );
    const tuple = (values: readonly unknown[]) =>
      Object.fromEntries(values.map((value, i) => [`v${i}`, value]));
    return fc.tuple(...pairs).map((chosen) => ({
      template,
      a: tuple(chosen.map(([left]) => left)),
      b: tuple(chosen.map(([, right]) => right)),
    }));
  });

const sameTuple = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  Object.keys(a).every((name) => same(a[name], b[name]));

describe('any template, any values', () => {
  it('encode and decode are inverse, keys are legal and differ when values do', () => {
    fc.assert(
      fc.property(cases, ({ template, a, b }) => {
        const key = template.encode(a);
        expectLegal(key);
        const decoded = template.decode(key);
        expect(Object.keys(decoded)).toEqual(Object.keys(a));
        expect(sameTuple(a, decoded)).toBe(true);
        expect(key === template.encode(b)).toBe(sameTuple(a, b));
      }),
      { numRuns: 1000 },
    );
  });

  it('ordered variables decide the order of keys that agree to the left', () => {
    let decided = 0;
    fc.assert(
      fc.property(cases, ({ template, a, b }) => {
        const first = template.variables.findIndex(({ name }) => !same(a[name], b[name]));
        const variable = template.variables[first];
        if (!variable?.ordered) return;
        const [x, y] = [a[variable.name], b[variable.name]];
        if (typeof x === 'string' && /[~/\\#?\u0000-\u001F\u007F-\u009F\uFFEE-\uFFFF]/.test(`${x}${y}`))
          return;
        decided++;
        const order = ordinal(template.encode(a), template.encode(b));
        expect(order).toBe(variable.descending ? natural(y, x) : natural(x, y));
      }),
      { numRuns: 1000 },
    );
    expect(decided).toBeGreaterThan(200);
  });

  it('a prefix begins exactly the keys with its values', () => {
    fc.assert(
      fc.property(cases, fc.nat(4), ({ template, a, b }, n) => {
        const count = Math.min(n, template.variables.length);
        const prefix = template.encodePrefix(a, count);
        expect(template.encode(a).startsWith(prefix)).toBe(true);
        const known = template.variables.slice(0, count);
        const agree = known.every(({ name }) => same(a[name], b[name]));
        const last = known.at(-1);
        const endless =
          count === template.variables.length &&
          typeof a[last?.name ?? ''] === 'string' &&
          template.source.endsWith('}');
        if (!endless || last?.kind === 'guid') expect(template.encode(b).startsWith(prefix)).toBe(agree);
      }),
      { numRuns: 1000 },
    );
  });

  it('a key is refused, or is the very one that its values give', () => {
    const edit = fc.record({ at: fc.nat(80), remove: fc.nat(2), insert: close });
    fc.assert(
      fc.property(cases, edit, ({ template, a }, { at, remove, insert }) => {
        const key = template.encode(a);
        const edited = key.slice(0, at) + insert + key.slice(at + remove);
        let decoded: Record<string, unknown>;
        try {
          decoded = template.decode(edited);
        } catch {
          expect(failure(() => template.decode(edited)).code).toBe('KEY_MISMATCH');
          return;
        }
        expect(template.encode(decoded)).toBe(edited);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('every pair of short texts', () => {
  const alphabet = ['a', '_', 'F', '2', '~', '/', '5', ' '];
  const short = ['', ...alphabet, ...alphabet.flatMap((a) => alphabet.map((b) => a + b))];

  it.each([
    '{a}_{b}',
    '{a}F{b}',
    '{a}2{b}',
    '{a}__{b}',
    '{a}5{b}_',
    '_{a}a{b}a',
    '{a} {b}',
    '{a}  {b}',
    '{a}  {b}  ',
  ])('has its own key in %s', (source) => {
    const template = compileTemplate(source, () => 'text', 'row');
    const keys = new Set<string>();
    for (const a of short) for (const b of short) keys.add(template.encode({ a, b }));
    expect(keys.size).toBe(short.length ** 2);
  });
});
