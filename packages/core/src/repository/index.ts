export * from './bags/index.js';
export {
  type BoundBulkItem,
  type BulkCounts,
  type BulkEnd,
  type BulkExplanation,
  type BulkFailure,
  type BulkGuard,
  BulkInterruptedError,
  type BulkItem,
  type BulkOptions,
  type BulkOutcome,
  type BulkOutcomesOptions,
  type BulkProgress,
  type BulkReport,
  type BulkSource,
  CheckpointError,
} from './bulk/index.js';
export { type CallSteps, callSteps } from './call-steps.js';
export type { RepositoryContext, RepositoryOptions } from './context.js';
export { CongestionError, EntityTornError, KeyChangedError, MissingETagError } from './errors.js';
export { Explainer } from './explain/explainer.js';
export { type Explanation, explanation } from './explain/explanation.js';
export type { GuardOptions } from './guard.js';
export * from './maintenance/index.js';
export * from './mixed/index.js';
export type { ModifyOptions, UpdateOptions } from './operations/index.js';
export type {
  Announced,
  AssignTools,
  Deferral,
  DeferredDerivation,
  DefinitionScope,
  Effect,
  ElementKind,
  Intent,
  NeedsOutbox,
  Outbox,
  Pattern,
  PatternDefinition,
  PatternHost,
  PatternSet,
  Recorded,
  RowStage,
  Upkeep,
  UpkeepTools,
} from './patterns/index.js';
export { declaredEntries } from './patterns/index.js';
export { pointRead } from './point-read.js';
export * from './query/index.js';
export {
  EntityRepository,
  type GetManyOptions,
  type UpsertOptions,
  type WriteOptions,
} from './repository.js';
export { defineRepository, Repository, type RepositoryClass } from './repository-class.js';
export { etagOf, type Written } from './stamp.js';
export { Transaction, type TransactionOptions, transaction } from './transaction/transaction.js';
export type { Changes, Data, EntityOf, Input, KeyOf, Target, Updated } from './types.js';
export { type Attempts, attemptsOf, startOver } from './write/congestion.js';
export { type Idempotent, MARKER_PREFIX } from './write/idempotency.js';
export type { UpsertMode } from './write/prepare-upsert.js';
export { readLookups } from './write/read-rows.js';
export { inTurn } from './write/turns.js';
