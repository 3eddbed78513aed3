import { OptionsError } from '@tablewright/core';
import type { CacheRules } from './lookup-cache.js';
import type { LookupOptions } from './lookup-types.js';

const TTL_MS = 60_000;
const SIZE = 1_000;
const NAMES: readonly string[] = ['ttl', 'missing', 'size'];

export function cacheRules(options: LookupOptions = {}): CacheRules {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionsError('options', 'options is an object: { ttl: 60_000, size: 1_000 }.');
  }
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new OptionsError(unknown, `'${unknown}' is not an option of a lookup. Use ${NAMES.join(', ')}.`);
  }
  const { ttl = TTL_MS, size = SIZE } = options;
  const { missing = ttl } = options;
  for (const [name, ms] of Object.entries({ ttl, missing })) {
    if (typeof ms !== 'number' || !(ms >= 0)) {
      throw new OptionsError(name, `${name} is a number of milliseconds, zero or more.`);
    }
  }
  if (size !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(size) && size >= 1)) {
    throw new OptionsError('size', 'size is a whole number, one or more, or Infinity.');
  }
  return { ttl, missing, size };
}
