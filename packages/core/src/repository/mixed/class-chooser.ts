import type { EntityKeys } from '../../codec/index.js';
import type { StoredRow } from '../../edm/index.js';
import { OptionsError } from '../../errors/index.js';
import { isKeyOf } from '../../keys/index.js';
import type { PropertyBag } from '../bags/property-bag.js';
import type { RepositoryContext } from '../context.js';
import type { MixedKind } from './member.js';

/** The class that a row is read as; `undefined` for a row that stays a property bag. */
export type ClassChooser = (row: StoredRow, bag: () => PropertyBag) => RepositoryContext | undefined;

/** By the discriminators of the classes and by which of their key templates fits. */
export function chooseByRow(contexts: readonly RepositoryContext[]): ClassChooser {
  const kinds = contexts.map((context) => {
    const { partition, row } = context.model;
    return { context, partition, row, head: row.encodePrefix({}, 0) };
  });
  return (stored) =>
    kinds.find(
      ({ context, partition, row, head }) =>
        // What costs little first: a key that does not fit is told by an error.
        stored.rowKey.startsWith(head) &&
        context.codec.accepts(stored.columns) &&
        isKeyOf(row, stored.rowKey) &&
        isKeyOf(partition, stored.partitionKey),
    )?.context;
}

/** By the caller's own function, which alone decides. */
export function chooseByResolver(
  contexts: readonly RepositoryContext[],
  resolve: (bag: PropertyBag) => unknown,
): ClassChooser {
  const byClass = new Map<unknown, RepositoryContext>(
    contexts.map((context) => [context.model.entity, context]),
  );
  return (_, bag) => {
    const chosen = resolve(bag());
    if (chosen === undefined) return undefined;
    const context = byClass.get(chosen);
    if (context) return context;
    throw new OptionsError(
      'resolve',
      'resolve() returns one of the classes of the mixed table, or undefined for a property bag.',
    );
  };
}

/** Whether a row only repeats what rows of one of the classes say. */
export function derivedRows(kinds: readonly MixedKind[]): (keys: EntityKeys) => boolean {
  const splits = kinds.flatMap(({ patterns: { split } }) => split ?? []);
  const prefixes = kinds.flatMap(({ model, derived }) =>
    derived.map((prefix) => ({ prefix, partition: model.partition })),
  );
  return ({ partitionKey, rowKey }) =>
    splits.some((split) => split.ownerOf(rowKey) !== undefined) ||
    prefixes.some(({ prefix, partition }) => rowKey.startsWith(prefix) && isKeyOf(partition, partitionKey));
}
