import type { EntityCodec } from '../../../codec/index.js';
import type { Compare, Condition } from '../condition.js';

/** Conditions that must all hold. A query asks for the entities of any of its branches. */
export type Branch = readonly Condition[];

/**
 * Takes a condition apart into branches, wherever an `or` is about one of the key variables; other `or`s stay
 * whole. Undefined when that gives more than `most`.
 */
export function distribute(
  codec: EntityCodec,
  condition: Condition,
  variables: ReadonlySet<string>,
  most: number,
): Branch[] | undefined {
  const visit = (part: Condition): Branch[] | undefined => {
    switch (part.kind) {
      case 'or': {
        if (part.any.length > 0 && !narrows(part, variables)) return [[part]];
        const branches: Branch[] = [];
        for (const alternative of part.any) {
          const some = visit(alternative);
          if (some === undefined || branches.length + some.length > most) return undefined;
          branches.push(...some);
        }
        return branches;
      }
      case 'and': {
        let branches: Branch[] = [[]];
        for (const each of part.all) {
          const some = visit(each);
          if (some === undefined || branches.length * some.length > most) return undefined;
          branches = branches.flatMap((branch) => some.map((more) => [...branch, ...more]));
        }
        return branches;
      }
      default:
        return zeros(codec, part, variables);
    }
  };
  return visit(condition);
}

/** Whether some comparison inside could narrow a range of keys. */
function narrows(condition: Condition, variables: ReadonlySet<string>): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.all.some((part) => narrows(part, variables));
    case 'or':
      return condition.any.some((part) => narrows(part, variables));
    case 'compare':
      return condition.comparison !== 'ne' && variables.has(condition.property);
    default:
      return false;
  }
}

/** A condition as one branch, with every `or` whole. */
export function undivided(codec: EntityCodec, condition: Condition): Branch {
  const parts = condition.kind === 'and' ? condition.all : [condition];
  return parts.flatMap((part): Condition[] =>
    isZero(codec, part)
      ? [
          { ...part, comparison: 'ge' },
          { ...part, comparison: 'le' },
        ]
      : [part],
  );
}

/** Keys tell -0 from 0, and comparisons do not: who asks for one asks for both. */
function zeros(codec: EntityCodec, leaf: Condition, variables: ReadonlySet<string>): Branch[] {
  if (!isZero(codec, leaf) || !variables.has(leaf.property)) return [[leaf]];
  return [[{ ...leaf, value: -0 }], [{ ...leaf, value: 0 }]];
}

function isZero(codec: EntityCodec, leaf: Condition): leaf is Compare {
  if (leaf.kind !== 'compare' || leaf.comparison !== 'eq' || leaf.value !== 0) return false;
  const model = codec.property(leaf.property)?.model;
  return model?.kind === 'double' && model.convert === undefined;
}
