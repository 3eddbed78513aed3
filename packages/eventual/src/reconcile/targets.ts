import type { Row } from '@tablewright/core';
import { digestOf, VERSION_COLUMN } from '../rows/system-row.js';
import type { Known } from './known.js';

/** What one entity, at one version, wants to have in one partition. */
export interface Wanted {
  readonly entity: string;
  readonly version: bigint;
  readonly fingerprint: string;
  readonly rows: readonly Row[];
  /** Names what the rows hold. */
  readonly digest: string;
}

/** What an entity wants in a partition; nothing at all where the entity is gone. */
export function wantedIn(
  { context, derivation }: Known,
  rows: readonly Row[],
  partition: string,
  version: bigint,
): Wanted {
  const here = rows.filter(({ partitionKey }) => partitionKey === partition);
  const { fingerprint } = derivation;
  return { entity: context.model.name, version, fingerprint, rows: here, digest: contentOf(here) };
}

/** The row as it is stored: with the version of the entity that it was made from. */
export function atVersion(row: Row, version: bigint): Row {
  return {
    ...row,
    columns: { ...row.columns, [VERSION_COLUMN]: String(version) },
    types: { ...row.types, [VERSION_COLUMN]: 'Edm.Int64' },
  };
}

function contentOf(rows: readonly Row[]): string {
  const sorted = rows.toSorted((a, b) => (a.rowKey < b.rowKey ? -1 : 1));
  return digestOf(
    ...sorted.map(({ rowKey, columns, types }) => {
      const cells = Object.keys(columns).sort();
      return JSON.stringify([rowKey, cells.map((name) => [name, types[name], columns[name]])]);
    }),
  );
}
