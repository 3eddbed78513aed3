import { FORBIDDEN_IN_KEY } from '../../limits/index.js';
import { ESCAPE, inClass, LONE_SURROGATES, RESERVED } from '../characters.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';
import { plainTextCheck } from './plain-text.js';

const SEQUENCE = /~(?:u([0-9A-F]{4})|([0-9A-F]{2}))/g;
const SPACED_SEQUENCE = / ~|~(?:u([0-9A-F]{4})|([0-9A-F]{2}))/g;

/**
 * How a space is written in front of two spaces, which end the text. No legal character sorts before the
 * space, so text that ends comes before text that goes on, whatever it goes on with.
 */
const SPACE = ` ${ESCAPE}`;

/**
 * Text as it is, save the few characters that a key cannot hold or that would end the part: those become
 * `~XX`, or `~uXXXX` above U+00FF. No character's text begins another's, so `startsWith` means the same for
 * values and for key text.
 */
export function textCodec(place: PartPlace): PartCodec<string> {
  const stop = inClass(place.stop);
  const special = new RegExp(`[${ESCAPE}${FORBIDDEN_IN_KEY}${RESERVED}${LONE_SURROGATES}${stop}]`, 'u');
  const isPlain = plainTextCheck(special);
  const everySpecial = new RegExp(special, 'gu');
  // Steps over whole sequences: a stop such as 'F' or '2' also occurs inside '~2F', and must not end there.
  const space = place.spaced ? `|${SPACE}` : '';
  const untilStop = new RegExp(`(?:[^${ESCAPE}${stop}]|~u[0-9A-F]{4}|~[0-9A-F]{2}${space})*`, 'uy');
  const written = (character: string) =>
    place.spaced && character === ' ' ? SPACE : escapeCharacter(character);
  const escapeAll = (value: string) => value.replace(everySpecial, written);

  return {
    kind: 'text',
    width: 'open',
    ordered: place.stop === '' || place.spaced === true,
    descending: false,
    encode(value) {
      if (typeof value !== 'string') throw refuse(place, 'text', value, 'Give a string.');
      if (isPlain(value) || !special.test(value)) return value;
      if (!value.isWellFormed()) {
        throw refuse(place, 'well-formed text', value, 'Remove half surrogate pairs, with toWellFormed().');
      }
      return escapeAll(value);
    },
    endOf(key, start) {
      if (place.stop === '') return key.length;
      if (!key.includes(ESCAPE, start)) return key.indexOf(place.stop, start);
      untilStop.lastIndex = start;
      untilStop.test(key);
      return key.startsWith(place.stop, untilStop.lastIndex) ? untilStop.lastIndex : -1;
    },
    decode(text) {
      if (isPlain(text) || !special.test(text)) return text;
      const value = text.replace(
        place.spaced ? SPACED_SEQUENCE : SEQUENCE,
        (_, wide?: string, narrow?: string) =>
          String.fromCharCode(Number.parseInt(wide ?? narrow ?? '20', 16)),
      );
      // Writing it again refuses every other spelling: needless, broken or lower-case sequences.
      return value.isWellFormed() && escapeAll(value) === text ? value : undefined;
    },
  };
}

/** Unit by unit, because a stop outside of the basic plane has two. */
function escapeCharacter(character: string): string {
  let text = '';
  for (let i = 0; i < character.length; i++) {
    const unit = character.charCodeAt(i);
    const hex = unit.toString(16).toUpperCase();
    text += unit <= 0xff ? ESCAPE + hex.padStart(2, '0') : `${ESCAPE}u${hex.padStart(4, '0')}`;
  }
  return text;
}
