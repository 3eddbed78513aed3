import { OptionsError } from '../../errors/index.js';
import type { Condition } from '../../plan/index.js';
import { isRevoked } from './read-argument.js';

const CONDITION = Symbol.for('tablewright.condition');
declare const OF: unique symbol;

/** Deeper conditions than anybody writes by hand would exhaust the stack. */
const DEEPEST = 100;

/** Conditions joined by `and`, `or` or `not`, for `where`. */
export interface Combined<E> {
  /** Carries the type only; never set. */
  readonly [OF]?: (entity: E) => void;
}

interface Carrier {
  readonly condition: Condition;
  readonly depth: number;
}

export function combined<E>(condition: Condition, parts: readonly unknown[]): Combined<E> {
  const depth = 1 + Math.max(0, ...parts.map((part) => carrierOf(part)?.depth ?? 0));
  if (depth > DEEPEST) {
    throw new OptionsError('conditions', `Conditions may be nested ${DEEPEST} deep, not deeper.`);
  }
  const carrier: Carrier = Object.freeze({ condition, depth });
  return Object.freeze(Object.defineProperty({}, CONDITION, { value: carrier }));
}

/** The condition of a combination; `undefined` for anything else. */
export function combinedCondition(value: unknown): Condition | undefined {
  return carrierOf(value)?.condition;
}

function carrierOf(value: unknown): Carrier | undefined {
  if (typeof value !== 'object' || value === null || isRevoked(value)) return undefined;
  return (value as { readonly [CONDITION]?: Carrier })[CONDITION];
}
