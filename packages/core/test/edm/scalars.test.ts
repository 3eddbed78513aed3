import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGuid, lowerGuid, parseInt64 } from '../../src/edm/index.js';

const mutated = (texts: fc.Arbitrary<string>) =>
  fc
    .tuple(texts, fc.nat(40), fc.constantFrom('', ' ', '-', 'g', 'G', 'A', '0', 'ÿ', '١', '\u0130', '\n'))
    .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1));

describe('Int64 text', () => {
  const texts = fc.oneof(
    fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
    fc.integer().map(String),
    fc.constantFrom(
      '',
      '-',
      '-0',
      '0',
      '007',
      '-007',
      '+1',
      '1e3',
      ' 1',
      '0x1',
      '999999999999999',
      '9'.repeat(16),
    ),
    fc.constantFrom('9223372036854775807', '-9223372036854775808', '9223372036854775808', '0'.repeat(20)),
  );
  it('is read as BigInt reads it, within 64 bits and 19 digits', () => {
    fc.assert(
      fc.property(fc.oneof(texts, mutated(texts), fc.string()), (text) => {
        const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
        const fits = value !== undefined && BigInt.asIntN(64, value) === value;
        expect(parseInt64(text)).toBe(fits ? value : undefined);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a Guid', () => {
  const guids = fc.oneof(
    fc.uuid(),
    fc.uuid().map((guid) => guid.toUpperCase()),
  );
  it('is put into lower case, and nothing else is one', () => {
    fc.assert(
      fc.property(fc.oneof(guids, mutated(guids), fc.string(), fc.anything()), (value) => {
        expect(lowerGuid(value)).toBe(isGuid(value) ? value.toLowerCase() : undefined);
      }),
      { numRuns: 3_000 },
    );
  });
});
