import type { EmbeddedStorage } from '@tablewright/testing';
import { vi } from 'vitest';

/**
 * The same repositories with a library of their own, as in another process: they take no turns with those of this one,
 * so that writers really meet.
 */
export async function stranger(emulator: EmbeddedStorage, table: string) {
  vi.resetModules();
  const { Counts, Minutes, Sensors } = await import('./counts.js');
  const { TableStore } = await import('@tablewright/core');
  const store = TableStore.from(emulator, { retry: { baseDelay: 1, maxDelay: 5 } });
  return {
    counts: new Counts(store, { table }),
    minutes: new Minutes(store, { table }),
    sensors: new Sensors(store, { table }),
  };
}
