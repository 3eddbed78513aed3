export { type Batches, BatchIterator } from './batch-iterator.js';
export type { RowStore } from './cursor.js';
export { type OpenCall, openCall } from './open-call.js';
export { QueryRun, type RowsReader, type RunOptions } from './query-run.js';
export type { Position } from './row-feed.js';
export { RowReader } from './row-reader.js';
export { type Unit, unitsOf } from './units.js';
