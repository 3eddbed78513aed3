import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressOf } from '../../../src/store/http/index.js';

const origin = fc.constantFrom(
  'http://127.0.0.1:10002',
  'https://contoso.table.core.windows.net',
  'https://contoso.table.core.windows.net:443',
  'http://localhost:80',
  'http://LOCALHOST:81',
  'http://[::1]:10002',
  'http://user:secret@127.0.0.1',
  'http://0x7f.1',
);
const segment = fc.oneof(
  fc.constantFrom('', '.', '..', '%2e', '.%2E', 'devstoreaccount1', '$batch', 'Staff()', '...', 'a.b'),
  fc.string({ unit: 'binary' }),
  fc.string().map(encodeURIComponent),
);
const tail = fc.oneof(fc.constantFrom('', '?', '#', '?a=b&c', "?$filter=a%20eq%20'b'"), fc.string());

it('takes a URL apart as URL parsing does', () => {
  fc.assert(
    fc.property(origin, fc.array(segment, { maxLength: 4 }), tail, (start, segments, end) => {
      const url = [start, ...segments].join('/') + end;
      let parsed: URL;
      try {
        parsed = new URL(url);
      } catch {
        expect(() => addressOf(url)).toThrow();
        return;
      }
      expect(addressOf(url)).toEqual({ origin: parsed.origin, path: parsed.pathname + parsed.search });
    }),
    { numRuns: 2_000 },
  );
});
