import { SYSTEM_PREFIX } from '@tablewright/core';

/**
 * Stands between a key and what names a row behind it. No character that a key may hold sorts before the space, and
 * no key that a template makes holds the reserved character: so these rows follow the row of the key, in front of
 * everything whose key only begins like it.
 */
export const SEPARATOR: string = ` ${SYSTEM_PREFIX}`;

/** The first key behind everything that begins with the separator. */
export const BEHIND: string = ` ${String.fromCharCode(SYSTEM_PREFIX.charCodeAt(0) + 1)}`;
