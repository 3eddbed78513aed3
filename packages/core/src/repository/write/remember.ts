import type { EntityKeys, RawRow } from '../../codec/index.js';
import type { Copied, RowPart } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import { ownStamp } from '../guard.js';
import { putStamp } from '../stamp.js';
import { carryCopies, withCopies } from './carry-copies.js';

export interface Knowledge {
  /** The row's new version, if it can be vouched for. */
  readonly etag: string | undefined;
  /** What the instance knows to be stored. */
  readonly raw: RawRow;
  /** Whether there may be more in the row. */
  readonly partial?: boolean;
  /** The rows that it takes, where it may be several. */
  readonly parts?: readonly RowPart[] | undefined;
  /** The copies of other rows that the library put into the row. */
  readonly copied?: Copied | undefined;
}

/**
 * Lets an entity remember what is stored now. Without a new ETag it keeps its old one, if any: its next write
 * is then refused, and nothing gets lost.
 */
export function remember<E extends object>(
  context: RepositoryContext,
  entity: E,
  { partitionKey, rowKey }: EntityKeys,
  known: Knowledge,
): E {
  const etag = known.etag ?? ownStamp(context, entity)?.etag;
  if (etag === undefined) return entity;
  const { parts, copied } = known;
  const { origin } = context;
  const raw = copied ? withCopies(known.raw, copied) : known.raw;
  if (copied) carryCopies(context, entity, copied);

  // Rows of which nothing is known have to be read again.
  const whole = !known.partial && (parts !== undefined || !context.patterns.split);
  // Written out, and not spread: a transaction does this for each of a hundred entities.
  if (!parts && whole) return putStamp(entity, { etag, raw, partitionKey, rowKey, origin });
  if (!parts) return putStamp(entity, { etag, raw, partitionKey, rowKey, origin, partial: true });
  if (whole) return putStamp(entity, { etag, raw, partitionKey, rowKey, origin, parts });
  return putStamp(entity, { etag, raw, partitionKey, rowKey, origin, parts, partial: true });
}
