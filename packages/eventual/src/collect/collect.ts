import {
  type CallOptions,
  type Continuation,
  checkOptions,
  nextKeyAfter,
  OptionsError,
  type StoredRow,
  scanRows,
} from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import { isRace, removal } from '../reconcile/bring-to.js';
import { contextsOf, type Deriving, KnownDerivations } from '../reconcile/known.js';
import { GUARD_PREFIX } from '../rows/guard-row.js';
import { type CollectPlace, readPlace, writePlace } from './place.js';

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
  /** Those that were deleted. */
  readonly deleted: number;
  /** For the next call, where this one did not come to the end. */
  readonly cursor?: string;
}

const DAY_MS = 86_400_000;
const LEAST_GRACE_MS = 3_600_000;

/**
 * Deletes guards that guard nothing any more: of entities that are gone, or have moved on to other partitions. Bounded
 * and resumable. A guard keeps those away who come late with an old state of an entity. So this rests on clocks: nobody
 * may be that late. Workers give up after minutes; the grace is a day. 1 request for each 1,000 guards, and 1 for each
 * that is deleted; the service looks at whole tables for them.
 */
export async function collect(outbox: QueueOutbox, options: CollectOptions): Promise<CollectReport> {
  checkOptions(options);
  const { grace = DAY_MS, pages: most = 100 } = options;
  if (!(typeof grace === 'number' && grace >= LEAST_GRACE_MS)) {
    throw new OptionsError('grace', 'grace is a number of milliseconds, an hour or more.');
  }
  if (!(Number.isSafeInteger(most) && most >= 1)) {
    throw new OptionsError('pages', 'pages is a whole number, one or more.');
  }
  const { store } = outbox;
  const tables = tablesOf(new KnownDerivations(contextsOf(options.repositories, [store]), store));
  const start = readPlace(options.cursor, tables);
  const report = { guards: 0, deleted: 0 };
  return store.within(options, async (scope) => {
    const before = store.clock.now() - grace;
    let pages = 0;
    for (let at = start.table; at < tables.length; at++) {
      const table = tables[at]!;
      const plan = scanRows({ entity: 'outbox', table, from: GUARD_PREFIX, to: nextKeyAfter(GUARD_PREFIX) });
      let after: Continuation | undefined = at === start.table ? start.after : undefined;
      do {
        const page = await store.listTyped(plan, after ? { after } : {}, scope);
        for (const row of page.rows) {
          report.guards += 1;
          if (!isSpent(row, before)) continue;
          try {
            const operations = [removal(row.partitionKey, row.rowKey, row.etag)];
            await store.write({ kind: 'write', entity: 'outbox', table, operations }, scope);
            report.deleted += 1;
          } catch (error) {
            if (!isRace(error)) throw error;
          }
        }
        after = page.next;
        pages += 1;
        const more = after !== undefined || at + 1 < tables.length;
        if (pages >= most && more) {
          const place: CollectPlace = after ? { table: at, after } : { table: at + 1 };
          return { ...report, cursor: writePlace(place, tables) };
        }
      } while (after);
    }
    return report;
  });
}

function isSpent({ columns, timestamp }: StoredRow, before: number): boolean {
  return columns['Keys'] === '[]' && Date.parse(timestamp) < before;
}

/** In a fixed order, so that a cursor means the same in the next call. */
function tablesOf(known: KnownDerivations): readonly string[] {
  const tables = known.all.map(({ context, derivation }) => derivation.table ?? context.table);
  return [...new Map(tables.map((table) => [table.toLowerCase(), table])).values()].sort();
}
