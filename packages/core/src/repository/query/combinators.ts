import { type Combined, combined } from './combined.js';
import { conditionOf } from './conditions.js';
import type { Where } from './where.js';

/**
 * At least one of the conditions holds. Over the properties of a key this becomes several reads side by side.
 * @example `employees.query().where(or({ id: 1 }, { id: 2 }))`
 */
export function or<E>(...any: readonly Where<NoInfer<E>>[]): Combined<E> {
  return combined({ kind: 'or', any: any.map(conditionOf) }, any);
}

/**
 * All of the conditions hold.
 * @example `or({ role: 'boss' }, and({ age: { ge: 60 } }, not({ role: 'guest' })))`
 */
export function and<E>(...all: readonly Where<NoInfer<E>>[]): Combined<E> {
  return combined({ kind: 'and', all: all.map(conditionOf) }, all);
}

/** The condition does not hold: also true of a property without a value. */
export function not<E>(condition: Where<NoInfer<E>>): Combined<E> {
  return combined({ kind: 'not', condition: conditionOf(condition) }, [condition]);
}
