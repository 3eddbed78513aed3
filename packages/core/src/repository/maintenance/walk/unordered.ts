import { SYSTEM_PREFIX } from '../../../keys/index.js';
import { scanRows } from '../../../plan/index.js';
import { pagesOf } from '../rows/read.js';
import type { Task } from '../task.js';
import { type PartitionRows, storedPartition } from './partition-rows.js';

/** How many partition keys are held at once. */
const MOST_KEYS = 20_000;

/**
 * All partitions behind a key where the service promises no order (Cosmos DB). The keys of the whole table are
 * listed once for every 20,000 partitions, and the least ones taken: so memory is bounded, and the partitions
 * still come in an order in which a call can be taken up again.
 */
export async function* unorderedPartitions(
  task: Task,
  after: string | undefined,
): AsyncGenerator<readonly PartitionRows[], void, undefined> {
  let from = after;
  for (;;) {
    const keys = await leastKeys(task, from);
    for (let at = 0; at < keys.length; at += task.concurrency) {
      yield keys.slice(at, at + task.concurrency).map(storedPartition);
    }
    if (keys.length < MOST_KEYS) return;
    from = keys.at(-1);
  }
}

/** Compared here and not by the service, whose order of texts may be another one. */
async function leastKeys(task: Task, after: string | undefined): Promise<readonly string[]> {
  const { model, table } = task.context;
  const select = ['PartitionKey', 'RowKey', 'Timestamp'];
  let keys = new Set<string>();
  for await (const page of pagesOf(task, scanRows({ entity: model.name, table, select }))) {
    for (const { partitionKey } of page) {
      if (partitionKey.startsWith(SYSTEM_PREFIX)) continue;
      if (after === undefined || partitionKey > after) keys.add(partitionKey);
    }
    if (keys.size > 2 * MOST_KEYS) keys = new Set(least(keys));
  }
  return least(keys);
}

function least(keys: ReadonlySet<string>): readonly string[] {
  return [...keys].sort().slice(0, MOST_KEYS);
}
