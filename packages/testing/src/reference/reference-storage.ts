import { VirtualClock } from '../clock/virtual-clock.js';
import { type InstrumentedHttpClient, instrument } from '../http/instrument.js';
import type { SdkHttpClient } from '../http/sdk-http-client.js';
import { checkFunction, checkOptions } from '../option-checks.js';
import type { StorageService } from '../service.js';
import { ACCOUNT_KEY, connectionString } from '../storage/account.js';
import { clientsOf } from '../storage/clients.js';
import type { EmbeddedStorage } from '../storage/embedded-storage.js';
import { uniqueNames } from '../storage/unique-name.js';
import { BlobService } from './blob/blob-service.js';
import { QueueService } from './queue/queue-service.js';
import { ReferenceService } from './reference-service.js';
import { guidOf, ServiceContext } from './service-context.js';
import type { ReferenceSnapshot } from './snapshot.js';
import { checkPaging, type Paging } from './table/paging.js';
import { TableService } from './table/table-service.js';

/** How the reference service behaves where the real one is free to. */
export interface ReferenceStorageOptions {
  /** By which rows are stamped and messages appear. One of its own unless given; it stands still until it is moved. */
  readonly clock?: VirtualClock;
  /** Message ids, pop receipts and boundaries. They count unless told otherwise. */
  readonly newId?: () => string;
  /** Where pages of table queries end before they are full. */
  readonly paging?: Paging;
}

/** A storage account in memory, strict as the documentation has it. No network, no timers, no chance. */
export interface ReferenceStorage extends EmbeddedStorage {
  readonly clock: VirtualClock;
  readonly http: InstrumentedHttpClient;
  /** The service itself: applies a request at the moment it is called, answers in a microtask. */
  readonly service: SdkHttpClient;
  /** What is stored at this moment, without a request. */
  snapshot(): ReferenceSnapshot;
}

/** Each has a name of its own, as accounts have: what belongs to one must not pass for what belongs to another. */
let accounts = 0;

/** Nothing listens there: requests never leave the process. */
function urlsOf(account: string): Readonly<Record<StorageService, string>> {
  return {
    table: `http://127.0.0.1:10002/${account}`,
    queue: `http://127.0.0.1:10001/${account}`,
    blob: `http://127.0.0.1:10000/${account}`,
  };
}

/**
 * A storage account that lives in this process's memory, for the real SDKs and for Tablewright. It keeps to the
 * documented limits where Azurite does not, and its time is a {@link VirtualClock}.
 *
 * @example
 * ```ts
 * const storage = referenceStorage();
 * const table = storage.table('Employees');
 * await table.createTable();
 * await table.deleteTable();
 * await table.createTable(); // TableBeingDeleted
 * storage.clock.advance(40_000);
 * await table.createTable(); // fine
 * ```
 */
export function referenceStorage(options: ReferenceStorageOptions = {}): ReferenceStorage {
  checkOptions('referenceStorage: the argument', options, '{ paging: { rows: 100 } }');
  const { clock = new VirtualClock(), newId, paging = {} } = options;
  if (!(clock instanceof VirtualClock)) throw new TypeError('referenceStorage: clock is a VirtualClock.');
  checkFunction('referenceStorage: newId', newId);
  checkPaging(paging);
  const account = `reference${++accounts}`;
  const urls = urlsOf(account);
  const address = connectionString(account, urls);
  let ids = 0;
  const context = new ServiceContext(clock, newId ?? (() => guidOf(++ids)));
  const tables = new TableService(context, urls.table, account, paging);
  const queues = new QueueService(context, urls.queue);
  const mounts = [
    { base: urls.table, responder: tables },
    { base: urls.queue, responder: queues },
    { base: urls.blob, responder: new BlobService(context, urls.blob) },
  ];
  const service = new ReferenceService(mounts, context, account);
  const http = instrument(service, { urls });
  const raw = clientsOf(address, service);
  const instrumented = clientsOf(address, http);
  let names = 0;
  const close = async () => service.close();

  return {
    connectionString: address,
    account,
    key: ACCOUNT_KEY,
    urls,
    clock,
    http,
    service,
    uniqueName: uniqueNames(() => (++names).toString(16).padStart(12, '0')),
    table: instrumented.table,
    tables: instrumented.tables,
    queues: instrumented.queues,
    blobs: instrumented.blobs,
    rawTable: raw.table,
    rawTables: raw.tables,
    rawQueues: raw.queues,
    rawBlobs: raw.blobs,
    snapshot: () => ({
      tables: new Map(tables.tables.list().map((table) => [table.name, table.rows()])),
      queues: new Map(
        queues.queues
          .list()
          .map((queue) => [queue.name, queue.messages().map((message) => ({ ...message }))]),
      ),
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
