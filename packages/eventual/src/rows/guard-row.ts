import { type EntityKeys, type Row, type StoredRow, SYSTEM_PREFIX } from '@tablewright/core';
import { isKey } from '../places.js';
import { longText, longTextOf } from './long-text.js';
import { damaged, digestOf, listIn, rowOf, textOf, VERSION_COLUMN, wholeOf } from './system-row.js';

/** All guards of a partition begin like this. */
export const GUARD_PREFIX: string = `${SYSTEM_PREFIX}guard `;

/** Whose rows a guard guards: those that one derivation makes of one entity. */
export interface Source extends EntityKeys {
  readonly table: string;
  /** The class. A row may be deleted, and be made again as one of another class. */
  readonly entity: string;
  readonly derivation: string;
}

/**
 * Stands in each partition that holds, or held, rows of a source. These change only in one transaction with their
 * guard, and its version never falls: whoever comes with an older state of the entity loses.
 */
export interface Guard {
  /** The class of the entity that the rows were made from. */
  readonly entity: string;
  readonly version: bigint;
  readonly fingerprint: string;
  /** The RowKeys of the source's rows in this partition. */
  readonly keys: readonly string[];
  /** Names what those rows hold. */
  readonly digest: string;
}

export interface StoredGuard extends Guard {
  readonly etag: string;
}

export function guardKey({ table, derivation, partitionKey, rowKey }: Source): string {
  // The service takes tables for the same whose names differ in case.
  return GUARD_PREFIX + digestOf(table.toLowerCase(), derivation, partitionKey, rowKey);
}

export function guardRow(partitionKey: string, source: Source, guard: Guard): Row {
  return rowOf(partitionKey, guardKey(source), {
    SourceTable: ['Edm.String', source.table],
    SourcePartition: ['Edm.String', source.partitionKey],
    SourceRow: ['Edm.String', source.rowKey],
    Entity: ['Edm.String', guard.entity],
    Derivation: ['Edm.String', source.derivation],
    Fingerprint: ['Edm.String', guard.fingerprint],
    ...longText('Keys', JSON.stringify(guard.keys)),
    Digest: ['Edm.String', guard.digest],
    [VERSION_COLUMN]: ['Edm.Int64', String(guard.version)],
  });
}

/** Throws a StoredValueError for one that somebody damaged. */
export function readGuard(row: StoredRow): StoredGuard {
  const keys = listIn(longTextOf(row, 'Keys'), 'Keys', isTargetKey);
  if (new Set(keys).size < keys.length) throw damaged('Keys', 'a list of different keys');
  return {
    etag: row.etag,
    entity: textOf(row, 'Entity'),
    version: wholeOf(row, VERSION_COLUMN),
    fingerprint: textOf(row, 'Fingerprint'),
    keys,
    digest: textOf(row, 'Digest'),
  };
}

/** Rows of the library's own are never among those that a guard guards. */
function isTargetKey(key: unknown): key is string {
  return isKey(key) && !key.startsWith(SYSTEM_PREFIX);
}
