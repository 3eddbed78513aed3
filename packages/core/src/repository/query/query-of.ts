import type { KeyTemplate, KeyVars } from '../../keys/index.js';
import { equals } from './conditions.js';
import { Query } from './query.js';
import type { QuerySource } from './query-source.js';
import { EVERYTHING } from './query-state.js';
import { entriesOf } from './read-argument.js';

/**
 * A query over a repository or one of its indexes, beginning with the values that entities must have. Patterns
 * name the types: the entity, the key template of the index, what its reader gives, and the properties that
 * every projection holds.
 */
export function queryOf<
  E extends object,
  K extends KeyTemplate,
  Out = E,
  Keys extends keyof E = KeyVars<K> & keyof E,
>(source: QuerySource<E>, args: object = {}): Query<E, K, Out, Keys> {
  const conditions = entriesOf(args, 'args').map(([property, value]) => equals(property, value));
  return new Query(source as QuerySource, { ...EVERYTHING, conditions });
}
