// What indexes are made of, wherever their rows are: for packages with indexes of their own.

export { checkDefaults } from '../shared/check-defaults.js';
export { ROW_COLUMN } from '../shared/row-column.js';
export { sparseOf } from '../shared/sparse.js';
export type { Demand, VariableProblem } from '../shared/template-check.js';
export type { Asked } from './asked.js';
export { carriedBy } from './carried.js';
export { checkEach, checkEachIsNamed } from './check-each.js';
export type { CompiledIndex } from './compiled-index.js';
export { copiedColumns, PARTITION_COLUMN } from './copied-columns.js';
export type { Declared, EachOf, Field, IndexOptions } from './declared.js';
export { IndexReader } from './index-reader.js';
export { indexRows, sourceKeys } from './index-rows.js';
export { feedingColumns, keysOf } from './keys-of.js';
export { type ReadDeclaration, readDeclarations } from './read-declaration.js';
