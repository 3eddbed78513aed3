import { hasCode } from '../../errors/index.js';

/** How a derivation refuses the values of a row. */
const UNFIT: readonly string[] = [
  'KEY_VALUE_INVALID',
  'KEY_TOO_LONG',
  'STORED_VALUE_INVALID',
  'VALUE_INVALID',
];

/**
 * What was derived from a stored row: nothing where its values fit no key, or no sum, because a write under this derivation
 * would have been refused. So a row that is older than the derivation can still be corrected, or deleted.
 */
export function unlessUnfit<T>(derive: () => readonly T[]): readonly T[] {
  try {
    return derive();
  } catch (error) {
    if (UNFIT.some((code) => hasCode(error, code))) return [];
    throw error;
  }
}
