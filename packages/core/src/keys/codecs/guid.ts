import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

const ANY_CASE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LOWER_CASE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** GUIDs in lower case: two spellings of one GUID are one key. Their order is that of the text. */
export function guidCodec(place: PartPlace): PartCodec<string> {
  return {
    kind: 'guid',
    width: 'self',
    ordered: true,
    descending: false,
    encode(value) {
      if (typeof value === 'string' && ANY_CASE.test(value)) return value.toLowerCase();
      const remedy = 'Give 8-4-4-4-12 hexadecimal digits without braces, as crypto.randomUUID() makes them.';
      throw refuse(place, 'a GUID of 36 characters', value, remedy);
    },
    endOf: (_, start) => start + 36,
    decode: (text) => (LOWER_CASE.test(text) ? text : undefined),
  };
}
