import type { StoredRow } from '../../../edm/index.js';
import { inspectCopies } from '../copies/inspect-copies.js';
import { reportUnreadable } from '../report-unreadable.js';
import { isPrimary } from '../rows/primary.js';
import { wholeRows } from '../rows/whole-rows.js';
import { type Task, upkeepTools } from '../task.js';
import { type PartitionRows, primaryPrefix } from '../walk/partition-rows.js';
import { expectedRows } from './expected-rows.js';
import { inspectOwnRows } from './inspect-own-rows.js';
import { inspectStrays } from './inspect-strays.js';
import { RowIndex } from './row-index.js';

/** Goes through the entities of a partition: the copies that they hold, their own rows, and what is left over. */
export async function inspectEntities(task: Task, partition: PartitionRows): Promise<void> {
  let rounds = 1;
  for (let round = 0; round < rounds; round++) {
    const index = await RowIndex.read(task, partition, round, rounds);
    rounds = index.buckets;
    for await (const page of partition.rows(task, primaryPrefix(task))) {
      const found = page.filter((row) => isPrimary(task.context, row));
      const primaries = await wholeRows(task, found);
      if (round === 0) await firstLook(task, primaries);
      await inspectOwnRows(task, primaries, index);
    }
    await inspectStrays(task, partition.partitionKey, index.unclaimed());
  }
}

async function firstLook(task: Task, primaries: readonly StoredRow[]): Promise<void> {
  task.tally.scanned += primaries.length;
  for (const row of primaries) {
    if (!expectedRows(task, row)) await reportUnreadable(task, row, task.ownRows);
  }
  await inspectCopies(task, primaries);
  for (const upkeep of task.elsewhere) await upkeep.inspect(primaries, upkeepTools(task));
}
