import type { RowOperation } from './operation.js';
import type { ScanPlan } from './query/index.js';

/** Reads one row by its full address: one request. */
export interface PointReadPlan {
  readonly kind: 'pointRead';
  readonly entity: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Why the library reads on its own account: a reply was lost, and what is stored decides. */
  readonly purpose?: 'resolve';
  /** The columns to fetch; all when left out. */
  readonly select?: readonly string[];
}

/** Writes one row, or several rows of one partition as one entity group transaction: one request. */
export interface WritePlan {
  readonly kind: 'write';
  readonly entity: string;
  readonly table: string;
  readonly operations: readonly RowOperation[];
}

/** What is about to happen, as plain data. The executor runs exactly this. */
export type Plan = PointReadPlan | ScanPlan | WritePlan;
