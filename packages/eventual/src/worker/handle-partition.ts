import { type CallScope, pacedScope, sideBySide } from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import type { Hint } from '../queue/hint.js';
import { intentsAmong, listRows } from '../reconcile/intents.js';
import type { KnownDerivations } from '../reconcile/known.js';
import { reconcile } from '../reconcile/reconcile.js';
import { INTENT_PREFIX, type IntentRow, primaryOf } from '../rows/intent-row.js';

/** What came of looking at the intents of a partition. */
export interface Handled {
  /** The operations whose intents were carried out. */
  readonly operations: ReadonlySet<string>;
  /** How many intents were found, and how many of them were carried out. */
  readonly intents: number;
  readonly done: number;
  /** The derivations whose intents were left, because nothing is known of them. */
  readonly unknown: readonly string[];
  /** When the oldest of all that were found was recorded; `undefined` when there was none. */
  readonly oldest: number | undefined;
  /** The same, of those that are still there: not known, too young, or not to be carried out now. */
  readonly open: number | undefined;
  /**
   * All of them were listed in one request. Otherwise a transaction may have come in between: of what it recorded,
   * only a part was seen.
   */
  readonly atOnce: boolean;
  /** What went wrong first. The others were carried out all the same. */
  readonly failure: { readonly error: unknown } | undefined;
}

/** How many entities of a partition are dealt with at once: a burst of writes may have left thousands. */
const SIDE_BY_SIDE = 8;

/**
 * Carries out the intents of one partition, or those that were not recorded after a time: 1 request to list them, and
 * those of `reconcile` for each entity.
 */
export async function handlePartition(
  outbox: QueueOutbox,
  known: KnownDerivations,
  { table, partition }: Pick<Hint, 'table' | 'partition'>,
  scope: CallScope,
  until = Number.POSITIVE_INFINITY,
): Promise<Handled> {
  const { rows, pages } = await listRows(outbox.store, table, partition, INTENT_PREFIX, scope);
  const times = new Map(rows.map(({ rowKey, timestamp }) => [rowKey, Date.parse(timestamp)]));
  const open = new Set(times.keys());
  const operations = new Set<string>();
  const unknown = new Set<string>();
  const { intents, damage } = intentsAmong(rows);
  let failure: Handled['failure'];
  const due = byEntity(intents).filter((group) => group.some(({ rowKey }) => times.get(rowKey)! <= until));
  await sideBySide(due, pacedScope(scope, SIDE_BY_SIDE), async (group, part) => {
    const [first] = group as readonly [IntentRow];
    const mine = known.find(table, first.entity, first.derivation);
    if (!mine) {
      unknown.add(first.derivation);
      return;
    }
    try {
      // Checked here, too: what is not even begun is not done.
      const ended = scope.ended();
      if (ended) throw ended;
      const done = await reconcile(mine, primaryOf(first), part, group);
      if (done.kind === 'unknown') unknown.add(first.derivation);
      for (const operation of done.operations) operations.add(operation);
      const over = new Set(done.operations);
      for (const { rowKey, operation } of group) if (over.has(operation)) open.delete(rowKey);
    } catch (error) {
      // One entity that cannot be dealt with does not hold up the others.
      failure ??= { error };
    }
  });
  return {
    operations,
    intents: rows.length,
    done: rows.length - open.size,
    unknown: [...unknown],
    oldest: earliest(times.values()),
    open: earliest([...open].map((rowKey) => times.get(rowKey)!)),
    atOnce: pages === 1,
    failure: failure ?? damage,
  };
}

/** There may be more of them than a function takes arguments. */
function earliest(times: Iterable<number>): number | undefined {
  let least: number | undefined;
  for (const time of times) if (least === undefined || time < least) least = time;
  return least;
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
