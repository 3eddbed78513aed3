import { TableClient, TableServiceClient, type TableServiceClientOptions } from '@azure/data-tables';
import type { BlobServiceClient } from '@azure/storage-blob';
import type { QueueServiceClient } from '@azure/storage-queue';
import type { SdkHttpClient } from '../http/sdk-http-client.js';

// Retries are off everywhere: a test that injects a fault wants to see it. The SDKs of queues and blobs are
// loaded when first asked for, so that tests of tables alone do not pay for them.

/** The SDKs' own HTTP client is used where none is given. */
export function clientsOf(connectionString: string, httpClient?: SdkHttpClient) {
  const http = httpClient ? { httpClient } : {};
  const forTables: TableServiceClientOptions = {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
    ...http,
  };
  // The name differs because this SDK counts the first try as well.
  const forOthers = { retryOptions: { maxTries: 1 }, ...http };
  return {
    table: (name: string): TableClient => TableClient.fromConnectionString(connectionString, name, forTables),
    tables: (): TableServiceClient => TableServiceClient.fromConnectionString(connectionString, forTables),
    queues: async (): Promise<QueueServiceClient> => {
      const { QueueServiceClient } = await import('@azure/storage-queue');
      return QueueServiceClient.fromConnectionString(connectionString, forOthers);
    },
    blobs: async (): Promise<BlobServiceClient> => {
      const { BlobServiceClient } = await import('@azure/storage-blob');
      return BlobServiceClient.fromConnectionString(connectionString, forOthers);
    },
  };
}
