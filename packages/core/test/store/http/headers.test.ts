import { createHttpHeaders, type HttpHeaders } from '@azure/core-rest-pipeline';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HeaderSet, RequestHeaders } from '../../../src/store/http/index.js';
import { ReplyHeaders } from '../../../src/store/http/reply-headers.js';

const name = fc.constantFrom('ETag', 'etag', 'Date', 'X-A', 'x-a', 'x-b', 'Content-Type');
const value = fc.oneof(
  fc.string(),
  fc.constantFrom(' padded ', 'two\r\nlines', ''),
  fc.integer(),
  fc.boolean(),
);
const step = fc.oneof(
  fc.record({ act: fc.constant('set' as const), name, value }),
  fc.record({ act: fc.constant('delete' as const), name, value }),
);
const initial = { 'X-A': 'one', 'Content-Type': 'text', Date: 'today' };

function view(headers: HttpHeaders) {
  return {
    list: [...headers],
    json: headers.toJSON(),
    cased: headers.toJSON({ preserveCase: true }),
    text: String(headers),
    each: ['etag', 'ETAG', 'date', 'X-a', 'x-B', 'content-type', 'none'].map((key) => [
      headers.get(key),
      headers.has(key),
    ]),
  };
}

it.each([
  ['of a request', () => [createHttpHeaders(initial), new RequestHeaders(HeaderSet.of(initial))]],
  [
    'of a reply',
    () => {
      const lower = { 'x-a': 'one', 'content-type': 'text', date: 'today' };
      return [createHttpHeaders(lower), new ReplyHeaders(lower)];
    },
  ],
] as const)('headers %s behave as the SDK’s do, whatever policies do with them', (_, make) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const [theirs, ours] = make();
      expect(view(ours!)).toEqual(view(theirs!));
      for (const { act, name, value } of steps) {
        for (const headers of [theirs!, ours!]) {
          if (act === 'set') headers.set(name, value);
          else headers.delete(name);
        }
        expect(view(ours!)).toEqual(view(theirs!));
      }
    }),
  );
});

it('a set stays as it is, whatever becomes of the requests that use it', () => {
  const set = HeaderSet.of(initial);
  const one = new RequestHeaders(set);
  one.set('X-A', 'two');
  one.delete('date');
  one.set('New', 'x');
  expect(new RequestHeaders(set).toJSON({ preserveCase: true })).toEqual(initial);
  expect(new RequestHeaders(set.with('New', 'a\r\nb')).get('new')).toBe('ab');
});
