import type { HttpClient } from '@azure/core-rest-pipeline';
import type { TableClient, TableServiceClient } from '@azure/data-tables';
import type { BlobServiceClient } from '@azure/storage-blob';
import type { QueueServiceClient } from '@azure/storage-queue';
import { type InstrumentedHttpClient, instrument } from '../http/instrument.js';
import type { ServiceUrls, StorageService } from '../service.js';
import { ACCOUNT, ACCOUNT_KEY, connectionString } from './account.js';
import { clientsOf } from './clients.js';
import { startServers } from './servers.js';
import { type UniqueName, uniqueName } from './unique-name.js';

/** What to start. */
export interface EmbeddedStorageOptions {
  /** All three unless told. */
  readonly services?: readonly StorageService[];
  /** What `http` sends with: the SDK's own client unless given. */
  readonly httpClient?: HttpClient;
}

/** An emulated storage account inside this process. Asking for a service that was not started throws. */
export interface EmbeddedStorage extends AsyncDisposable {
  /** For `fromConnectionString` of any SDK client; it names the services that were started. */
  readonly connectionString: string;
  readonly account: string;
  readonly key: string;
  readonly urls: Readonly<Record<StorageService, string>>;
  /** Records requests and injects faults: pass it as `httpClient`. */
  readonly http: InstrumentedHttpClient;
  /** A table name (`uniqueName.lower`: a queue or container name) that no other test uses. */
  readonly uniqueName: UniqueName;

  /** Through `http`, without retries. */
  table(name: string): TableClient;
  tables(): TableServiceClient;
  queues(): Promise<QueueServiceClient>;
  blobs(): Promise<BlobServiceClient>;

  /** Past `http`: neither recorded nor disturbed by faults, to look at what is really stored. */
  rawTable(name: string): TableClient;
  rawTables(): TableServiceClient;
  rawQueues(): Promise<QueueServiceClient>;
  rawBlobs(): Promise<BlobServiceClient>;

  /** Stops the servers and forgets the data. May be called again. */
  close(): Promise<void>;
}

/**
 * Starts Azurite in this process: random ports of 127.0.0.1, in memory, silent.
 *
 * @example
 * ```ts
 * const storage = await embeddedStorage({ services: ['table'] });
 * const table = storage.table(storage.uniqueName('Employees'));
 * await table.createTable();
 * await storage.close();
 * ```
 */
export async function embeddedStorage(options: EmbeddedStorageOptions = {}): Promise<EmbeddedStorage> {
  const servers = await startServers(options.services ?? ['table', 'queue', 'blob']);
  const known: ServiceUrls = Object.fromEntries(servers.urls);
  const address = connectionString(ACCOUNT, known);
  const http = instrument(options.httpClient, { urls: known });
  const raw = clientsOf(address);
  const instrumented = clientsOf(address, http);

  const urlOf = (service: StorageService): string => {
    const url = known[service];
    if (url !== undefined) return url;
    throw new Error(
      `The ${service} service was not started: add '${service}' to the services of embeddedStorage().`,
    );
  };
  /** Without this the SDKs would turn to the real service of that account name, or fail obscurely. */
  const from = <Client>(service: StorageService, client: () => Client): Client => {
    urlOf(service);
    return client();
  };

  return {
    connectionString: address,
    account: ACCOUNT,
    key: ACCOUNT_KEY,
    urls: {
      get table() {
        return urlOf('table');
      },
      get queue() {
        return urlOf('queue');
      },
      get blob() {
        return urlOf('blob');
      },
    },
    http,
    uniqueName,
    table: (name) => from('table', () => instrumented.table(name)),
    tables: () => from('table', instrumented.tables),
    queues: async () => from('queue', instrumented.queues),
    blobs: async () => from('blob', instrumented.blobs),
    rawTable: (name) => from('table', () => raw.table(name)),
    rawTables: () => from('table', raw.tables),
    rawQueues: async () => from('queue', raw.queues),
    rawBlobs: async () => from('blob', raw.blobs),
    close: servers.close,
    [Symbol.asyncDispose]: servers.close,
  };
}
