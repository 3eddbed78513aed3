import type { EntityClass } from '../../model/index.js';
import type { CallOptions, OutcomeUnknownError } from '../../store/index.js';
import type { Written } from '../stamp.js';
import type { EntityOf } from '../types.js';
import type { BoundBulkItem } from './bound-item.js';
import type { BulkItem } from './item.js';

/** What a bulk run reads: items of its repository, and items bound to others. */
export type BulkSource<C extends EntityClass, D extends EntityClass = never> =
  | Iterable<BulkItem<C> | BoundBulkItem<D>>
  | AsyncIterable<BulkItem<C> | BoundBulkItem<D>>;

interface AboutItem<C extends EntityClass> {
  /** The item's position in the source, counted from 0. */
  readonly index: number;
  /** The item as the source gave it. */
  readonly item: BulkItem<C> | BoundBulkItem<C>;
}

/** What became of one item. */
export type BulkOutcome<C extends EntityClass> = AboutItem<C> &
  (
    | {
        readonly status: 'done';
        /** What the single operation returns: the entity, the new version, or whether something was deleted. */
        readonly result: EntityOf<C> | Written | boolean;
      }
    | { readonly status: 'failed'; readonly error: unknown }
    /** The reply was lost, and what is stored does not tell. `error.resolve()` looks again. */
    | { readonly status: 'unknown'; readonly error: OutcomeUnknownError }
  );

/** An item that was not, or perhaps not, written. */
export type BulkFailure<C extends EntityClass> = Exclude<BulkOutcome<C>, { readonly status: 'done' }>;

export interface BulkCounts {
  /** Items read from the source, skipped ones included. */
  readonly read: number;
  /** Items that the checkpoint said were settled before. */
  readonly skipped: number;
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
}

/** How far a run is. */
export interface BulkProgress extends BulkCounts {
  /** How many transactions may be on their way at present: fewer than was asked for while the service is too busy. */
  readonly concurrency: number;
  /** Pass it as `from` to go on from here with the same source. Worked out when it is read. */
  readonly checkpoint: string;
}

/** How a run ended. */
export interface BulkReport<C extends EntityClass = EntityClass> extends BulkCounts {
  /** The first of the items that failed, or whose outcome is unknown: `keepFailures` of them. */
  readonly failures: readonly BulkFailure<C>[];
  readonly checkpoint: string;
}

export interface BulkOptions<C extends EntityClass> extends CallOptions {
  /**
   * How many transactions may be under way at once, each of another partition. 8 by default; fewer of them are sent
   * at a time while the service is too busy.
   */
  readonly concurrency?: number;
  /**
   * How far the source may be read beyond the first item that is not settled. 10,000 items by default, and
   * never more than about 64 MiB of them. The more of it, the fuller the transactions.
   */
  readonly readAhead?: number;
  /** Ends the run at the first item that fails: nothing new is begun, what is under way is finished. */
  readonly stopOnError?: boolean;
  /** How many failures the report keeps. 100 by default. */
  readonly keepFailures?: number;
  /** The checkpoint of an earlier run over the same source: what it had settled is skipped. */
  readonly from?: string;
  /**
   * Hears the outcome of every item, one at a time. The run waits for it, and counts the item as settled only
   * afterwards. What it throws ends the run.
   */
  readonly onOutcome?: (outcome: BulkOutcome<C>) => unknown;
  /** Hears how far the run is, after each transaction. The run waits for it. What it throws ends the run. */
  readonly onProgress?: (progress: BulkProgress) => unknown;
}
