import type { EntityKeys } from '../../codec/index.js';
import type { Change, RowPart } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import type { Stamp } from '../stamp.js';
import type { Awaitable } from './awaitable.js';
import type { Image } from './image.js';

export type Verb = 'insert' | 'replace' | 'update' | 'upsert' | 'delete';

/**
 * One logical write, checked and encoded, but not sent: what single operations, transactions, bulk and
 * `explain` have in common.
 */
export interface PreparedWrite<R = unknown> {
  readonly verb: Verb;
  readonly context: RepositoryContext;
  readonly keys: EntityKeys;
  /** The instance that is written, if there is one: it will remember the new version. */
  readonly entity?: object;
  /** Why the row has to be read before the change can be worked out; left out when it need not be. */
  readonly readsBecause?: string;
  /** Nothing of what is stored is kept: rows that do not belong together are no hindrance. */
  readonly storesAnew?: boolean;
  /**
   * What the caller's instance was loaded from, where others touch rows without changing them: a row that is still
   * the same under another version is what he saw.
   */
  readonly seen?: Stamp | undefined;
  /** Losing a race means to look again, because the caller named no version. */
  readonly startsOver: boolean;
  /**
   * The change over what is stored. `image` is given when the row was read, or is written earlier in the same
   * transaction; `null` when there is none. `undefined` as a result: there is nothing to write.
   */
  change(image: Image | null | undefined): Awaitable<Change | undefined>;
  /**
   * What the caller gets once the change is stored. No ETag: after a delete, or when none can be vouched for.
   * `parts` are the rows that the entity then takes, where it may be several.
   */
  settle(etag: string | undefined, change: Change | undefined, parts?: readonly RowPart[]): R;
}
