export { type AccessPath, type DerivationState, primaryPath, tableFor } from './access-path.js';
export { canonicalQuery } from './canonical-query.js';
export { ALWAYS, type Comparison, type Condition } from './condition.js';
export {
  type ConditionDetails,
  ConditionError,
  type ConditionRule,
  IndexLacksPropertyError,
  OrderUnavailableError,
  PathNotReadyError,
  QueryTooLargeError,
  type ScanRefusedDetails,
  ScanRefusedError,
} from './errors.js';
export { checkCondition } from './meaning/read-condition.js';
export { compileCondition, type Predicate, satisfies } from './meaning/satisfies.js';
export { planQuery } from './plan-query.js';
export type { QueryInput } from './query-input.js';
export type { AccessKind, Cost, KeyPosition, KeyRange, QueryPlan, ScanPlan } from './query-plan.js';
export { nextKeyAfter } from './ranges/next-after.js';
export { canResumeByKey, scanAfter } from './resume.js';
export { type RowRange, scanRows } from './row-range.js';
