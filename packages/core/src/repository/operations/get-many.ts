import { OptionsError } from '../../errors/index.js';
import { type CallScope, forkScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { addressOf, readEntity } from './read.js';

const CONCURRENCY = 16;

/** Point reads side by side; the answers in the order of the keys. A key given twice is read once. */
export async function getMany<E extends object>(
  context: RepositoryContext<E>,
  keys: Iterable<object>,
  concurrency: number = CONCURRENCY,
  scope: CallScope,
): Promise<(E | undefined)[]> {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new OptionsError('concurrency', 'concurrency is a whole number, one or more.');
  }
  if (typeof keys?.[Symbol.iterator] !== 'function') {
    throw new OptionsError(
      'keys',
      `${context.model.name}: keys is an array, or anything else to iterate over.`,
    );
  }
  // All keys are checked before the first request leaves.
  const addresses = Array.from(keys, (key) => addressOf(context, key));
  const results = new Array<E | undefined>(addresses.length);
  const firstOf = new Map<string, number>();
  const repeats: (readonly [number, number])[] = [];
  const distinct: number[] = [];
  addresses.forEach(({ partitionKey, rowKey }, index) => {
    // Neither key can hold a NUL, so the pair is unambiguous.
    const id = `${partitionKey}\0${rowKey}`;
    const first = firstOf.get(id);
    if (first === undefined) {
      firstOf.set(id, index);
      distinct.push(index);
    } else repeats.push([index, first]);
  });
  let next = 0;
  const reads = forkScope(scope);
  const worker = async () => {
    while (next < distinct.length) {
      const index = distinct[next++]!;
      results[index] = await readEntity(context, addresses[index]!, reads.scope);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, distinct.length) }, worker));
  } finally {
    // After a failure nobody wants the other answers any more.
    reads.end();
    reads.scope.dispose();
  }
  for (const [index, first] of repeats) results[index] = results[first];
  return results;
}
