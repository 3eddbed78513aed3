import { SYSTEM_PREFIX } from '../../../keys/index.js';
import { FORBIDDEN_IN_KEY } from '../../../limits/index.js';

const FORBIDDEN = new RegExp(`[${FORBIDDEN_IN_KEY}]`);

/**
 * The first text, by UTF-16 code units, that follows every text with this prefix; undefined when nothing does.
 * It is well-formed if the prefix is: half of a surrogate pair cannot travel, and no stored text begins with it.
 */
export function nextAfter(prefix: string): string | undefined {
  const last = prefix.charCodeAt(prefix.length - 1);
  const rest = prefix.slice(0, -1);
  if (prefix === '') return undefined;
  if (last === 0xffff) return nextAfter(rest);
  // Behind U+D7FF come the surrogate pairs, of which this is the first.
  if (last === 0xd7ff) return `${rest}\u{10000}`;
  if (last !== 0xdfff) return rest + String.fromCharCode(last + 1);
  // The last low surrogate: on to the next high one, or past all pairs.
  const high = prefix.charCodeAt(prefix.length - 2);
  const start = prefix.slice(0, -2);
  return start + (high === 0xdbff ? '\ue000' : `${String.fromCharCode(high + 1)}\udc00`);
}

/** The same for keys: what no key can hold is stepped over, so that a bound is itself made of key characters. */
export function nextKeyAfter(prefix: string): string {
  let next = nextAfter(prefix) ?? SYSTEM_PREFIX;
  while (FORBIDDEN.test(next.charAt(next.length - 1))) next = nextAfter(next) ?? SYSTEM_PREFIX;
  return next;
}
