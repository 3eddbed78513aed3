export type { Change, Copied, StoringChange } from './change.js';
export { byRow as contributionsByRow, changedRow } from './contributions.js';
export type {
  Contribution,
  Contributions,
  Derivation,
  Embedded,
  EmbeddedCopies,
  FoundRows,
  HostRows,
  Lookup,
  OwnRow,
  OwnRows,
  Spread,
} from './derivation.js';
export {
  DerivationError,
  FanOutError,
  ParentInUseError,
  ParentMissingError,
  UniqueViolationError,
} from './errors.js';
export type { FedColumns } from './fed.js';
export { fedPart } from './hosts.js';
export { copiedRowsOf, lookupsOf, nameOf as nameOfLookup, sharedRowsOf } from './lookups.js';
export { sameRow } from './own-rows.js';
export { type Findings, type PlannedOperations, planChanges } from './plan-changes.js';
export type { PlannedChange } from './planned-change.js';
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
export type { Purpose } from './steps.js';
export { unlessUnfit } from './unfit.js';
export { withoutColumns } from './view.js';
export { withColumns } from './with-columns.js';
