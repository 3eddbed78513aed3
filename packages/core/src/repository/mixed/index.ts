export type { ClassOf, MixedMember } from './member.js';
export { MixedReader } from './mixed-reader.js';
export { MixedTable, type MixedTableClass } from './mixed-table.js';
export type { MixedItem, MixedOptions, MixedScope } from './types.js';
