import type { Row, StoredRow } from '../../../edm/index.js';
import { sameRow } from '../../../plan/index.js';
import type { FindingKind } from '../finding.js';
import { readRow } from '../rows/read.js';
import type { Task } from '../task.js';

/** A shared row, read before and after the entities of its partition, and what they make of it. */
export interface Observed {
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
  readonly expected: Row | undefined;
  /** One of the entities that feed it, as it was listed. */
  readonly witness: StoredRow | undefined;
}

export type SharedVerdict = 'right' | 'unclear' | Extract<FindingKind, 'missing' | 'stale' | 'stray'>;

/**
 * Whether a shared row says what its entities make of it.
 *
 * An entity that begins or ceases to contribute changes the shared row in the same transaction. So while the
 * row keeps one version, its entities contribute the same, save for changes that leave even this row as it
 * is: taking out what it lacks, or putting in what it has. A right row knows no such changes. Hence, when the
 * version before the entities were listed is also the one afterwards:
 * - the listing agrees with the row: the row is right. For a contribution to have come or gone unseen, the
 *   row must have disagreed with it before, and then the listing would have disagreed, too.
 * - the listing disagrees: the row was wrong when it was first read.
 *
 * A row that is absent both times may have come and gone in between. Then one entity that was listed decides:
 * if it is still at the version that was listed, it was there, feeding the row, while the row was not.
 */
export async function judgeSharedRow(task: Task, observed: Observed): Promise<SharedVerdict> {
  const { before, after, expected, witness } = observed;
  if (before?.etag !== after?.etag) return 'unclear';
  if (!after) {
    if (!expected || !witness) return 'right';
    const again = await readRow(task, witness.partitionKey, witness.rowKey);
    return again?.etag === witness.etag ? 'missing' : 'unclear';
  }
  if (!expected) return 'stray';
  return sameRow(after, expected) ? 'right' : 'stale';
}
