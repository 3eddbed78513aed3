import type { CellValue } from '../../edm/index.js';

/** How a property is compared. Values are those of the property, as the application holds them. */
export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'startsWith' | 'contains';

/**
 * What a query asks of an entity, as plain data. A property without a value (undefined or null) satisfies
 * `absent`, `ne` and `not` of a comparison, and no other comparison: as a filter over the objects would have it.
 */
export type Condition =
  | {
      readonly kind: 'compare';
      readonly property: string;
      readonly comparison: Comparison;
      readonly value: unknown;
      /** What a converted value is stored as: the planner notes it, because the value may have no text of its own. */
      readonly cell?: CellValue;
    }
  | { readonly kind: 'absent'; readonly property: string }
  | { readonly kind: 'and'; readonly all: readonly Condition[] }
  | { readonly kind: 'or'; readonly any: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition };

/** Satisfied by everything. */
export const ALWAYS: Condition = { kind: 'and', all: [] };

/** Satisfied by nothing. */
export const NEVER: Condition = { kind: 'or', any: [] };

/** One comparison of one property. */
export type Compare = Extract<Condition, { readonly kind: 'compare' }>;

/** How deep conditions may nest: far more than people write, far less than a stack holds. */
export const MAX_DEPTH = 100;
