import { sideBySide as all } from '../../store/index.js';
import type { Task } from './task.js';

/** Does some work for each item, as many at once as the task allows. The first error ends the others. */
export async function sideBySide<T>(
  task: Task,
  items: readonly T[],
  work: (item: T, task: Task) => Promise<void>,
): Promise<void> {
  // Work within work goes one by one: what is held in memory does not multiply.
  const concurrency = items.length > 1 ? 1 : task.concurrency;
  await all(
    items,
    task.scope,
    (item, scope) => work(item, { ...task, scope, concurrency }),
    task.concurrency,
  );
}
