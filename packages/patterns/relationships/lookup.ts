import { type EntityClass, type EntityRepository, type KeyOf, OptionsError } from '@tablewright/core';
import { CachedLookup, type KeyFrom } from './cached-lookup.js';
import type { Lookup, LookupOptions } from './lookup-types.js';
import { isRepository } from './open-related.js';

/**
 * The entities of a repository by what other items know of their keys, with a cache in front: each is read once, and
 * given out again for `ttl` milliseconds. Callers at the same time share one request. Nothing is sent before it is
 * asked. Keep it, and use it in many joins. `key` gives `undefined` for an item that leads nowhere.
 *
 * @example
 * ```
 * const departmentOf = lookup(departments, (e: Employee) => ({ name: e.department }), { ttl: 60_000, size: 1_000 });
 * const sales = await departmentOf.of(jones);
 * ```
 */
export function lookup<C extends EntityClass, From extends object>(
  repository: EntityRepository<C>,
  key: (item: From) => KeyOf<C> | undefined,
  options?: LookupOptions,
): Lookup<From, C> {
  if (!isRepository(repository)) {
    throw new OptionsError(
      'repository',
      'The first argument is the repository whose entities are looked up.',
    );
  }
  if (typeof key !== 'function') {
    throw new OptionsError('key', 'The second argument is a function from an item to the key to look up.');
  }
  return new CachedLookup(repository as never, key as KeyFrom, options) as unknown as Lookup<From, C>;
}
