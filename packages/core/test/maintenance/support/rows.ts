import { SYSTEM_PREFIX } from '@tablewright/core';
import type { EmbeddedStorage } from '@tablewright/testing';

/** All rows of a table by key, as any client sees them; the library's own records left out. */
export async function rowsOf(emulator: EmbeddedStorage, table: string): Promise<Record<string, object>> {
  const rows: Record<string, object> = {};
  for await (const { partitionKey, rowKey, etag, timestamp, ...columns } of emulator
    .rawTable(table)
    .listEntities()) {
    if (!partitionKey!.startsWith(SYSTEM_PREFIX)) rows[`${partitionKey}/${rowKey}`] = columns;
  }
  return rows;
}
