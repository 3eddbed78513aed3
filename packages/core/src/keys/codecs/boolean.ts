import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

/** `false` and `true`: readable, in order, and told apart by the first letter. */
export function booleanCodec(place: PartPlace): PartCodec<boolean> {
  return {
    kind: 'boolean',
    width: 'self',
    ordered: true,
    descending: false,
    encode(value) {
      if (typeof value === 'boolean') return String(value);
      throw refuse(place, 'a boolean', value, 'Give true or false.');
    },
    endOf: (key, start) => start + (key[start] === 't' ? 'true' : 'false').length,
    decode: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  };
}
