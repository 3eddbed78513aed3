import type { EntityKeys, RawRow } from '../../codec/index.js';
import type { RowPart } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import { ownStamp } from '../guard.js';
import { putStamp } from '../stamp.js';

export interface Knowledge {
  /** The row's new version, if it can be vouched for. */
  readonly etag: string | undefined;
  /** What the instance knows to be stored. */
  readonly raw: RawRow;
  /** Whether there may be more in the row. */
  readonly partial?: boolean;
  /** The rows that it takes, where it may be several. */
  readonly parts?: readonly RowPart[] | undefined;
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
  const { raw, parts } = known;
  const { origin } = context;
  const stamp = { etag, raw, partitionKey, rowKey, origin };
  // Copies of other rows are put into the row by the library, not by the instance.
  const copies = context.patterns.derivations.some(({ kind }) => kind === 'embeddedCopies');
  // Rows of which nothing is known have to be read again.
  const whole = !known.partial && !copies && (parts !== undefined || !context.patterns.split);
  if (parts) return putStamp(entity, whole ? { ...stamp, parts } : { ...stamp, parts, partial: true });
  return putStamp(entity, whole ? stamp : { ...stamp, partial: true });
}
