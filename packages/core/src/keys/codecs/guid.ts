import { lowerGuid } from '../../edm/index.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

/** GUIDs in lower case: two spellings of one GUID are one key. Their order is that of the text. */
export function guidCodec(place: PartPlace): PartCodec<string> {
  return {
    kind: 'guid',
    width: 'self',
    ordered: true,
    descending: false,
    encode(value) {
      const lower = lowerGuid(value);
      if (lower !== undefined) return lower;
      const remedy = 'Give 8-4-4-4-12 hexadecimal digits without braces, as crypto.randomUUID() makes them.';
      throw refuse(place, 'a GUID of 36 characters', value, remedy);
    },
    endOf: (_, start) => start + 36,
    decode: (text) => (lowerGuid(text) === text ? text : undefined),
  };
}
