import type { StoredRow } from '../../../edm/index.js';
import type { ScanPlan } from '../../../plan/index.js';
import type { Continuation } from '../../../store/index.js';
import { pointRead } from '../../point-read.js';
import { sideBySide } from '../side-by-side.js';
import type { Task } from '../task.js';

/** One row as it is now: 1 request. */
export function readRow(
  { context, scope }: Task,
  partitionKey: string,
  rowKey: string,
): Promise<StoredRow | undefined> {
  return context.store.readTyped(pointRead(context, { partitionKey, rowKey }), scope);
}

/** Some rows of a partition as they are now, by RowKey: 1 request each. */
export async function readRows(
  task: Task,
  partitionKey: string,
  rowKeys: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const found = new Map<string, StoredRow>();
  await sideBySide(task, [...new Set(rowKeys)], async (rowKey, part) => {
    const row = await readRow(part, partitionKey, rowKey);
    if (row) found.set(rowKey, row);
  });
  return found;
}

/** The rows of a listing, page by page: 1 request each. */
export async function* pagesOf(
  { context: { store }, scope, pageSize }: Pick<Task, 'context' | 'scope' | 'pageSize'>,
  plan: ScanPlan,
): AsyncGenerator<readonly StoredRow[], void, undefined> {
  let after: Continuation | undefined;
  do {
    const top = pageSize === undefined ? {} : { top: pageSize };
    const page = await store.listTyped(plan, { ...top, ...(after && { after }) }, scope);
    yield page.rows;
    after = page.next;
  } while (after);
}
