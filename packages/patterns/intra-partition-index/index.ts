export { ROW_COLUMN } from '../shared/row-column.js';
export type { Index, IndexApi, IndexKey, IndexView, UniqueIndex } from './api.js';
export type { IndexDeclaration } from './declaration.js';
export { IntraPartitionIndex } from './pattern.js';
