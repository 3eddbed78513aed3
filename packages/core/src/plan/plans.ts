import type { RowOperation } from './operation.js';
import type { ScanPlan } from './query/index.js';
import type { PlannedPart, Purpose } from './write/index.js';

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
  /** What each operation is for, where that is more than one entity's own row. */
  readonly purposes?: readonly WritePurpose[];
  /**
   * Of entities that take several rows: the rows that there are then, by the number of the write. Only the executor
   * of writes needs it, to tell their versions.
   */
  readonly parts?: ReadonlyMap<number, readonly PlannedPart[]>;
  /** Written before, one after the other: rows that nobody reads until this plan is through. */
  readonly before?: readonly WritePlan[];
  /** Written after: rows that nobody reads any more. */
  readonly after?: readonly WritePlan[];
}

/** Whose row it is, which of the caller's writes asks for it, and why. */
export interface WritePurpose extends Purpose {
  readonly entity: string;
  /** What the caller did: insert, update… */
  readonly verb: string;
}

/** What is about to happen, as plain data. The executor runs exactly this. */
export type Plan = PointReadPlan | ScanPlan | WritePlan;
