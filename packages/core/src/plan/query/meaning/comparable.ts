import type { PropertyCodec } from '../../../codec/index.js';
import { timeOf } from '../../../edm/index.js';
import type { Comparison } from '../condition.js';

/** What the operators of JavaScript compare as the property's kind would have it. */
export type Comparable = string | number | bigint | boolean;

/**
 * The side of a comparison that a value stands for. Converted properties are equal where their stored forms
 * are, because the values may be objects; but their order is that of the values, which storage need not keep.
 */
export function comparableOf(
  property: PropertyCodec,
  comparison: Comparison,
  value: unknown,
): Comparable | undefined {
  if (property.model.convert === undefined) return plainComparable(value, property.model.kind === 'guid');
  if (comparison !== 'eq' && comparison !== 'ne') return plainComparable(value);
  return plainComparable(property.toStored(value), property.model.kind === 'guid');
}

/** `undefined`: such values have no order, and equal nothing. */
function plainComparable(value: unknown, ignoreCase = false): Comparable | undefined {
  switch (typeof value) {
    case 'string':
      return ignoreCase ? value.toLowerCase() : value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return value;
    default:
      return timeOf(value);
  }
}

/** Whether `a` compares to `b` as asked. Values of two types never do, save that they are not equal. */
export function holds(a: Comparable | undefined, comparison: Comparison, b: Comparable | undefined): boolean {
  if (comparison === 'ne') return a !== b;
  if (a === undefined || b === undefined || typeof a !== typeof b) return false;
  switch (comparison) {
    case 'eq':
      return a === b;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'startsWith':
      return typeof a === 'string' && a.startsWith(String(b));
    case 'contains':
      return false;
  }
}
