import type { CellValue, EdmType } from '../../../edm/index.js';
import { literal } from './literal.js';

/** The most comparisons that the service takes in one filter. */
export const MOST_COMPARISONS = 15;

export type FilterOperator = 'eq' | 'lt' | 'le' | 'gt' | 'ge';

/** A filter as data. `ne` and `not` have no place in it: services differ in what they say of absent columns. */
export type Filter =
  | {
      readonly kind: 'test';
      readonly column: string;
      readonly operator: FilterOperator;
      readonly type: EdmType;
      readonly value: CellValue;
    }
  | { readonly kind: 'all'; readonly parts: readonly Filter[] }
  | { readonly kind: 'any'; readonly parts: readonly Filter[] };

/** One comparison of a column. */
export function test(column: string, operator: FilterOperator, type: EdmType, value: CellValue): Filter {
  return { kind: 'test', column, operator, type, value };
}

/** How many comparisons it has. */
export function countTests(filter: Filter): number {
  return filter.kind === 'test' ? 1 : filter.parts.reduce((sum, part) => sum + countTests(part), 0);
}

/** The text that is sent: the only place where one is made. */
export function filterText(filter: Filter): string {
  if (filter.kind === 'test') {
    return `${filter.column} ${filter.operator} ${literal(filter.type, filter.value)}`;
  }
  const word = filter.kind === 'all' ? ' and ' : ' or ';
  return filter.parts.map((part) => (isBare(part) ? filterText(part) : `(${filterText(part)})`)).join(word);
}

function isBare(filter: Filter): boolean {
  return filter.kind === 'test' || filter.parts.length === 1;
}

/** How long it becomes in an address. */
export function encodedLength(filter: Filter): number {
  return encodeURIComponent(filterText(filter)).length;
}
