import type { EntityCodec } from '../../../codec/index.js';
import type { Compare, Comparison, Condition } from '../condition.js';
import { comparableOf, holds } from '../meaning/comparable.js';
import { satisfies } from '../meaning/satisfies.js';
import type { Branch } from './distribute.js';

/**
 * A branch without what its other conditions imply; undefined when they contradict each other, so that no
 * entity can satisfy it.
 */
export function reconcile(codec: EntityCodec, branch: Branch): Branch | undefined {
  const byProperty = groupBy(branch);
  const kept: Condition[] = [];
  for (const [property, conditions] of byProperty) {
    const some = property === undefined ? conditions : settle(codec, property, conditions);
    if (some === undefined) return undefined;
    kept.push(...some);
  }
  return kept;
}

function groupBy(branch: Branch): Map<string | undefined, Condition[]> {
  const groups = new Map<string | undefined, Condition[]>();
  for (const condition of branch) {
    const property = propertyOf(condition);
    const group = groups.get(property);
    if (group) group.push(condition);
    else groups.set(property, [condition]);
  }
  return groups;
}

function propertyOf(condition: Condition): string | undefined {
  const leaf = condition.kind === 'not' ? condition.condition : condition;
  return leaf.kind === 'compare' || leaf.kind === 'absent' ? leaf.property : undefined;
}

/** Conditions of one property. */
function settle(
  codec: EntityCodec,
  property: string,
  conditions: readonly Condition[],
): readonly Condition[] | undefined {
  const equal = conditions.find((part): part is Compare => isCompare(part, ['eq']));
  if (equal) {
    const entity = { [property]: equal.value };
    return conditions.every((part) => satisfies(codec, part, entity)) ? [equal] : undefined;
  }
  const lower = tightest(codec, property, conditions, ['gt', 'ge']);
  const upper = tightest(codec, property, conditions, ['lt', 'le']);
  if (lower && upper && !leaveRoom(codec, property, lower, upper)) return undefined;
  return conditions.filter(
    (part) =>
      !(lower && part !== lower && isCompare(part, ['gt', 'ge'])) &&
      !(upper && part !== upper && isCompare(part, ['lt', 'le'])),
  );
}

/** The bound that implies all others on its side. There is none among values of several types. */
function tightest(
  codec: EntityCodec,
  property: string,
  conditions: readonly Condition[],
  side: readonly [Comparison, Comparison],
): Compare | undefined {
  const bounds = conditions.filter((part): part is Compare => isCompare(part, side));
  const [strict] = side;
  return bounds.find((bound) =>
    bounds.every((other) => {
      const a = sideOf(codec, property, bound);
      const b = sideOf(codec, property, other);
      return holds(a, strict, b) || (a === b && (bound.comparison === strict || other.comparison !== strict));
    }),
  );
}

function leaveRoom(codec: EntityCodec, property: string, lower: Compare, upper: Compare): boolean {
  const inclusive = lower.comparison === 'ge' && upper.comparison === 'le';
  return holds(sideOf(codec, property, lower), inclusive ? 'le' : 'lt', sideOf(codec, property, upper));
}

function sideOf(codec: EntityCodec, property: string, { comparison, value }: Compare) {
  return comparableOf(codec.property(property)!, comparison, value);
}

function isCompare(condition: Condition, comparisons: readonly Comparison[]): condition is Compare {
  return condition.kind === 'compare' && comparisons.includes(condition.comparison);
}
