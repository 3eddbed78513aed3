import { FORBIDDEN_IN_KEY } from '../../../limits/index.js';
import { after, before, type Cut, type CutRange, endOf, keysBeginningWith } from './cut-range.js';

/** A bound of a range of text values. */
export interface TextBound {
  readonly text: string;
  readonly inclusive: boolean;
}

/** Begins an escape sequence in a key. Everything unescaped sorts either below it or above U+009F. */
const ESCAPE = '~';
const ESCAPED = new RegExp(`[${ESCAPE}${FORBIDDEN_IN_KEY}\\uFFEE-\\uFFFF]`);

/** Where a text stands: at the end of the keys, or in front of two spaces, where its own spaces are escaped. */
export type TextPlace = 'last' | 'spaced';

/** The keys of unescaped text at the end of a template: they sort exactly as the values do. */
export function rawTextRange(prefix: string, lower?: TextBound, upper?: TextBound): CutRange {
  const cut = ({ text }: TextBound, behind: boolean): Cut => (behind ? after : before)(prefix + text);
  const every = keysBeginningWith(prefix);
  return {
    from: lower ? cut(lower, !lower.inclusive) : every.from,
    to: upper ? cut(upper, upper.inclusive) : every.to,
  };
}

/**
 * Ranges that hold every key with a text value between the bounds, and a few more. A value may hold a
 * character that its key escapes, and then sorts as if that were a `~`: so the range of values becomes a range
 * of keys, and where such a character may decide, the range of escapes beside it.
 */
export function textRanges(
  prefix: string,
  place: TextPlace,
  lower?: TextBound,
  upper?: TextBound,
): CutRange[] {
  const low = lower?.text ?? '';
  const from = before(prefix + low.slice(0, plainLength(low, place)));
  if (upper === undefined) return [{ from, to: endOf(prefix) }];
  const high = upper.text;
  let shared = 0;
  while (shared < high.length && high[shared] === low[shared]) shared++;
  const common = high.slice(0, shared);
  const decisive = high.charAt(shared);
  const known = plainLength(common, place);
  // Equal so far as anything can be said, or decided by a character whose key text sorts elsewhere.
  if (known < shared || decisive === '' || !isPlain(decisive, place)) {
    return [{ from, to: endOf(prefix + common.slice(0, known)) }];
  }
  const upTo = prefix + common + decisive;
  const stops = high.length === shared + 1 && !upper.inclusive;
  const main = { from, to: stops ? before(upTo) : endOf(upTo) };
  const first = low.length > shared ? low.charCodeAt(shared) : 0;
  return mayEscape(first, decisive.charCodeAt(0))
    ? [main, keysBeginningWith(prefix + common + ESCAPE)]
    : [main];
}

/** A character whose key text is itself, and sorts below every escape. */
function isPlain(character: string, place: TextPlace): boolean {
  return character < ESCAPE && !ESCAPED.test(character) && (place === 'last' || character !== ' ');
}

function plainLength(text: string, place: TextPlace): number {
  let length = 0;
  while (length < text.length && isPlain(text.charAt(length), place)) length++;
  return length;
}

/** Whether a character from `first` to `last`, which lies below the escape, is one that keys escape. */
function mayEscape(first: number, last: number): boolean {
  for (let code = first; code <= last; code++) {
    if (ESCAPED.test(String.fromCharCode(code))) return true;
  }
  return false;
}
