import type { StoredRow } from '../../../edm/index.js';
import { SYSTEM_PREFIX } from '../../../keys/index.js';
import { type ScanPlan, scanRows } from '../../../plan/index.js';
import { pagesOf } from '../rows/read.js';
import type { Task } from '../task.js';
import { heldPartition, type PartitionRows, storedPartition } from './partition-rows.js';

/** Partitions with more rows than this are not held, but read again as often as needed. */
const MOST_HELD = 2_000;

interface Open {
  readonly partitionKey: string;
  readonly rows: StoredRow[];
  pages: number;
}

/**
 * All partitions behind a key, in the order in which Table storage lists rows: 1 request for each page of the
 * table. Small partitions come with their rows, as many at once as a page completes.
 */
export async function* orderedPartitions(
  task: Task,
  after: string | undefined,
): AsyncGenerator<readonly PartitionRows[], void, undefined> {
  let from = after;
  for (;;) {
    let open: Open | undefined;
    let large = false;
    for await (const page of pagesOf(task, rowsBehind(task, from))) {
      const complete: PartitionRows[] = [];
      if (open) open.pages++;
      for (const row of page) {
        if (open && open.partitionKey !== row.partitionKey) {
          complete.push(held(open));
          open = undefined;
        }
        open ??= { partitionKey: row.partitionKey, rows: [], pages: 1 };
        open.rows.push(row);
      }
      if (complete.length > 0) yield complete;
      large = open !== undefined && open.rows.length > MOST_HELD;
      if (large) break;
    }
    if (!open) return;
    if (!large) return yield [held(open)];
    yield [storedPartition(open.partitionKey)];
    from = open.partitionKey;
  }
}

function held({ partitionKey, rows, pages }: Open): PartitionRows {
  return heldPartition(partitionKey, rows, pages === 1);
}

/** The library's own partitions come behind all others. */
function rowsBehind({ context: { model, table } }: Task, afterPartition: string | undefined): ScanPlan {
  return scanRows({ entity: model.name, table, afterPartition, beforePartition: SYSTEM_PREFIX });
}
