import { type CallScope, type EntityKeys, type ScanPlan, type StoredRow, scanRows } from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import { pagesOf } from '../pages.js';

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
  for (const plan of plans) for await (const page of pagesOf(store, plan, scope)) yield* page;
}

/** The hour that a partition of the registry is about. */
export function hourOfPartition(partitionKey: string): number {
  return Math.floor(Date.parse(`${partitionKey.slice(0, 13)}:00:00Z`) / 3_600_000);
}
