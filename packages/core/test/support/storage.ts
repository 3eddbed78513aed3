import { TableStore, type TableStoreOptions } from '@tablewright/core';
import { type EmbeddedStorage, embeddedStorage } from '@tablewright/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { LeanHttpClient } from '../../src/store/http/index.js';

export interface TestStorage {
  readonly emulator: EmbeddedStorage;
  store(options?: TableStoreOptions): TableStore;
}

/** One emulator per test file; faults and recordings end with each test. */
export function useStorage(): TestStorage {
  let emulator: EmbeddedStorage;
  beforeAll(async () => {
    // Recorded and disturbed, but sent as a store sends by itself.
    emulator = await embeddedStorage({ services: ['table'], httpClient: new LeanHttpClient() });
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
  };
}
