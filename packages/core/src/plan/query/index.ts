export { type AccessPath, type DerivationState, primaryPath } from './access-path.js';
export { ALWAYS, type Comparison, type Condition } from './condition.js';
export type { AccessKind, Cost, KeyPosition, KeyRange, QueryPlan, ScanPlan } from './query-plan.js';
