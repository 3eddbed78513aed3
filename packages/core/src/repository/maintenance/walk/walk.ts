import { isKeyOf } from '../../../keys/index.js';
import { inspectEntities } from '../own-rows/inspect-entities.js';
import { inspectParts } from '../parts/inspect-parts.js';
import { inspectSharedRows } from '../shared-rows/inspect-shared-rows.js';
import { sideBySide } from '../side-by-side.js';
import { type Task, upkeepTools } from '../task.js';
import { orderedPartitions } from './ordered.js';
import { type PartitionRows, storedPartition } from './partition-rows.js';
import { unorderedPartitions } from './unordered.js';

export interface Route {
  /** Only this partition. */
  readonly only?: string | undefined;
  /** All partitions behind this one. */
  readonly after?: string | undefined;
  /** Called when everything up to this partition is done. */
  readonly reached?: (partitionKey: string) => Promise<void>;
}

/** Looks at one partition after the other, or at several small ones side by side. */
export async function walk(task: Task, route: Route): Promise<void> {
  const { model } = task.context;
  for await (const batch of partitionsOf(task, route)) {
    const own = batch.filter(({ partitionKey }) => isKeyOf(model.partition, partitionKey));
    await sideBySide(task, own, inspectPartition);
    task.tally.partitions += own.length;
    await route.reached?.(batch.at(-1)!.partitionKey);
    task.tally.progress();
  }
  for (const upkeep of task.elsewhere) await upkeep.inspectStrays(route.only, upkeepTools(task));
}

function partitionsOf(
  task: Task,
  { only, after }: Route,
): AsyncIterable<readonly PartitionRows[]> | Iterable<readonly PartitionRows[]> {
  if (only !== undefined) return [[storedPartition(only)]];
  const { profile } = task.context.store.limits;
  return profile === 'cosmos' ? unorderedPartitions(task, after) : orderedPartitions(task, after);
}

async function inspectPartition(partition: PartitionRows, task: Task): Promise<void> {
  if (task.split) await inspectParts(task, partition, task.split);
  const [first, ...rest] = task.sharedRows;
  const alone = task.ownRows.length + task.copies.length + task.elsewhere.length === 0;
  // Entities are counted once, by whoever goes through them first.
  if (!alone || !first) await inspectEntities(task, partition);
  if (first) await inspectSharedRows(task, partition, first, alone);
  for (const derivation of rest) await inspectSharedRows(task, partition, derivation, false);
}
