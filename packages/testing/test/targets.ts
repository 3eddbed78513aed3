import type { EmbeddedStorage, StorageService } from '@tablewright/testing';

interface CallOptions {
  readonly abortSignal?: AbortSignal;
}

/** One write through the instrumented client of a service, and the truth about it from the raw client. */
export interface Target {
  readonly service: StorageService;
  write(options?: CallOptions): Promise<unknown>;
  isStored(): Promise<boolean>;
}

/** A fresh table, queue or container for every call, made without the instrumented client. */
export const targets: Readonly<Record<StorageService, (storage: EmbeddedStorage) => Promise<Target>>> = {
  table: async (storage) => {
    const name = storage.uniqueName('Employees');
    const raw = storage.rawTable(name);
    await raw.createTable();
    const row = { partitionKey: 'Sales', rowKey: 'empid_000223' };
    return {
      service: 'table',
      write: (options) => storage.table(name).createEntity(row, options),
      isStored: async () => {
        for await (const _ of raw.listEntities()) return true;
        return false;
      },
    };
  },
  queue: async (storage) => {
    const name = storage.uniqueName.lower('orders');
    const raw = (await storage.rawQueues()).getQueueClient(name);
    await raw.create();
    const queue = (await storage.queues()).getQueueClient(name);
    return {
      service: 'queue',
      write: (options) => queue.sendMessage('hello', options),
      isStored: async () => (await raw.peekMessages()).peekedMessageItems.length > 0,
    };
  },
  blob: async (storage) => {
    const name = storage.uniqueName.lower('photos');
    const raw = (await storage.rawBlobs()).getContainerClient(name);
    await raw.create();
    const blob = (await storage.blobs()).getContainerClient(name).getBlockBlobClient('folder/a b.txt');
    return {
      service: 'blob',
      write: (options) => blob.upload('hello', 5, options),
      isStored: () => raw.getBlockBlobClient('folder/a b.txt').exists(),
    };
  },
};

export const services: readonly StorageService[] = ['table', 'queue', 'blob'];

/** The error of a call that is expected to fail. */
export async function failureOf(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('The call was expected to fail.');
  return outcome as Error & Record<string, unknown>;
}
