import { type EntityKeys, type Row, type StoredRow, SYSTEM_PREFIX } from '@tablewright/core';
import { isKey, isPlace, type Place } from '../places.js';
import { damaged, digestOf, listIn, rowOf, textOf, VERSION_COLUMN, wholeOf } from './system-row.js';

/** All intents of a partition begin like this: behind every key of an entity. */
export const INTENT_PREFIX: string = `${SYSTEM_PREFIX}intent `;

/**
 * Something that has to be done because of one operation on one entity, for one derivation. Stored in the entity's
 * partition, in the transaction of the operation, and never changed.
 */
export interface IntentRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly entity: string;
  readonly derivation: string;
  readonly fingerprint: string;
  /** The RowKey of the primary row. */
  readonly row: string;
  readonly operation: string;
  /** The version that the operation gave the primary row; of a deletion, one that follows the last. */
  readonly version: bigint;
  /** The partitions in which something may have to change: those before the operation and those after it. */
  readonly places: readonly Place[];
  /** Of one that was read. A transaction whose reply was lost may come again, and record the same intent anew. */
  readonly etag?: string;
}

/** The intents of one derivation of one entity. */
export function intentsOfEntity(derivation: string, primary: string): string {
  return `${INTENT_PREFIX}${digestOf(derivation, primary)} `;
}

export function intentRow(intent: Omit<IntentRow, 'rowKey' | 'etag'>): Row {
  const { partitionKey, entity, derivation, fingerprint, row, operation, version, places } = intent;
  return rowOf(partitionKey, intentsOfEntity(derivation, row) + operation, {
    Entity: ['Edm.String', entity],
    Derivation: ['Edm.String', derivation],
    Fingerprint: ['Edm.String', fingerprint],
    Row: ['Edm.String', row],
    Operation: ['Edm.String', operation],
    Places: ['Edm.String', JSON.stringify(places)],
    [VERSION_COLUMN]: ['Edm.Int64', String(version)],
  });
}

/** Throws a StoredValueError for a row that somebody else wrote there. */
export function readIntent(row: StoredRow): IntentRow {
  const derivation = textOf(row, 'Derivation');
  const primary = textOf(row, 'Row');
  // Its key names the entity, too.
  if (!isKey(primary) || !row.rowKey.startsWith(intentsOfEntity(derivation, primary))) {
    throw damaged('Row', 'the key of an entity');
  }
  return {
    partitionKey: row.partitionKey,
    rowKey: row.rowKey,
    entity: textOf(row, 'Entity'),
    derivation,
    fingerprint: textOf(row, 'Fingerprint'),
    row: primary,
    operation: textOf(row, 'Operation'),
    version: wholeOf(row, VERSION_COLUMN),
    places: listIn(textOf(row, 'Places'), 'Places', isPlace),
    etag: row.etag,
  };
}

/** The primary row that an intent is about. */
export function primaryOf({ partitionKey, row }: IntentRow): EntityKeys {
  return { partitionKey, rowKey: row };
}
