import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8Bytes } from '../../src/store/utf8-bytes.js';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\ud800', '\0'), maxLength: 20 });

it('writes any text as the runtime does', () => {
  fc.assert(
    fc.property(text, (text) => {
      expect(utf8Bytes(text)).toEqual(Buffer.from(text));
    }),
    { numRuns: 2_000 },
  );
});
