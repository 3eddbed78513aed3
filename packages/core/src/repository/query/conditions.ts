import { OptionsError } from '../../errors/index.js';
import { ALWAYS, type Comparison, type Condition } from '../../plan/index.js';
import { combinedCondition } from './combined.js';
import { elementsOf, entriesOf, frozenValue, isPlainObject, isRevoked } from './read-argument.js';

const COMPARISONS: ReadonlySet<string> = new Set<Comparison>([
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'startsWith',
  'contains',
]);

/** The condition behind what `where`, `and`, `or` and `not` take. Whether it fits the entity is seen later. */
export function conditionOf(where: unknown): Condition {
  const combination = combinedCondition(where);
  if (combination) return combination;
  return allOf(entriesOf(where, 'conditions').map(([property, asked]) => asOf(property, asked)));
}

/** All of the conditions. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return ALWAYS;
  return conditions.length === 1 ? conditions[0]! : { kind: 'and', all: conditions };
}

/** The property has exactly this value; `null`: it has none. */
export function equals(property: string, value: unknown): Condition {
  if (value === undefined) {
    // To leave the condition out would let a missing value widen the result to everything.
    throw new OptionsError(
      'conditions',
      `'${property}' is to be compared with undefined. Leave it out, or say null for "has no value".`,
    );
  }
  if (isRevoked(value))
    throw new OptionsError('conditions', `'${property}' is compared with a revoked proxy.`);
  if (value === null) return { kind: 'absent', property };
  return { kind: 'compare', property, comparison: 'eq', value: frozenValue(value) };
}

function asOf(property: string, asked: unknown): Condition {
  if (isRevoked(asked) || !isPlainObject(asked)) return equals(property, asked);
  const comparisons = entriesOf(asked, 'conditions');
  if (comparisons.length === 0) {
    throw new OptionsError('conditions', `'${property}' is compared with nothing: { eq: … }, { ge: … }…`);
  }
  return allOf(comparisons.map(([comparison, value]) => compare(property, comparison, value)));
}

function compare(property: string, comparison: string, value: unknown): Condition {
  if (comparison === 'in') {
    return { kind: 'or', any: elementsOf(value, 'in').map((each) => equals(property, each)) };
  }
  if (!COMPARISONS.has(comparison)) {
    throw new OptionsError(
      'conditions',
      `'${property}' is compared by eq, ne, lt, le, gt, ge, startsWith, contains or in.`,
    );
  }
  const equal = equals(property, value);
  if (comparison === 'eq') return equal;
  if (equal.kind !== 'compare') {
    if (comparison === 'ne') return { kind: 'not', condition: equal };
    throw new OptionsError('conditions', `'${property}' cannot be compared with null: only eq and ne can.`);
  }
  return { ...equal, comparison: comparison as Comparison };
}
