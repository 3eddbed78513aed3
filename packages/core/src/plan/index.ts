export { createsRow, type RowOperation } from './operation.js';
export type { Plan, PointReadPlan, WritePlan, WritePurpose } from './plans.js';
export * from './query/index.js';
export * from './write/index.js';
