import { FORBIDDEN_IN_KEY } from '../../limits/index.js';
import { inClass, LONE_SURROGATES, RESERVED } from '../characters.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';
import { plainTextCheck } from './plain-text.js';

/**
 * Text without escaping, for tables whose keys other code writes: the value is the key text. What escaping
 * would have changed, save `~`, is refused instead.
 */
export function rawTextCodec(place: PartPlace): PartCodec<string> {
  const refused = new RegExp(`[${FORBIDDEN_IN_KEY}${RESERVED}${LONE_SURROGATES}${inClass(place.stop)}]`, 'u');
  const isPlain = plainTextCheck(refused);
  const separator = place.stop === '' ? '' : ` and without '${place.stop}', which ends it`;
  const needs = `text without / \\ # ?, control characters, code units from U+FFEE and half surrogate pairs${separator}`;

  return {
    kind: 'text',
    width: 'open',
    ordered: place.stop === '' || place.spaced === true,
    descending: false,
    encode(value) {
      if (typeof value !== 'string') throw refuse(place, 'text', value, 'Give a string.');
      if (!isPlain(value) && refused.test(value)) {
        throw refuse(place, needs, value, `Change the value, or escape it: {${place.variable}} without raw.`);
      }
      return value;
    },
    endOf: (key, start) => (place.stop === '' ? key.length : key.indexOf(place.stop, start)),
    decode: (text) => (!isPlain(text) && refused.test(text) ? undefined : text),
  };
}
