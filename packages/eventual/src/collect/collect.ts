import {
  type CallOptions,
  type CallScope,
  type Continuation,
  checkOptions,
  nextKeyAfter,
  OptionsError,
  type StoredRow,
  scanRows,
  type TableStore,
} from '@tablewright/core';
import { checkOutbox, type QueueOutbox } from '../outbox/outbox.js';
import { isRace, removal } from '../reconcile/bring-to.js';
import { contextsOf, type Deriving, KnownDerivations } from '../reconcile/known.js';
import { type CollectPlace, readPlace, writePlace } from './place.js';
import { rangesOf } from './ranges.js';

export interface CollectOptions extends CallOptions {
  /** The repositories in whose tables, and in those of their indexes, there may be something to collect. */
  readonly repositories: Iterable<Deriving>;
  /** Milliseconds: only what was not touched for so long is collected. A day by default, an hour at least. */
  readonly grace?: number;
  /** How many pages of up to 1,000 rows are looked at in one call at most. 100 by default. */
  readonly pages?: number;
  /** Where an earlier call stopped. */
  readonly cursor?: string;
}

/** What one call of `collect` did. */
export interface CollectReport {
  /** Guards that were looked at. */
  readonly guards: number;
  /** Names of writes that were looked at: what `idempotencyKey` recorded. */
  readonly names: number;
  /** Rows of both kinds that were deleted. */
  readonly deleted: number;
  /** For the next call, where this one did not come to the end. */
  readonly cursor?: string;
}

const DAY_MS = 86_400_000;
const LEAST_GRACE_MS = 3_600_000;

/**
 * Deletes what was only kept for those who come late: guards of entities that are gone, or have moved on to other
 * partitions, and the names of writes that take place once. Bounded and resumable. This rests on clocks: nobody may come
 * later than the grace. Workers give up after minutes; the grace is a day. 1 request for each 1,000 such rows, and 1 for
 * each that is deleted; the service looks at whole tables for them.
 */
export async function collect(outbox: QueueOutbox, options: CollectOptions): Promise<CollectReport> {
  checkOutbox(outbox);
  checkOptions(options);
  const { grace = DAY_MS, pages: most = 100 } = options;
  if (!(typeof grace === 'number' && grace >= LEAST_GRACE_MS)) {
    throw new OptionsError('grace', 'grace is a number of milliseconds, an hour or more.');
  }
  if (!(Number.isSafeInteger(most) && most >= 1)) {
    throw new OptionsError('pages', 'pages is a whole number, one or more.');
  }
  const { store } = outbox;
  const contexts = contextsOf(options.repositories, [store]);
  const ranges = rangesOf(
    new KnownDerivations(contexts, store),
    contexts.map(({ table }) => table),
  );
  const start = readPlace(options.cursor, ranges);
  const report = { guards: 0, names: 0, deleted: 0 };
  return store.within(options, async (scope) => {
    const before = store.clock.now() - grace;
    let pages = 0;
    for (let at = start.range; at < ranges.length; at++) {
      const { table, prefix, kind, isSpent } = ranges[at]!;
      const plan = scanRows({ entity: 'outbox', table, from: prefix, to: nextKeyAfter(prefix) });
      let after: Continuation | undefined = at === start.range ? start.after : undefined;
      do {
        const page = await store.listTyped(plan, after ? { after } : {}, scope);
        report[kind] += page.rows.length;
        for (const row of page.rows) {
          if (!isSpent(row) || !(Date.parse(row.timestamp) < before)) continue;
          if (await removed(store, table, row, scope)) report.deleted += 1;
        }
        after = page.next;
        pages += 1;
        const more = after !== undefined || at + 1 < ranges.length;
        if (pages >= most && more) {
          const place: CollectPlace = after ? { range: at, after } : { range: at + 1 };
          return { ...report, cursor: writePlace(place, ranges) };
        }
      } while (after);
    }
    return report;
  });
}

/** Under its ETag: what somebody came to need again meanwhile stays. */
async function removed(
  store: TableStore,
  table: string,
  { partitionKey, rowKey, etag }: StoredRow,
  scope: CallScope,
): Promise<boolean> {
  const operations = [removal(partitionKey, rowKey, etag)];
  try {
    await store.write({ kind: 'write', entity: 'outbox', table, operations }, scope);
    return true;
  } catch (error) {
    if (!isRace(error)) throw error;
    return false;
  }
}
