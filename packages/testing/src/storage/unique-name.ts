import { randomBytes } from 'node:crypto';

const LONGEST = 63;

/** Makes names that no other test uses. */
export interface UniqueName {
  /** Fit for tables: letters and digits, a letter first, at most 63 characters. The stem helps the reader. */
  (stem?: string): string;
  /** Fit for queues and blob containers as well: lower-case letters and digits. */
  lower(stem?: string): string;
}

function nameFor(suffix: string, stem = 'test'): string {
  const allowed = stem.replace(/[^A-Za-z0-9]/g, '');
  const start = /^[A-Za-z]/.test(allowed) ? allowed : `T${allowed}`;
  return start.slice(0, LONGEST - suffix.length) + suffix;
}

/** Names that end in what the function gives, each time something else. */
export function uniqueNames(suffix: () => string): UniqueName {
  return Object.assign((stem?: string) => nameFor(suffix(), stem), {
    lower: (stem?: string) => nameFor(suffix(), stem).toLowerCase(),
  });
}

/**
 * A name for a table, a queue or a container of one test's own.
 *
 * @example
 * ```ts
 * uniqueName('Employees'); // Employees3f9c0a71b2de
 * uniqueName.lower('Orders'); // orders8be20c54a617
 * ```
 */
export const uniqueName: UniqueName = uniqueNames(() => randomBytes(6).toString('hex'));
