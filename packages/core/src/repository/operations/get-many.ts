import type { EntityKeys } from '../../codec/index.js';
import { OptionsError } from '../../errors/index.js';
import { type CallScope, pacedScope, sideBySide } from '../../store/index.js';
import { concurrencyOf, POINT_READS_AT_ONCE } from '../concurrency.js';
import type { RepositoryContext } from '../context.js';
import { addressOf } from '../point-read.js';
import { readEntity } from './read.js';

export interface DistinctAddresses {
  readonly distinct: readonly EntityKeys[];
  /** For each key that was given, which of the distinct ones it is. */
  readonly positions: readonly number[];
}

/** Point reads side by side; the answers in the order of the keys. A key given twice is read once. */
export async function getMany<E extends object>(
  context: RepositoryContext<E>,
  keys: Iterable<object>,
  concurrency: number | undefined,
  scope: CallScope,
): Promise<(E | undefined)[]> {
  const paced = pacedScope(scope, concurrencyOf(concurrency, POINT_READS_AT_ONCE));
  const { distinct, positions } = distinctAddresses(context, keys);
  const found = await sideBySide(distinct, paced, (address, within) => readEntity(context, address, within));
  return positions.map((position) => found[position]);
}

/** The rows to read. All keys are checked before the first request leaves. */
export function distinctAddresses(context: RepositoryContext, keys: Iterable<object>): DistinctAddresses {
  if (typeof keys?.[Symbol.iterator] !== 'function') {
    throw new OptionsError(
      'keys',
      `${context.model.name}: keys is an array, or anything else to iterate over.`,
    );
  }
  const distinct: EntityKeys[] = [];
  const seen = new Map<string, number>();
  const positions = Array.from(keys, (key) => {
    const address = addressOf(context, key);
    // Neither key can hold a NUL, so the pair is unambiguous.
    const id = `${address.partitionKey}\0${address.rowKey}`;
    const position = seen.get(id) ?? distinct.push(address) - 1;
    seen.set(id, position);
    return position;
  });
  return { distinct, positions };
}
