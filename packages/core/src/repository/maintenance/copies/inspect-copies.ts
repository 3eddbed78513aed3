import type { StoredRow } from '../../../edm/index.js';
import { hasCode } from '../../../errors/index.js';
import type { EmbeddedCopies } from '../../../plan/index.js';
import type { Finding } from '../finding.js';
import { MOST_LOOKS, pauseBeforeLook } from '../look-again.js';
import { isOpen } from '../mend/send-mends.js';
import { isPrimary } from '../rows/primary.js';
import { readRow } from '../rows/read.js';
import { sideBySide } from '../side-by-side.js';
import type { Task } from '../task.js';
import { copiesAreRight, SeenRows } from './look-at-copies.js';
import { touchEntity } from './touch-entity.js';

/** Compares the copies that a page of entities holds with their sources: 1 request for each distinct source. */
export async function inspectCopies(task: Task, primaries: readonly StoredRow[]): Promise<void> {
  for (const derivation of task.copies) {
    const seen = new SeenRows();
    await sideBySide(task, primaries, async (primary, part) => {
      const right = await copiesAreRight(part, derivation, primary, seen);
      if (right === undefined) await task.tally.report(findingOf('unreadable', derivation, primary));
      else if (!right) await settleCopies(part, derivation, primary);
    });
  }
}

/**
 * Looks at one entity until the verdict holds. It does when the entity is at the same version before and
 * after its sources are read: a source changes only together with those that hold copies of it.
 */
async function settleCopies(task: Task, derivation: EmbeddedCopies, listed: StoredRow): Promise<void> {
  const { partitionKey, rowKey } = listed;
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const primary = await readRow(task, partitionKey, rowKey);
    if (!primary || !isPrimary(task.context, primary)) return;
    if (await copiesAreRight(task, derivation, primary, new SeenRows())) return;
    const again = await readRow(task, partitionKey, rowKey);
    const stands = again?.etag === primary.etag;
    if (stands && !task.mending) return task.tally.report(findingOf('stale', derivation, primary));
    if (stands && (await touched(task, primary))) return task.tally.mended('stale');
    await pauseBeforeLook(task, look);
  }
  await task.tally.report(findingOf('unsettled', derivation, listed));
}

/** `false`: others were faster, or nobody knows. */
async function touched(task: Task, primary: StoredRow): Promise<boolean> {
  try {
    await touchEntity(task, primary);
    return true;
  } catch (error) {
    if (hasCode(error, 'CONGESTION') || isOpen(task, error)) return false;
    throw error;
  }
}

function findingOf(kind: Finding['kind'], { name }: EmbeddedCopies, row: StoredRow): Finding {
  const { partitionKey, rowKey } = row;
  return { kind, derivation: name, partitionKey, rowKey, primary: rowKey };
}
