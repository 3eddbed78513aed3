import { faults } from '@tablewright/testing';
import { expect } from 'vitest';
import type { TestStorage } from './storage.js';
import { systemRows } from './stored-rows.js';

/** Runs writes of a program that reaches nobody any more once its first transaction was sent. */
export function dyingWriter(
  storage: TestStorage,
): (place: { readonly table: string }, write: () => Promise<unknown>) => Promise<void> {
  return async ({ table }, write) => {
    const { http } = storage.emulator;
    let committed = false;
    http.inject(faults.failBeforeSend(), {
      times: Number.POSITIVE_INFINITY,
      when: ({ path }) => {
        const dead = committed;
        committed ||= path === '$batch';
        return dead;
      },
    });
    await write();
    http.clearFaults();
    expect(await systemRows(storage.emulator, table, 'intent')).not.toEqual({});
  };
}
