import type { KeyPosition } from '../../../plan/index.js';
import type { CallScope, Continuation, ReadRow, TableStore } from '../../../store/index.js';

/** Where rows come from. */
export type RowStore = Pick<TableStore, 'fetchPage' | 'read'>;

/** How many rows are asked for. */
export interface Demand {
  /** At most so many are to be handed out. */
  readonly most: number;
  /** So many are worth fetching at once. */
  readonly fetch: number;
  /** So many will be asked for in the end, if there are as many: only those may be fetched ahead of time. */
  readonly sure: number;
}

/** Where a unit goes on: from its beginning when all are left out. */
export interface Place {
  /** So many of its point reads are done. */
  readonly done?: number;
  /** In the service's own words; only for a single scan. */
  readonly after?: Continuation;
  /** Behind this row. */
  readonly key?: KeyPosition;
}

/** Reads the rows of one unit. */
export interface Cursor {
  /** The rows that follow, in the order of their keys; none at the end. */
  next(demand: Demand, scope: CallScope): Promise<readonly ReadRow[]>;
  /** Fetches the rows that follow ahead of time. */
  prefetch?(scope: CallScope): void;
  /** Where to go on behind the rows that were handed out; `undefined` at the end. */
  place(): Place | undefined;
  /** Settles when nothing is under way any more. */
  settled?(): Promise<unknown>;
}
