export type { Index, IndexApi, IndexKey, IndexView, UniqueIndex } from './api.js';
export { ROW_COLUMN } from './copied-columns.js';
export type { IndexDeclaration } from './declaration.js';
export { IntraPartitionIndex } from './pattern.js';
