import type { EntityCodec } from '../../../codec/index.js';
import { ALWAYS, type Comparison, type Condition, NEVER } from '../condition.js';
import { canonicalCondition } from './canonical-condition.js';
import { satisfies } from './satisfies.js';

/** Properties whose values are known beforehand. */
export type Known = Readonly<Record<string, unknown>>;

/**
 * The same condition in a plainer form: `not` only in front of single comparisons that need it, no nested
 * `and` or `or`, nothing twice, and nothing that is decided already.
 */
export function simplify(codec: EntityCodec, condition: Condition, known: Known = {}): Condition {
  const visit = (part: Condition, negate: boolean): Condition => {
    switch (part.kind) {
      case 'not':
        return visit(part.condition, !negate);
      case 'and':
      case 'or': {
        const parts = (part.kind === 'and' ? part.all : part.any).map((inner) => visit(inner, negate));
        return (part.kind === 'and') !== negate ? all(parts) : any(parts);
      }
      default:
        return decide(codec, known, negate ? negated(codec, part) : part);
    }
  };
  return visit(condition, false);
}

/** Satisfied by what satisfies every part. */
export function all(parts: readonly Condition[]): Condition {
  const flat = unique(parts.flatMap((part) => (part.kind === 'and' ? part.all : [part])));
  if (flat.some(isNever)) return NEVER;
  return flat.length === 1 ? flat[0]! : { kind: 'and', all: flat };
}

/** Satisfied by what satisfies some part. */
export function any(parts: readonly Condition[]): Condition {
  const flat = unique(parts.flatMap((part) => (part.kind === 'or' ? part.any : [part])));
  if (flat.some(isAlways)) return ALWAYS;
  return flat.length === 1 ? flat[0]! : { kind: 'or', any: flat };
}

export function isAlways(condition: Condition): boolean {
  return condition.kind === 'and' && condition.all.length === 0;
}

export function isNever(condition: Condition): boolean {
  return condition.kind === 'or' && condition.any.length === 0;
}

function unique(parts: readonly Condition[]): Condition[] {
  return [...new Map(parts.map((part) => [canonicalCondition(part), part])).values()];
}

const OPPOSITE: Partial<Record<Comparison, Comparison>> = { lt: 'ge', ge: 'lt', gt: 'le', le: 'gt' };

/** A missing value satisfies neither an order nor its opposite, and so does NaN: `not` stays in front of these. */
function negated(codec: EntityCodec, leaf: Condition): Condition {
  if (leaf.kind === 'compare') {
    if (leaf.comparison === 'eq') return { ...leaf, comparison: 'ne' };
    if (leaf.comparison === 'ne') return { ...leaf, comparison: 'eq' };
    const { inKey, kind, convert } = codec.property(leaf.property)!.model;
    const opposite = OPPOSITE[leaf.comparison];
    if (opposite && inKey && kind !== 'double' && !convert) return { ...leaf, comparison: opposite };
  }
  return { kind: 'not', condition: leaf };
}

/** ALWAYS or NEVER where the outcome is known, else the comparison itself. */
function decide(codec: EntityCodec, known: Known, leaf: Condition): Condition {
  const inner = leaf.kind === 'not' ? leaf.condition : leaf;
  if (inner.kind !== 'compare' && inner.kind !== 'absent') return leaf;
  const { property } = inner;
  if (Object.hasOwn(known, property)) return satisfies(codec, leaf, known) ? ALWAYS : NEVER;
  const { inKey, convert } = codec.property(property)!.model;
  if (inner.kind === 'absent') {
    // Every part of a key has a value.
    if (inKey) return leaf.kind === 'not' ? ALWAYS : NEVER;
    return leaf;
  }
  // Nothing equals NaN or has an order with it, and it differs from everything.
  if (Number.isNaN(inner.value))
    return (inner.comparison === 'ne') !== (leaf.kind === 'not') ? ALWAYS : NEVER;
  if (inKey && !convert && inner.comparison === 'startsWith' && inner.value === '') {
    return leaf.kind === 'not' ? NEVER : ALWAYS;
  }
  return leaf;
}
