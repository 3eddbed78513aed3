import {
  type CallScope,
  type Continuation,
  hasCode,
  nextKeyAfter,
  type ServiceError,
  type StoredRow,
  scanRows,
  type TableStore,
} from '@tablewright/core';
import { type IntentRow, readIntent } from '../rows/intent-row.js';
import { removal } from './bring-to.js';

/** Some rows of a partition, by the beginning of their keys: 1 request for each 1,000. */
export async function rowsBeginning(
  store: TableStore,
  table: string,
  partitionKey: string,
  prefix: string,
  scope: CallScope,
): Promise<readonly StoredRow[]> {
  const plan = scanRows({ entity: 'outbox', table, partitionKey, from: prefix, to: nextKeyAfter(prefix) });
  const rows: StoredRow[] = [];
  let after: Continuation | undefined;
  do {
    const page = await store.listTyped(plan, after ? { after } : {}, scope);
    rows.push(...page.rows);
    after = page.next;
  } while (after);
  return rows;
}

/** Intents, as far as rows are some. */
export function intentsOf(rows: readonly StoredRow[]): readonly IntentRow[] {
  return rows.flatMap((row) => {
    try {
      return [readIntent(row)];
    } catch (error) {
      if (hasCode(error, 'STORED_VALUE_INVALID')) return [];
      throw error;
    }
  });
}

/** Deletes what is done: 1 request for each 100. Rows that somebody else deleted are no hindrance. */
export async function deleteRows(
  store: TableStore,
  table: string,
  rows: readonly Pick<IntentRow, 'partitionKey' | 'rowKey'>[],
  scope: CallScope,
): Promise<void> {
  let left = rows.map(({ partitionKey, rowKey }) => removal(partitionKey, rowKey));
  while (left.length > 0) {
    const operations = left.slice(0, store.limits.transactionOperations);
    try {
      await store.write({ kind: 'write', entity: 'outbox', table, operations }, scope);
      left = left.slice(operations.length);
    } catch (error) {
      if (!hasCode(error, 'ENTITY_NOT_FOUND')) throw error;
      left = left.toSpliced((error as ServiceError).details.index ?? 0, 1);
    }
  }
}
