import type { Condition } from '../../plan/index.js';
import type { RangeAsked } from './key-range.js';

/** What has been asked for so far. Immutable: each step of the builder makes a new one. */
export interface QueryState {
  readonly conditions: readonly Condition[];
  readonly ranges: readonly RangeAsked[];
  readonly select?: readonly string[];
  readonly take?: number;
  readonly readonly?: boolean;
  readonly scan?: 'partition' | 'table';
  readonly unordered?: boolean;
}

export const EVERYTHING: QueryState = Object.freeze({ conditions: [], ranges: [] });

/** The properties that must have one certain value. */
export function fixedProperties(conditions: readonly Condition[], found = new Set<string>()): Set<string> {
  for (const condition of conditions) {
    if (condition.kind === 'and') fixedProperties(condition.all, found);
    else if (condition.kind === 'compare' && condition.comparison === 'eq') found.add(condition.property);
  }
  return found;
}
