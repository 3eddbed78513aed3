import {
  type CallScope,
  type EntityKeys,
  emptyColumns,
  emptyTypes,
  type RowOperation,
} from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import { distinct, type Place } from '../places.js';
import { intentRow } from '../rows/intent-row.js';
import { VERSION_COLUMN } from '../rows/system-row.js';
import { isRace } from './bring-to.js';
import type { Known } from './known.js';
import { type Primary, readPrimaryOf } from './primary.js';
import { targetTable } from './target-table.js';

/**
 * Gives a primary row a version above what stands in its way, and records that all of its rows are to be written
 * again. Whether that succeeds or somebody else was faster, the caller looks again at everything: 2 requests.
 */
export async function lift(
  known: Known,
  keys: EntityKeys,
  seen: Primary,
  above: bigint,
  place: Place | undefined,
  scope: CallScope,
): Promise<void> {
  const primary = await readPrimaryOf(known, keys, scope);
  if (primary?.stored.etag !== seen.stored.etag) return;
  await record(known, primary, above + 1n, place ? [place] : [], scope);
}

/**
 * Records that what follows from a primary row is to be written again, at this version: 1 request, and 1 where the
 * partition was not registered in this hour. Whoever does so may crash: then the sweeper has to find it.
 */
export async function record(
  known: Known,
  { stored, rows }: Primary,
  version: bigint,
  places: readonly Place[],
  scope: CallScope,
): Promise<boolean> {
  const { context, derivation } = known;
  const { store, table, model } = context;
  const { partitionKey, rowKey } = stored;
  const target = targetTable(known);
  const intent = intentRow({
    partitionKey,
    entity: model.name,
    derivation: derivation.name,
    fingerprint: derivation.fingerprint,
    row: rowKey,
    operation: operationId(store.newId()),
    version,
    places: distinct([...rows.map((row) => ({ table: target, partition: row.partitionKey })), ...places]),
  });
  const { registry } = (context.outbox ?? {}) as Partial<QueueOutbox>;
  await registry?.register({ table, partition: partitionKey }, scope);
  const columns = Object.assign(emptyColumns(), { [VERSION_COLUMN]: String(version) });
  const types = Object.assign(emptyTypes(), { [VERSION_COLUMN]: 'Edm.Int64' as const });
  const operations: readonly RowOperation[] = [
    { kind: 'merge', row: { partitionKey, rowKey, columns, types }, ifMatch: stored.etag },
    { kind: 'insert', row: intent },
  ];
  try {
    await store.write({ kind: 'write', entity: model.name, table, operations }, scope);
    return true;
  } catch (error) {
    if (!isRace(error)) throw error;
    return false;
  }
}

/** Short enough to keep several of them in a column. */
export function operationId(id: string): string {
  return id.replaceAll('-', '').slice(-16);
}
