import { describe, expect, it } from 'vitest';
import { compileTemplate, type KeyKind } from '../../src/keys/index.js';
import { MAX_KEY_LENGTH } from '../../src/limits/index.js';
import { failure } from './support.js';

const KINDS: Record<string, KeyKind> = {
  department: 'text',
  email: 'text',
  id: 'int32',
  year: 'int32',
  month: 'int32',
  at: 'dateTime',
  done: 'boolean',
};
const kindOf = (variable: string): KeyKind => KINDS[variable] ?? 'text';
const row = (template: string) => compileTemplate(template, kindOf, 'row');
const partition = (template: string) => compileTemplate(template, kindOf, 'partition');

describe('the keys of the table design guide', () => {
  it.each([
    ['empid_{id:06}', { id: 223 }, 'empid_000223'],
    ['email_{email}', { email: 'jonesj@contoso.com' }, 'email_jonesj@contoso.com'],
    ['empid_{id:06}_{year:04}', { id: 123, year: 2012 }, 'empid_000123_2012'],
    ['email_{department}', { department: 'Sales' }, 'email_Sales'],
    ['{at:desc}', { at: new Date('2014-07-31T18:00:00Z') }, '2519954711999999999'],
    [
      '{year:04}{month:02}-{done}{department}',
      { year: 2014, month: 7, done: true, department: 'x' },
      '201407-truex',
    ],
    ['Department', {}, 'Department'],
  ])('%s', (template, values, key) => {
    for (const compiled of [row(template), partition(template)]) {
      expect(compiled.encode(values)).toBe(key);
      expect({ ...compiled.decode(key) }).toEqual(values);
    }
  });
});

describe('a separator inside a value', () => {
  const name = row('{department}_{email}');

  it('cannot move the border between two values', () => {
    const forged = name.encode({ department: 'a_b', email: 'c' });
    expect(forged).toBe('a~5Fb_c');
    expect(name.encode({ department: 'a', email: 'b_c' })).toBe('a_b_c');
    expect({ ...name.decode(forged) }).toEqual({ department: 'a_b', email: 'c' });
  });

  it('is refused in raw text', () => {
    const raw = row('{department:raw}_{email:raw}');
    expect(raw.encode({ department: 'a', email: 'b_c' })).toBe('a_b_c');
    expect(failure(() => raw.encode({ department: 'a_b', email: 'c' })).code).toBe('KEY_VALUE_INVALID');
  });
});

describe('encode', () => {
  it('takes keys of 512 code units, and none longer', () => {
    const key = `email_${'x'.repeat(MAX_KEY_LENGTH - 6)}`;
    const template = row('email_{email}');
    expect(template.encode({ email: 'x'.repeat(506) })).toBe(key);
    expect(template.decode(key)['email']).toHaveLength(506);
    const error = failure(() => template.encode({ email: 'x'.repeat(507) }));
    expect(error.code).toBe('KEY_TOO_LONG');
    expect(error.details).toEqual({ template: 'email_{email}', length: 513, limit: 512 });
    expect(failure(() => template.encode({ email: '/'.repeat(169) })).code).toBe('KEY_TOO_LONG');
    expect(failure(() => template.encodePrefix({ email: 'x'.repeat(507) })).code).toBe('KEY_TOO_LONG');
    expect(failure(() => template.decode(`${key}x`)).code).toBe('KEY_MISMATCH');
  });

  it('allows an empty row key, and no empty partition key', () => {
    expect(row('{department}').encode({ department: '' })).toBe('');
    expect({ ...row('{department}').decode('') }).toEqual({ department: '' });
    expect(row('').encode({})).toBe('');
    expect(failure(() => partition('{department}').encode({ department: '' })).code).toBe(
      'KEY_VALUE_INVALID',
    );
    expect(failure(() => partition('{department}').decode('')).code).toBe('KEY_MISMATCH');
    expect(partition('d_{department}').encode({ department: '' })).toBe('d_');
  });

  it.each([{}, { id: undefined }, { id: null }, null, undefined, 'abc', 7])(
    'needs every value: %j',
    (values) => {
      const error = failure(() => row('empid_{id:06}').encode(values as object));
      expect(error.code).toBe('KEY_VALUE_INVALID');
      expect(error.details).toMatchObject({ variable: 'id', template: 'empid_{id:06}' });
      expect(error.message).toContain('has no value');
    },
  );

  it('reads each property once, in order, also from getters of a class', () => {
    const reads: string[] = [];
    class Reading {
      get year() {
        reads.push('year');
        return 2014;
      }
      get id() {
        reads.push('id');
        return reads.length;
      }
      get other(): never {
        throw new Error('not a part of the key');
      }
    }
    expect(row('{year:04}_{id:02}').encode(new Reading())).toBe('2014_02');
    expect(row('{year:04}_{id:02}').encodePrefix(new Reading(), 1)).toBe('2014_');
    expect(row('{year:04}_{id:02}').encodePrefix(new Reading())).toBe('2014_05');
    expect(reads).toEqual(['year', 'id', 'year', 'year', 'id']);
  });
});

