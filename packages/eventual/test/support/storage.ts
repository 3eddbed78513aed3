import { TableStore, type TableStoreOptions } from '@tablewright/core';
import { type OutboxOptions, OutboxWorker, QueueOutbox, type WorkerOptions } from '@tablewright/eventual';
import { type EmbeddedStorage, embeddedStorage } from '@tablewright/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';

export interface TestStorage {
  readonly emulator: EmbeddedStorage;
  store(options?: TableStoreOptions): TableStore;
  /** With a queue and a registry of its own. */
  outbox(store: TableStore, options?: Omit<OutboxOptions, 'queues'>): Promise<QueueOutbox>;
}

/** Tables and queues, one emulator per test file; faults and recordings end with each test. */
export function useStorage(): TestStorage {
  let emulator: EmbeddedStorage;
  beforeAll(async () => {
    emulator = await embeddedStorage({ services: ['table', 'queue'] });
  });
  afterEach(() => {
    emulator.http.clearFaults();
    emulator.http.clear();
  });
  afterAll(() => emulator.close());
  return {
    get emulator() {
      return emulator;
    },
    store: (options) => TableStore.from(emulator, { retry: { baseDelay: 1, maxDelay: 5 }, ...options }),
    outbox: (store, options) =>
      QueueOutbox.from(store, emulator, {
        queue: emulator.uniqueName.lower('hints'),
        registry: emulator.uniqueName('Registry'),
        ...options,
      }),
  };
}

/** A worker that has no patience: everything is tried again at once. */
export function workerFor(outbox: QueueOutbox, ...repositories: WorkerOptions['repositories'][]) {
  return new OutboxWorker(outbox, {
    repositories: repositories.flatMap((some) => [...some]),
    pollInterval: 50,
    visibility: 5,
    backOff: { first: 1, most: 1 },
  });
}
