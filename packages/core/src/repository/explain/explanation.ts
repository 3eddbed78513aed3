import type { Cost, PointReadPlan, ScanPlan, WritePlan } from '../../plan/index.js';

/** What an operation would do, as plain data: the plans that the executor would run. Nothing was sent. */
export interface Explanation {
  /** What is read first, in this order or side by side. */
  readonly reads: readonly (PointReadPlan | ScanPlan)[];
  /** What is then written, as one request. Left out where it depends on what is read, or nothing is written. */
  readonly write?: WritePlan;
  /** Why the write cannot be shown yet: what it depends on. */
  readonly open: readonly string[];
  /** The requests of a call that succeeds at once. */
  readonly requests: Cost;
  /** What is billed: each request is one transaction, whatever it holds. */
  readonly transactions: Cost;
  readonly why: string;
}

export function explanation(parts: {
  readonly reads?: readonly (PointReadPlan | ScanPlan)[];
  readonly write?: WritePlan | undefined;
  readonly open?: readonly string[];
  readonly requests: Cost;
  readonly why: string;
}): Explanation {
  const { reads = [], write, open = [], requests, why } = parts;
  return { reads, ...(write && { write }), open, requests, transactions: requests, why };
}
