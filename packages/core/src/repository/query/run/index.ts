export { type Batches, BatchIterator } from './batch-iterator.js';
export { type OpenCall, openCall } from './open-call.js';
export { QueryRun } from './query-run.js';
export type { Position } from './row-feed.js';
export type { Finish } from './row-reader.js';
export { type Unit, unitsOf } from './units.js';
