import { describe, expect, it } from 'vitest';
import { hintText, readHint } from '../../src/queue/hint.js';
import { base64 } from '../support/reference.js';

const sound = { v: 1, t: 'Staff', p: 'Sales', o: ['a1'], w: 60_000 };

describe('hints', () => {
  it('come back as they were written, whatever the partition is called', () => {
    for (const partition of ['Sales', 'søster 😀', "o'brien", ' ', '%2F', '__proto__', 'x'.repeat(512)]) {
      const hint = { table: 'Staff', partition, operations: ['a', 'b'], within: 5, failed: 'X', waits: 3 };
      expect(readHint(hintText(hint))).toEqual(hint);
      expect(hintText(hint)).toMatch(/^[A-Za-z0-9+/]+=*$/);
    }
  });

  it('fit into a message, for a transaction as large as there are, in the longest partition', () => {
    const operations = Array.from({ length: 100 }, (_, at) => String(at).padStart(16, '0'));
    const text = hintText({ table: 'T'.repeat(63), partition: '\uFFEE'.repeat(512), operations, within: 1 });
    expect(text.length).toBeLessThan(8_000);
    expect(readHint(text)?.operations).toEqual(operations);
  });

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['no text', undefined],
    ['an object', {}],
    ['JSON that is not in base64', JSON.stringify(sound)],
    ['base64 of no JSON', base64('{"v":1')],
    ['null', base64('null')],
    ['a list', base64('[1]')],
    ['a number', base64('17')],
    ['another format', base64({ ...sound, v: 2 })],
    ['a format that only looks right', base64({ ...sound, v: '1' })],
    ['no table', base64({ ...sound, t: undefined })],
    ['a table that is none', base64({ ...sound, t: 'Staff(x)' })],
    ['a table of the service', base64({ ...sound, t: 'Tables' })],
    ['the name of a prototype', base64({ ...sound, t: '__proto__' })],
    ['fields of a prototype', base64(`{"__proto__":${JSON.stringify(sound)}}`)],
    ['a partition that is none', base64({ ...sound, p: { toString: 'Sales' } })],
    ['no partition', base64({ ...sound, p: '' })],
    ['a slash', base64({ ...sound, p: 'a/b' })],
    ['a backslash', base64({ ...sound, p: 'a\\b' })],
    ['a hash', base64({ ...sound, p: 'a#b' })],
    ['a question mark', base64({ ...sound, p: 'a?b' })],
    ['a control character', base64({ ...sound, p: 'a\u0000b' })],
    ['a control character of the upper half', base64({ ...sound, p: 'a\u0085b' })],
    ['half a pair', base64(`{"v":1,"t":"Staff","p":"\\ud800","o":[],"w":0}`)],
    ['a partition that is too long', base64({ ...sound, p: 'x'.repeat(513) })],
    ['operations that are no list', base64({ ...sound, o: 'a1' })],
    ['operations that are no texts', base64({ ...sound, o: [1] })],
    ['an operation that is too long', base64({ ...sound, o: ['x'.repeat(65)] })],
    ['too many operations', base64({ ...sound, o: new Array(101).fill('a') })],
    ['a time before the message', base64({ ...sound, w: -1 })],
    ['a time that is none', base64({ ...sound, w: '60000' })],
    ['a time without end', base64(JSON.stringify(sound).replace('60000', '1e400'))],
    ['more than a day', base64({ ...sound, w: 86_400_001 })],
    ['waits that are none', base64({ ...sound, n: 'many' })],
    ['waits below zero', base64({ ...sound, n: -1 })],
    ['half a wait', base64({ ...sound, n: 0.5 })],
  ])('is none: %s', (_, text) => {
    expect(readHint(text)).toBeUndefined();
  });

  it('keeps what it does not know out, and a reason short', () => {
    const hint = readHint(base64({ ...sound, f: 'x'.repeat(5_000), admin: true, n: 0 }));
    expect(hint).toEqual({
      table: 'Staff',
      partition: 'Sales',
      operations: ['a1'],
      within: 60_000,
      failed: 'x'.repeat(200),
    });
    expect(readHint(base64({ ...sound, f: { toString: 1 } }))).not.toHaveProperty('failed');
  });
});
