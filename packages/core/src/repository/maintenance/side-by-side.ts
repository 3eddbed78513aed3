import { forkScope } from '../../store/index.js';
import type { Task } from './task.js';

/**
 * Does some work for each item, as many at once as the task allows. The first error ends the others, and
 * nothing is under way any more when it is thrown.
 */
export async function sideBySide<T>(
  task: Task,
  items: readonly T[],
  work: (item: T, task: Task) => Promise<void>,
): Promise<void> {
  const fork = forkScope(task.scope);
  // Work within work goes one by one: the number of requests at once stays what the caller allowed.
  const part: Task = { ...task, scope: fork.scope, concurrency: items.length > 1 ? 1 : task.concurrency };
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!, part);
  };
  const workers = Array.from({ length: Math.min(task.concurrency, items.length) }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    fork.end();
    await Promise.allSettled(workers);
    throw error;
  } finally {
    fork.scope.dispose();
  }
}
