export { type CallOptions, type CallScope, forkScope, UNBOUNDED, waitWithin } from './call-scope.js';
export { checkOperations } from './check-operations.js';
export { type Clock, systemClock } from './clock.js';
export type { Credential } from './connect.js';
export { BatchSize } from './egt/batch-size.js';
export * from './errors/index.js';
export type { Observer, StoreEvent } from './events.js';
export type { Contention } from './judge.js';
export {
  type Continuation,
  type Listed,
  MAX_PAGE_ROWS,
  type OnNext,
  type PageRequest,
  type RowPage,
  type TypedRowPage,
  type UnreadPage,
} from './list/index.js';
export type { TableStoreOptions } from './options.js';
export { originOf } from './origin.js';
export { type Pace, pacedScope, sideBySide } from './pace/index.js';
export type { ReadRow } from './read-row.js';
export type { RetryOptions } from './retry.js';
export { type Connectable, TableStore } from './table-store.js';
