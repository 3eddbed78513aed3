import { type CallScope, forkScope } from '../../../store/index.js';

/** How many reads of single rows are under way at once. */
const CONCURRENCY = 16;

/** Does some work for each item, a few side by side; the answers are in the order of the items. */
export async function inOrder<T, R>(
  items: readonly T[],
  scope: CallScope,
  work: (item: T, scope: CallScope) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Array<R>(items.length);
  const fork = forkScope(scope);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!, fork.scope);
    }
  };
  const workers = Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker);
  try {
    await Promise.all(workers);
    return results;
  } catch (error) {
    // Nobody wants the other answers any more, and nothing is left under way.
    fork.end();
    await Promise.allSettled(workers);
    throw error;
  } finally {
    fork.scope.dispose();
  }
}
