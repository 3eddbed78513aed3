import type { EntityCodec } from '../../../codec/index.js';
import type { AccessPath } from '../access-path.js';
import type { Branch } from '../branches/distribute.js';
import type { Compare, Condition } from '../condition.js';
import { satisfies } from '../meaning/satisfies.js';

/** Every variable of both templates. */
export function variablesOf(path: AccessPath): ReadonlySet<string> {
  return new Set([...path.partition.variables, ...path.row.variables].map(({ name }) => name));
}

/**
 * Whether a path has a row for every entity that could satisfy a branch. An index has rows only for entities
 * that have a value for each of its variables, so a branch must ask for one, or there must always be one.
 */
export function holdsBranch(codec: EntityCodec, path: AccessPath, branch: Branch): boolean {
  const compared = new Set(branch.filter(isPositive).map(({ property }) => property));
  for (const name of variablesOf(path)) {
    const model = codec.property(name)?.model;
    const alwaysThere = model?.required || model?.constantDefault;
    if (!compared.has(name) && !alwaysThere) return false;
  }
  return true;
}

/** Whether every entity that satisfies a condition has the values that a path's rows are limited to. */
export function impliesWhere(codec: EntityCodec, path: AccessPath, condition: Condition): boolean {
  return Object.entries(path.where ?? {}).every(([property, value]) => {
    const demands = (part: Condition): boolean => {
      if (part.kind === 'and') return part.all.some(demands);
      if (part.kind === 'or') return part.any.length > 0 && part.any.every(demands);
      if (part.kind !== 'compare' || part.property !== property || part.comparison !== 'eq') return false;
      return satisfies(codec, part, { [property]: value });
    };
    return demands(condition);
  });
}

/**
 * Whether all branches name the same element. Else an entity with two of the elements would have two rows in
 * the result.
 */
export function namesOneElement(path: AccessPath, branches: readonly Branch[]): boolean {
  if (path.each === undefined) return true;
  const elements = branches.map((branch) => elementOf(branch, path.each!));
  return elements[0] !== undefined && elements.every((element) => element === elements[0]);
}

function elementOf(branch: Branch, each: string): unknown {
  const leaf = branch.find((part) => isPositive(part) && part.property === each);
  return leaf?.kind === 'compare' ? leaf.value : undefined;
}

/** A comparison that no entity without a value satisfies. */
function isPositive(condition: Condition): condition is Compare {
  return condition.kind === 'compare' && condition.comparison !== 'ne';
}
