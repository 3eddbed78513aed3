export { applyPattern } from './apply-pattern.js';
export { declaredEntries } from './declared-entries.js';
export type {
  Announced,
  Deferral,
  DeferredDerivation,
  Intent,
  NeedsOutbox,
  Outbox,
  Recorded,
  Upkeep,
  UpkeepTools,
} from './outbox.js';
export type {
  AssignTools,
  DefinitionScope,
  Effect,
  ElementKind,
  Pattern,
  PatternDefinition,
  PatternHost,
  RowStage,
} from './pattern.js';
export { NO_PATTERNS, type PatternSet } from './pattern-set.js';
