export { drop } from './drop.js';
export { DerivationStateError, DerivationUnknownError, MaintenanceTakenOverError } from './errors.js';
export type { Finding, FindingCounts, FindingKind } from './finding.js';
export { findings } from './findings.js';
export { type DerivationRun, type DerivationStatus, lifecycle } from './lifecycle.js';
export type { MaintenanceOptions, PartitionOf, RebuildOptions, VerifyOptions } from './options.js';
export { rebuild } from './rebuild.js';
export type {
  DropReport,
  MaintenanceProgress,
  RebuildReport,
  RepairReport,
  VerifyReport,
} from './report.js';
export { repair, verify } from './verify.js';
