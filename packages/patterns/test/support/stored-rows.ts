import type { EmbeddedStorage } from '@tablewright/testing';

/** RowKey to columns, and each column as `Type:value`: what any other client sees. */
export type StoredRows = Readonly<Record<string, Readonly<Record<string, string>>>>;

const OF_THE_SERVICE = new Set(['partitionKey', 'rowKey', 'timestamp', 'etag', 'odata.metadata']);

/** All rows of a partition, read by the official client. */
export async function storedRows(
  emulator: EmbeddedStorage,
  table: string,
  partition = 'Sales',
): Promise<StoredRows> {
  const rows: Record<string, Record<string, string>> = {};
  const listed = emulator.rawTable(table).listEntities({
    queryOptions: { filter: `PartitionKey eq '${partition}'` },
    disableTypeConversion: true,
  });
  for await (const row of listed) {
    const columns = Object.entries(row).filter(([name]) => !OF_THE_SERVICE.has(name));
    rows[String(row.rowKey)] = Object.fromEntries(
      columns.map(([name, cell]) => {
        const { type, value } = cell as { type: string; value: unknown };
        return [name, `${type}:${value}`];
      }),
    );
  }
  return rows;
}
