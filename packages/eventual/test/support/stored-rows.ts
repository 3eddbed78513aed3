import type { EmbeddedStorage } from '@tablewright/testing';

export type Columns = Readonly<Record<string, string>>;

/** `PartitionKey | RowKey` to columns, and each column as `Type:value`: what any other client sees. */
export type StoredRows = Readonly<Record<string, Columns>>;

const SYSTEM = '\uFFEE';
const OF_THE_SERVICE = new Set(['partitionKey', 'rowKey', 'timestamp', 'etag', 'odata.metadata']);

/** All rows of a table, read by the official client; none where there is no such table. */
export async function allRows(emulator: EmbeddedStorage, table: string): Promise<StoredRows> {
  const rows: Record<string, Columns> = {};
  try {
    for await (const row of emulator.rawTable(table).listEntities({ disableTypeConversion: true })) {
      const columns = Object.entries(row).filter(([name]) => !OF_THE_SERVICE.has(name));
      rows[`${row.partitionKey} | ${row.rowKey}`] = Object.fromEntries(
        columns.map(([name, cell]) => {
          const { type, value } = cell as { type: string; value: unknown };
          return [name, `${type}:${value}`];
        }),
      );
    }
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 404) throw error;
  }
  return rows;
}

const isSystem = (place: string) => place.includes(`| ${SYSTEM}`) || place.startsWith(SYSTEM);

/** Without the library's own rows, and without what only says when something was written. */
export async function userRows(emulator: EmbeddedStorage, table: string): Promise<StoredRows> {
  const rows = Object.entries(await allRows(emulator, table)).filter(([place]) => !isSystem(place));
  return Object.fromEntries(
    rows.map(([place, { tw__v: _, tw__ops: __, ...columns }]) => [place, columns] as const),
  );
}

/** The library's own rows of one sort: `intent` or `guard`. */
export async function systemRows(
  emulator: EmbeddedStorage,
  table: string,
  sort: 'intent' | 'guard',
): Promise<StoredRows> {
  const rows = Object.entries(await allRows(emulator, table));
  return Object.fromEntries(rows.filter(([place]) => place.includes(`| ${SYSTEM}${sort} `)));
}

/** A place, taken apart. */
export function keysAt(place: string): readonly [partitionKey: string, rowKey: string] {
  const at = place.indexOf(' | ');
  return [place.slice(0, at), place.slice(at + 3)];
}
