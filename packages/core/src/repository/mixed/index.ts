export { MixedReader, MixedTable, type MixedTableClass } from './mixed-table.js';
export type { MixedItem, MixedOptions, MixedScope } from './types.js';
