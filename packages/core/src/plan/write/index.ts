export type { Change, Copied, StoringChange } from './change.js';
export { byRow as contributionsByRow, changedRow } from './contributions.js';
export type {
  Contribution,
  Contributions,
  Derivation,
  Embedded,
  EmbeddedCopies,
  FoundRows,
  Lookup,
  OwnRow,
  OwnRows,
  Spread,
} from './derivation.js';
export { DerivationError, UniqueViolationError } from './errors.js';
export { sameRow } from './own-rows.js';
export {
  type Findings,
  lookupsOf,
  type PlannedChange,
  type PlannedOperations,
  type Purpose,
  planChanges,
  sharedRowsOf,
} from './plan-changes.js';
export {
  type Assembly,
  isSplit,
  type PartRow,
  type PlannedPart,
  type RowPart,
  type RowSplit,
  type SplitChange,
  type SplitTools,
  type SplitWrite,
} from './split.js';
