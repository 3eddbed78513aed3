export type { KeyScope, RowKeyBounds } from './key-scope.js';
export { PropertyBag } from './property-bag.js';
export { type BagUpsertOptions, PropertyBags } from './property-bags.js';
export { RowQuery } from './row-query.js';
