import type { EntityKeys } from '../../codec/index.js';
import type { Row, StoredRow } from '../../edm/index.js';
import { OptionsError } from '../../errors/index.js';
import { SYSTEM_PREFIX } from '../../keys/index.js';
import { checkKeys, checkTableName, RowError } from '../../limits/index.js';
import type { PointReadPlan, RowOperation } from '../../plan/index.js';
import { type CallScope, originOf, type TableStore } from '../../store/index.js';
import { KeyChangedError } from '../errors.js';
import { putStamp, type Stamp, stampOf } from '../stamp.js';
import { bagOf, cellsOf, type PropertyBag } from './property-bag.js';

/** What bags are called in plans and messages. */
export const BAG = 'PropertyBag';

/** One table, seen without classes. */
export interface BagContext {
  readonly store: TableStore;
  readonly table: string;
  /** As that of the repositories of the same table. */
  readonly origin: string;
}

export function createBagContext(store: TableStore, table: unknown): BagContext {
  // By what it does, not by its class: two copies of the package may be installed.
  if (typeof store?.within !== 'function') {
    throw new OptionsError('store', 'It is made with a TableStore: new PropertyBags(store, { table }).');
  }
  checkTableName(table);
  return { store, table, origin: originOf(store.url, table) };
}

/** The bag of a row, which remembers what it was loaded from. */
export function loadedBag({ origin }: BagContext, row: StoredRow): PropertyBag {
  const { partitionKey, rowKey, etag, columns } = row;
  return putStamp(bagOf(row), { etag, raw: columns, partitionKey, rowKey, origin });
}

/** The stamp of a bag, if it belongs to this table. Its keys must still be those that it was loaded with. */
export function bagStamp({ origin }: BagContext, bag: EntityKeys): Stamp | undefined {
  const stamp = stampOf(bag);
  if (stamp?.origin !== origin) return undefined;
  if (stamp.partitionKey !== bag.partitionKey || stamp.rowKey !== bag.rowKey) throw new KeyChangedError(BAG);
  return stamp;
}

/** The row of a bag as it is now, checked for what no limit of the service would find. */
export function rowOfBag(bag: PropertyBag): Row {
  const own = cellsOf(bag);
  if (!own) throw new OptionsError('bag', 'It is a PropertyBag that is written: new PropertyBag(…).set(…).');
  checkWritableKey(bag);
  return own.row(bag.partitionKey, bag.rowKey);
}

/** The library's own rows are not for bags to change. */
export function checkWritableKey({ rowKey }: EntityKeys): void {
  if (typeof rowKey === 'string' && rowKey.includes(SYSTEM_PREFIX)) {
    throw new RowError(`${BAG}: row keys with U+FFEE are kept for Tablewright's own rows.`);
  }
}

export function bagRead({ store, table }: BagContext, partitionKey: string, rowKey: string): PointReadPlan {
  checkKeys(partitionKey, rowKey, store.limits, BAG);
  return { kind: 'pointRead', entity: BAG, table, partitionKey, rowKey };
}

/** Sends one row operation: 1 request. The new ETag; none after a delete, or when none can be vouched for. */
export async function writeBagRow(
  { store, table }: BagContext,
  operation: RowOperation,
  scope: CallScope,
): Promise<string | undefined> {
  const [etag] = await store.write({ kind: 'write', entity: BAG, table, operations: [operation] }, scope);
  return etag;
}
