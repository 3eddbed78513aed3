export { createsRow, type RowOperation } from './operation.js';
export type { Plan, PointReadPlan, WritePlan } from './plans.js';
export * from './query/index.js';
