import { type CallScope, forkScope } from '../call-scope.js';

/**
 * Does some work for each item, many at once, and gives the results in the order of the items. The first error ends
 * the others, and nothing is under way any more when it is thrown. How many requests are on the wire is up to the pace
 * of the scope; `most` items are begun before the first of them is done.
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  scope: CallScope,
  work: (item: T, scope: CallScope) => Promise<R>,
  most: number = scope.pace?.most ?? items.length,
): Promise<R[]> {
  if (items.length < 2) return items.length === 0 ? [] : [await work(items[0]!, scope)];
  const results = new Array<R>(items.length);
  const fork = forkScope(scope);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!, fork.scope);
    }
  };
  const workers = Array.from({ length: Math.min(most, items.length) }, worker);
  try {
    await Promise.all(workers);
    return results;
  } catch (error) {
    // Nobody wants the other answers any more.
    next = items.length;
    fork.end();
    await Promise.allSettled(workers);
    throw error;
  } finally {
    fork.scope.dispose();
  }
}
