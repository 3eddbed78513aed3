/**
 * The first character of every row that Tablewright keeps for itself (U+FFEE, a small white circle).
 * It is printable, and sorts after every key that a template can make.
 *
 * @example
 * const isSystemRow = rowKey.startsWith(SYSTEM_PREFIX);
 */
export const SYSTEM_PREFIX = '\uFFEE';

/** Begins an escape sequence: `~2F` or `~uFFEE`. */
export const ESCAPE = '~';

// The classes below are pieces of a `[...]` in a regular expression with the `u` flag.

/** Kept free, so that nothing a user writes can look like, or sort among, the system rows. */
export const RESERVED = '\\uFFEE-\\uFFFF';

/** Under the `u` flag this matches only halves without their partner. */
export const LONE_SURROGATES = '\\uD800-\\uDFFF';

/** One character as a piece of a character class, whatever it means there; '' stays ''. */
export function inClass(character: string): string {
  const codePoint = character.codePointAt(0);
  return codePoint === undefined ? '' : `\\u{${codePoint.toString(16)}}`;
}
