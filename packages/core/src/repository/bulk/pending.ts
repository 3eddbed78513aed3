import { hasCode } from '../../errors/index.js';
import type { Image } from '../write/image.js';
import type { PreparedWrite } from '../write/prepared.js';

/** An item that was read and is not settled yet. */
export interface Pending {
  readonly index: number;
  readonly item: unknown;
  readonly write: PreparedWrite;
  /** To delete what is not there is no failure. */
  readonly absentIsFine: boolean;
  /** About how much memory it takes. */
  readonly bytes: number;
  /** No more than its part of a transaction will take. */
  readonly leastSent: number;
  /** The caller's own instance, whose stamp the write may change. */
  readonly instance: object | undefined;
  /** The stored row, from an attempt that the item had no part in after all. */
  seen?: { readonly image: Image | null } | undefined;
  /** Somebody touched its row: it has to be looked at, whatever the instance knows. */
  again?: boolean;
}

/** What became of an item. */
export type Verdict = Pick<Pending, 'index' | 'item'> & { readonly pending?: Pending } & (
    | { readonly status: 'done'; readonly result: unknown }
    | { readonly status: 'failed' | 'unknown'; readonly error: unknown }
  );

export function done(pending: Pending, result: unknown): Verdict {
  const { index, item } = pending;
  return { index, item, pending, status: 'done', result };
}

/** A failure, unless it is only that something to be deleted was not there. */
export function failed(pending: Pending, error: unknown): Verdict {
  if (pending.absentIsFine && hasCode(error, 'ENTITY_NOT_FOUND')) return done(pending, false);
  const { index, item } = pending;
  const status = hasCode(error, 'OUTCOME_UNKNOWN') ? 'unknown' : 'failed';
  return { index, item, pending, status, error };
}
