import type { PointReadPlan } from '../plans.js';
import type { Condition } from './condition.js';

/** Lists rows: as many requests as the result has pages. */
export interface ScanPlan {
  readonly kind: 'scan';
  readonly entity: string;
  readonly table: string;
  /** The exact filter that is sent; none for a whole table. */
  readonly filter?: string;
  /** The partition that it stays in, if it is only one. */
  readonly partitionKey?: string;
  /**
   * The keys that it stays within; the filter says the same. Scans are put in order by it, and those that
   * overlap are merged. Left out: any key.
   */
  readonly range?: KeyRange;
  /** The columns to fetch, keys and Timestamp included; all when left out. */
  readonly select?: readonly string[];
}

/** All keys from `from` on and before `to`. A range over partitions has '' for its row keys. */
export interface KeyRange {
  readonly from?: KeyPosition;
  readonly to?: KeyPosition;
}

/** A place in a table: rows are in the order of their PartitionKey, then of their RowKey. */
export interface KeyPosition {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** `none`: the conditions contradict each other, so nothing is sent. */
export type AccessKind = 'none' | 'point' | 'range' | 'partition' | 'table';

/** How many requests are expected. `most` is left out where it depends on how many rows there are. */
export interface Cost {
  readonly least: number;
  readonly most?: number;
}

/** What a query does, as plain data: the executor runs exactly these parts. */
export interface QueryPlan {
  readonly kind: 'query';
  readonly entity: string;
  readonly table: string;
  /** `primary`, or the name of the index that is read. */
  readonly path: string;
  readonly access: AccessKind;
  /**
   * Together they hold every row once. Run side by side; the rows come in the order of their keys. Parts
   * whose ranges overlap are merged by key.
   */
  readonly parts: readonly (PointReadPlan | ScanPlan)[];
  /** For each row found, the primary row is read by its key: the copy lacks columns, or has another ETag. */
  readonly fetchPrimary: boolean;
  /** What keys and filter do not decide, checked on each entity that was read. */
  readonly residual?: Condition;
  /**
   * Rows may be copies that lack what an older version of the class did not know. Then the primary row is read in
   * place of each such copy, and this is checked on the entity. Left out: all copies are complete.
   */
  readonly recheck?: Condition;
  /** Entities may take several rows, which are put together: fewer results than rows are to be expected. */
  readonly wholeRows?: true;
  /** The properties that were asked for; all when left out. */
  readonly select?: readonly string[];
  readonly take?: number;
  readonly requests: Cost;
  /** Each request is billed as one transaction. */
  readonly transactions: Cost;
  /** Why this path and this kind of access. */
  readonly why: string;
}
