import type { StoredRow } from '../../../edm/index.js';
import { type Contributions, sameRow } from '../../../plan/index.js';
import type { Task } from '../task.js';
import { type PartitionRows, storedPartition } from '../walk/partition-rows.js';
import { type Folded, foldEntities, sharedRowsOf } from './fold-entities.js';
import { withUnfed } from './hosts.js';
import { SharedRowsLook } from './shared-rows-look.js';

/**
 * Compares the shared rows of a partition with what its entities contribute. Nothing more is sent where the
 * whole partition came with one page and agrees. Otherwise each look costs the pages of its entities, and
 * twice those of its shared rows.
 */
export async function inspectSharedRows(
  task: Task,
  partition: PartitionRows,
  derivation: Contributions,
  counting: boolean,
): Promise<void> {
  if (partition.atOnce) {
    const folded = await foldEntities(task, partition, derivation);
    const stored = await sharedRowsOf(task, partition, derivation);
    const expected = withUnfed(derivation, folded.expected, stored.values());
    if (agrees({ ...folded, expected }, stored)) {
      if (counting) task.tally.scanned += folded.scanned;
      return;
    }
  }
  await new SharedRowsLook(task, storedPartition(partition.partitionKey), derivation).settle(counting);
}

function agrees({ expected, unreadable }: Folded, stored: ReadonlyMap<string, StoredRow>): boolean {
  if (unreadable.length > 0 || expected.size !== stored.size) return false;
  return [...expected].every(([rowKey, row]) => {
    const there = stored.get(rowKey);
    return there !== undefined && sameRow(there, row);
  });
}
