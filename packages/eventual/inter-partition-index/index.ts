export type { Eventual, EventualIndex, EventualIndexApi, EventualIndexKey, EventualView } from './api.js';
export type { InterPartitionIndexDeclaration } from './declaration.js';
export { InterPartitionIndex } from './pattern.js';
