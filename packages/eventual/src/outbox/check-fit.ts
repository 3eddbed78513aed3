import { BatchSize, checkOperations, type EntityKeys, LimitError, type Row } from '@tablewright/core';
import { together } from '../reconcile/bring-to.js';
import { targetOf } from '../reconcile/carry-out.js';
import type { Known } from '../reconcile/known.js';
import { targetTable } from '../reconcile/target-table.js';
import { wantedIn } from '../reconcile/targets.js';

/** What is to be taken away goes into the same transaction: so much is kept for it. */
const KEPT_BYTES = 1_048_576;
const DIGEST = '-'.repeat(22);

/**
 * Refuses what could be committed, but never be carried out: rows that are larger than their entity, or too much of
 * them for one transaction with their guard.
 */
export function checkFit(known: Known, keys: EntityKeys, after: Row | undefined, version: bigint): void {
  const { context, derivation } = known;
  const { store, model } = context;
  const rows = after ? derivation.derive(after) : [];
  const table = targetTable(known);
  const entity = `${model.name}: a row of '${derivation.name}'`;
  for (const partition of new Set(rows.map(({ partitionKey }) => partitionKey))) {
    const here = rows.filter(({ partitionKey }) => partitionKey === partition);
    const wanted = { ...wantedIn(known, rows, partition, version), digest: DIGEST };
    const operations = together(targetOf(known, keys, { table, partition }), wanted, undefined);
    checkOperations({ kind: 'write', entity, table, operations }, store.limits);
    if (here.length === 1) continue;
    const most = store.limits.transactionBytes - KEPT_BYTES;
    const actual = new BatchSize(store, table).of(operations);
    if (actual <= most) continue;
    throw new LimitError(
      `${model.name}: the rows of '${derivation.name}' would take ${actual} bytes in one partition, and ${most} are possible. Let them carry fewer properties (project), or give the entity fewer values.`,
      { limit: 'TRANSACTION_BYTES', most, actual },
    );
  }
}
