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
    }
  | { readonly kind: 'absent'; readonly property: string }
  | { readonly kind: 'and'; readonly all: readonly Condition[] }
  | { readonly kind: 'or'; readonly any: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition };

/** Satisfied by everything. */
export const ALWAYS: Condition = { kind: 'and', all: [] };
