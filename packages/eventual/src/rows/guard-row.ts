import { type EntityKeys, hasCode, type Row, type StoredRow, SYSTEM_PREFIX } from '@tablewright/core';
import { digestOf, listOf, rowOf, textOf, VERSION_COLUMN, wholeOf } from './system-row.js';

/** All guards of a partition begin like this. */
export const GUARD_PREFIX: string = `${SYSTEM_PREFIX}guard `;

/** Whose rows a guard guards: those that one derivation makes of one entity. */
export interface Source extends EntityKeys {
  readonly table: string;
  readonly derivation: string;
}

/**
 * Stands in each partition that holds, or held, rows of a source. These change only in one transaction with their
 * guard, and its version never falls: whoever comes with an older state of the entity loses.
 */
export interface Guard {
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
    Derivation: ['Edm.String', source.derivation],
    Fingerprint: ['Edm.String', guard.fingerprint],
    Keys: ['Edm.String', JSON.stringify(guard.keys)],
    Digest: ['Edm.String', guard.digest],
    [VERSION_COLUMN]: ['Edm.Int64', String(guard.version)],
  });
}

/** A guard that somebody damaged is behind everything: whoever comes next writes it anew. */
export function readGuard(row: StoredRow): StoredGuard {
  const { etag } = row;
  try {
    return {
      etag,
      version: wholeOf(row, VERSION_COLUMN),
      fingerprint: textOf(row, 'Fingerprint'),
      keys: listOf(row, 'Keys', (key): key is string => typeof key === 'string'),
      digest: textOf(row, 'Digest'),
    };
  } catch (error) {
    if (!hasCode(error, 'STORED_VALUE_INVALID')) throw error;
    return { etag, version: 0n, fingerprint: '', keys: [], digest: '' };
  }
}

export function sourceOfGuard(row: StoredRow): Source {
  return {
    table: textOf(row, 'SourceTable'),
    derivation: textOf(row, 'Derivation'),
    partitionKey: textOf(row, 'SourcePartition'),
    rowKey: textOf(row, 'SourceRow'),
  };
}
