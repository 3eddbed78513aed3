import type { CallScope } from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import type { Hint } from '../queue/hint.js';
import { intentsOf, rowsBeginning } from '../reconcile/intents.js';
import type { KnownDerivations } from '../reconcile/known.js';
import { reconcile } from '../reconcile/reconcile.js';
import { INTENT_PREFIX, type IntentRow, primaryOf } from '../rows/intent-row.js';

/** What came of looking at the intents of a partition. */
export interface Handled {
  /** The operations whose intents were carried out. */
  readonly operations: ReadonlySet<string>;
  readonly intents: number;
  /** The derivations whose intents were left, because nothing is known of them. */
  readonly unknown: readonly string[];
  /** How many intents were left alone: those, and the ones that are too young. */
  readonly left: number;
  /** When the oldest of all that were found was recorded; `undefined` when there was none. */
  readonly oldest: number | undefined;
}

/**
 * Carries out the intents of one partition, or those that were recorded before a time: 1 request to list them, and
 * those of `reconcile` for each entity.
 */
export async function handlePartition(
  outbox: QueueOutbox,
  known: KnownDerivations,
  { table, partition }: Pick<Hint, 'table' | 'partition'>,
  scope: CallScope,
  before = Number.POSITIVE_INFINITY,
): Promise<Handled> {
  const rows = await rowsBeginning(outbox.store, table, partition, INTENT_PREFIX, scope);
  const times = rows.map(({ timestamp }) => Date.parse(timestamp));
  const operations = new Set<string>();
  const unknown = new Set<string>();
  let failure: { readonly error: unknown } | undefined;
  let left = 0;
  const old = new Set(rows.filter((_, index) => times[index]! < before).map(({ rowKey }) => rowKey));
  for (const group of byEntity(intentsOf(rows))) {
    const [first] = group as readonly [IntentRow];
    if (!group.some(({ rowKey }) => old.has(rowKey))) {
      left += group.length;
      continue;
    }
    const mine = known.find(table, first.entity, first.derivation);
    if (!mine) {
      unknown.add(first.derivation);
      left += group.length;
      continue;
    }
    try {
      const done = await reconcile(mine, primaryOf(first), scope, group);
      if (done.kind === 'unknown') {
        unknown.add(first.derivation);
        left += group.length;
      }
      for (const operation of done.operations) operations.add(operation);
    } catch (error) {
      // One entity that cannot be dealt with does not hold up the others.
      failure ??= { error };
    }
  }
  if (failure) throw failure.error;
  const oldest = times.length > 0 ? Math.min(...times) : undefined;
  return { operations, intents: rows.length, unknown: [...unknown], left, oldest };
}

/** The intents of each entity and derivation. */
function byEntity(intents: readonly IntentRow[]): readonly (readonly IntentRow[])[] {
  const groups = new Map<string, IntentRow[]>();
  for (const intent of intents) {
    const name = JSON.stringify([intent.entity, intent.derivation, intent.row]);
    const group = groups.get(name);
    if (group) group.push(intent);
    else groups.set(name, [intent]);
  }
  return [...groups.values()];
}
