import { describe, expect, it } from 'vitest';
import { compileTemplate, type KeyKind, partCodec } from '../../src/keys/index.js';
import { failure } from './support.js';

const compile = (template: string, kind: KeyKind = 'text') => compileTemplate(template, () => kind, 'row');

describe('a template is refused for', () => {
  it.each([
    ['an empty name', '{}', 'has no name'],
    ['a blank name', 'a_{ }', 'has no name'],
    ['a format without a name', '{:06}', 'has no name'],
    ['a colon without a format', '{id:}', 'no format'],
    ['an open brace', 'empid_{id', "'{' is not closed"],
    ['an open brace at the end', 'empid_{', "'{' is not closed"],
    ['a stray brace', 'empid_id}', "'}' closes nothing"],
    ['a stray brace behind a variable', '{id}}', "'}' closes nothing"],
    ['a doubled brace', '{{id}}', 'literal braces are not supported'],
    ['a brace in a name', '{a{b}', "'{' is not closed"],
    ['one variable twice', '{id}_{id}', 'twice'],
    ['one variable twice in two formats', '{id}_{id:raw}', 'twice'],
    ['text next to a variable', '{first}{last}', "'first' ends and 'last' begins"],
    ['raw text next to a variable', '{first:raw}{last}', 'Put a literal between'],
    ['the escape character', 'a~{id}', "'~' begins an escape"],
    ['a slash', 'a/{id}', 'U+002F is forbidden'],
    ['a backslash', '{id}\\', 'U+005C is forbidden'],
    ['a hash', '#{id}', 'U+0023 is forbidden'],
    ['a question mark', '{id}?', 'U+003F is forbidden'],
    ['a control character', '{id}\u0085', 'U+0085 is forbidden'],
    ['the system prefix', '\uFFEE{id}', 'U+FFEE is reserved'],
    ['what lies above it', '{id}\uFFFF', 'U+FFFF is reserved'],
    ['half a surrogate pair', '\uD83D{id}', 'U+D83D is half'],
    ['a pair around a variable', '\uD83D{id}\uDE00', 'U+D83D is half'],
    ['literals that fill the key', `${'x'.repeat(300)}{id}${'x'.repeat(213)}`, '513 UTF-16 code units'],
    ['an unknown format', '{id:06}', 'Write {id} or {id:raw}.'],
  ])('%s', (_, template, message) => {
    const error = failure(() => compile(template));
    expect(error.code).toBe('KEY_TEMPLATE_INVALID');
    expect(error.message).toContain(message);
    expect(error.message).toContain(template);
    expect(error.details).toMatchObject({ template });
  });

  it.each([undefined, null, 7, {}, ['{id}']])('not being a string: %j', (template) => {
    expect(failure(() => compile(template as string)).code).toBe('KEY_TEMPLATE_INVALID');
  });

  it('an empty partition, while a row may be empty', () => {
    expect(failure(() => compileTemplate('', () => 'text', 'partition')).code).toBe('KEY_TEMPLATE_INVALID');
    expect(compile('').variables).toEqual([]);
  });

  it('a text enum next to a variable', () => {
    expect(failure(() => compile('{a}{b}', { enum: ['x'] })).code).toBe('KEY_TEMPLATE_INVALID');
    expect(compile('{a}{b}', { enum: [1] }).encode({ a: 1, b: 1 })).toBe('00000000010000000001');
  });
});

describe('what is allowed', () => {
  it.each([
    '{id}',
    'x'.repeat(512),
    '{first} {last}',
    '{first}\u{1F600}{last}',
    'a%b_{id}',
    '{first}:{last}',
    '日_{id}',
  ])('%s', (template) => expect(compile(template).source).toBe(template));
});

describe('errors keep values private', () => {
  const SECRET = 'hunter2\uD800';
  const shown = (error: Error & { details: object }) =>
    `${error.message} ${error.stack} ${JSON.stringify(error.details)}`;

  it.each<[KeyKind, string | undefined, unknown]>([
    ['text', undefined, SECRET],
    ['text', 'raw', SECRET],
    ['int32', undefined, SECRET],
    ['int32', '04', 918273],
    ['int64', undefined, 918273918273918273918273n],
    ['double', undefined, SECRET],
    ['boolean', undefined, SECRET],
    ['dateTime', undefined, { hunter2: true, toString: () => 'hunter2' }],
    ['dateTime', 'desc', new Date('0918-02-07T03:09:18.273Z')],
    ['ticks', undefined, 918273n],
    ['guid', undefined, SECRET],
    [{ enum: ['a'] }, undefined, SECRET],
    [{ enum: [1] }, undefined, 918273],
  ])('%j %s', (kind, spec, value) => {
    const error = failure(() => partCodec(kind, spec).encode(value));
    expect(error.code).toBe('KEY_VALUE_INVALID');
    expect(error.message).toContain("'value' of '{value}' takes ");
    expect(shown(error)).not.toMatch(/hunter2|918273|0918/);
  });

  it('when a stored key does not match, too', () => {
    const error = failure(() => compile('x_{id}', 'int32').decode('x_hunter2'));
    expect(shown(error)).not.toContain('hunter2');
  });

  it('when a key is too long, too', () => {
    const error = failure(() => compile('{id}').encode({ id: 'hunter2'.repeat(99) }));
    expect(shown(error)).not.toContain('hunter2');
  });
});
