import {
  type CallScope,
  hasCode,
  nextKeyAfter,
  type ServiceError,
  type StoredRow,
  scanRows,
  type TableStore,
} from '@tablewright/core';
import { pagesOf } from '../pages.js';
import { type IntentRow, readIntent } from '../rows/intent-row.js';
import { removal } from './bring-to.js';

/** Some rows of a partition, by the beginning of their keys: 1 request for each 1,000. */
export async function listRows(
  store: TableStore,
  table: string,
  partitionKey: string,
  prefix: string,
  scope: CallScope,
): Promise<{ readonly rows: readonly StoredRow[]; readonly pages: number }> {
  const plan = scanRows({ entity: 'outbox', table, partitionKey, from: prefix, to: nextKeyAfter(prefix) });
  const rows: StoredRow[] = [];
  let pages = 0;
  for await (const page of pagesOf(store, plan, scope)) {
    rows.push(...page);
    pages += 1;
  }
  return { rows, pages };
}

/** What some rows, all of them in the place of intents, ask for. */
export interface Intents {
  readonly intents: readonly IntentRow[];
  /** Rows that cannot be read: something else wrote there. What they asked for, nobody knows: `repair` finds out. */
  readonly damaged: readonly StoredRow[];
  /** What is wrong with the first of them. */
  readonly damage: { readonly error: unknown } | undefined;
}

export function intentsAmong(rows: readonly StoredRow[]): Intents {
  const intents: IntentRow[] = [];
  const damaged: StoredRow[] = [];
  let damage: Intents['damage'];
  for (const row of rows) {
    try {
      intents.push(readIntent(row));
    } catch (error) {
      if (!hasCode(error, 'STORED_VALUE_INVALID')) throw error;
      damaged.push(row);
      damage ??= { error };
    }
  }
  return { intents, damaged, damage };
}

/** A row to be deleted; with its ETag, only as long as it is the one that was seen. */
export interface Deleted {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly etag?: string;
}

/**
 * Deletes what is done: 1 request for each 100. Rows that somebody else deleted are no hindrance. `false`: one was
 * written again meanwhile, and is still there.
 */
export async function deleteRows(
  store: TableStore,
  table: string,
  rows: readonly Deleted[],
  scope: CallScope,
): Promise<boolean> {
  let left = rows.map(({ partitionKey, rowKey, etag }) => removal(partitionKey, rowKey, etag));
  let all = true;
  while (left.length > 0) {
    const operations = left.slice(0, store.limits.transactionOperations);
    try {
      await store.write({ kind: 'write', entity: 'outbox', table, operations }, scope);
      left = left.slice(operations.length);
    } catch (error) {
      const changed = hasCode(error, 'ENTITY_CHANGED');
      if (!changed && !hasCode(error, 'ENTITY_NOT_FOUND')) throw error;
      if (changed) all = false;
      left = left.toSpliced((error as ServiceError).details.index ?? 0, 1);
    }
  }
  return all;
}
