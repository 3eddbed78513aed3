import { createHttpHeaders } from '@azure/core-rest-pipeline';
import type { Fault } from '@tablewright/testing';

/** The service answers with this text: for rows that the emulator would not store. */
export function reply(text: string, status = 200, headers: Record<string, string> = {}): Fault {
  return {
    name: 'reply',
    run: async ({ request }) => ({
      request,
      status,
      headers: createHttpHeaders({ 'content-type': 'application/json', ...headers }),
      bodyAsText: text,
    }),
  };
}

/** The text of a row, with members added as they are. */
export function rowText(partitionKey: string, rowKey: string, members: string): string {
  const keys = JSON.stringify({
    PartitionKey: partitionKey,
    RowKey: rowKey,
    Timestamp: '2024-01-01T00:00:00.1234567Z',
  });
  return members === '' ? keys : `${keys.slice(0, -1)},${members}}`;
}