describe('encodePrefix', () => {
  const template = row('m_{year:04}_{month:02}_{email}');
  const values = { year: 2014, month: 7, email: 'a_b' };

  it('holds the first variables, and the literal behind them', () => {
    expect(template.encodePrefix(values, 0)).toBe('m_');
    expect(template.encodePrefix(values, 1)).toBe('m_2014_');
    expect(template.encodePrefix(values, 2)).toBe('m_2014_07_');
    expect(template.encodePrefix(values, 3)).toBe(template.encode(values));
    expect(row('a{id:02}b').encodePrefix({ id: 1 }, 1)).toBe('a01b');
  });

  it('takes as many as are given', () => {
    expect(template.encodePrefix({})).toBe('m_');
    expect(template.encodePrefix({ year: 2014, month: undefined })).toBe('m_2014_');
    expect(template.encodePrefix(values)).toBe('m_2014_07_a_b');
    expect(partition('{department}').encodePrefix({})).toBe('');
  });

  it('refuses gaps, null, and counts that do not exist', () => {
    const gap = failure(() => template.encodePrefix({ year: 2014, email: 'a' }));
    expect(gap.code).toBe('KEY_VALUE_INVALID');
    expect(gap.message).toContain("'email' of 'm_{year:04}_{month:02}_{email}' is given without 'month'");
    expect(failure(() => template.encodePrefix({ year: null })).code).toBe('KEY_VALUE_INVALID');
    expect(failure(() => template.encodePrefix({}, 1)).code).toBe('KEY_VALUE_INVALID');
    for (const count of [-1, 4, 1.5, NaN]) {
      expect(failure(() => template.encodePrefix(values, count)).code).toBe('KEY_TEMPLATE_INVALID');
    }
  });
});

describe('decode', () => {
  it.each([
    '',
    'empid_',
    'empid_00223',
    'empid_0002233',
    'Empid_000223',
    'empid_000223_',
    'xempid_000223',
    'empid_00022a',
  ])('refuses %j', (key) =>
    expect(failure(() => row('empid_{id:06}').decode(key)).code).toBe('KEY_MISMATCH'),
  );

  it.each([undefined, null, 7, ['empid_000223'], { toString: () => 'empid_000223' }])('refuses %s', (key) => {
    expect(failure(() => row('empid_{id:06}').decode(key as string)).code).toBe('KEY_MISMATCH');
  });

  it('refuses half surrogate pairs, also where a literal cuts a pair', () => {
    expect(failure(() => row('{email}').decode('\uD83D')).code).toBe('KEY_MISMATCH');
    expect(failure(() => row('{email:raw}').decode('a\uDE00')).code).toBe('KEY_MISMATCH');
  });

  it('names the variable that it could not read', () => {
    const error = failure(() => row('{department}_{id:06}').decode('Sales_abc'));
    expect(error.details).toEqual({ template: '{department}_{id:06}', variable: 'id', length: 9 });
  });
});

describe('hostile names', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is a name like any other',
    (name) => {
      const template = compileTemplate(`x_{${name}}`, () => 'text', 'row');
      const values = Object.defineProperty({}, name, { value: 'v', enumerable: true });
      expect(template.encode(values)).toBe('x_v');
      const decoded = template.decode('x_v');
      expect(Object.getPrototypeOf(decoded)).toBe(null);
      expect(Object.entries(decoded)).toEqual([[name, 'v']]);
      // An ordinary object has an inherited one: not text, so refused like any other stranger.
      expect(failure(() => template.encode({})).code).toBe('KEY_VALUE_INVALID');
    },
  );
});

describe('a compiled template', () => {
  it('describes its variables', () => {
    const { source, variables } = row('{department}_{id:06}_{at:desc}_{email}');
    expect(source).toBe('{department}_{id:06}_{at:desc}_{email}');
    expect(variables).toEqual([
      { name: 'department', kind: 'text', ordered: false, descending: false },
      { name: 'id', kind: 'int32', spec: '06', ordered: true, descending: false },
      { name: 'at', kind: 'dateTime', spec: 'desc', ordered: true, descending: true },
      { name: 'email', kind: 'text', ordered: true, descending: false },
    ]);
    expect(row('{email}_').variables[0]?.ordered).toBe(false);
  });

  it('is immutable, and keeps its own copy of an enum', () => {
    const members = ['a', 'b'];
    const template = compileTemplate('{state}', () => ({ enum: members }), 'row');
    members.push('c');
    expect(failure(() => template.encode({ state: 'c' })).code).toBe('KEY_VALUE_INVALID');
    expect(template.variables[0]?.kind).toEqual({ enum: ['a', 'b'] });
    for (const part of [template, template.variables, template.variables[0], template.variables[0]?.kind]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});
