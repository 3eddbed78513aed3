import type { EntityKeys } from '../../../codec/index.js';
import type { RowSplit } from '../../../plan/index.js';
import type { TypedPart } from '../../split/index.js';
import { deletion, hold } from '../mend/operations.js';
import { isOpen, isRefusal, sendOperations } from '../mend/send-mends.js';
import type { Task } from '../task.js';

/**
 * Removes rows that belong to no entity, under their own ETags: `false` when others were faster. The primary row is
 * held meanwhile, so that nobody makes it point to them. Where there is none, the first row of a set goes before the
 * others: whoever is about to insert the entity needs it, and notices.
 */
export async function removeStrays(
  task: Task,
  split: RowSplit,
  { partitionKey }: EntityKeys,
  head: TypedPart | undefined,
  strays: readonly TypedPart[],
): Promise<boolean> {
  const firsts = new Set(strays.map(({ rowKey }) => split.setOf(rowKey).first));
  const ordered = [
    ...strays.filter(({ rowKey }) => firsts.has(rowKey)),
    ...strays.filter(({ rowKey }) => !firsts.has(rowKey)),
  ];
  const most = task.context.store.limits.transactionOperations - 1;
  let held = head?.row;
  for (let at = 0; at < ordered.length; at += most) {
    const some = ordered.slice(at, at + most);
    const deletions = some.map(({ rowKey, etag, row }) => deletion({ ...row, partitionKey, rowKey }, etag));
    try {
      const [etag] = await sendOperations(task, held ? [hold(held), ...deletions] : deletions);
      if (held) {
        if (etag === undefined) return false;
        held = { ...held, etag };
      }
    } catch (error) {
      if (isRefusal(error) || isOpen(task, error)) return false;
      throw error;
    }
  }
  return true;
}
