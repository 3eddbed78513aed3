import {
  type CallScope,
  type Continuation,
  type EntityKeys,
  type ScanPlan,
  type StoredRow,
  scanRows,
} from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';

/** What the registry holds, the oldest first, behind a place: 1 request for each 1,000. */
export async function* registryRows(
  { store, registry: { table } }: QueueOutbox,
  start: EntityKeys | undefined,
  scope: CallScope,
): AsyncGenerator<StoredRow, void, undefined> {
  const entity = 'outbox';
  const plans: readonly ScanPlan[] = start
    ? [
        // No key of the registry goes on with a space.
        scanRows({ entity, table, partitionKey: start.partitionKey, from: `${start.rowKey} ` }),
        scanRows({ entity, table, afterPartition: start.partitionKey }),
      ]
    : [scanRows({ entity, table })];
  for (const plan of plans) {
    let after: Continuation | undefined;
    do {
      const page = await store.listTyped(plan, after ? { after } : {}, scope);
      yield* page.rows;
      after = page.next;
    } while (after);
  }
}

/** The hour that a partition of the registry is about. */
export function hourOfPartition(partitionKey: string): number {
  return Math.floor(Date.parse(`${partitionKey.slice(0, 13)}:00:00Z`) / 3_600_000);
}
