export { BoundBulkItem } from './bound-item.js';
export { bulk } from './bulk.js';
export { type BulkEnd, BulkInterruptedError, CheckpointError } from './errors.js';
export type { BulkExplanation } from './explain-bulk.js';
export type { BulkGuard, BulkItem } from './item.js';
export { type BulkOutcomesOptions, bulkOutcomes } from './outcomes.js';
export type {
  BulkCounts,
  BulkFailure,
  BulkOptions,
  BulkOutcome,
  BulkProgress,
  BulkReport,
  BulkSource,
} from './types.js';
