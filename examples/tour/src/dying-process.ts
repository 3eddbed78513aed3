import { TableStore } from '@tablewright/core';
import { QueueOutbox } from '@tablewright/eventual';
import { type EmbeddedStorage, faults } from '@tablewright/testing';
import { Contacts } from './contacts.js';

/** A process of its own that reaches nobody any more as soon as it has sent one transaction. */
export async function dyingProcess(
  emulator: EmbeddedStorage,
  { newId, clock }: TableStore,
): Promise<Contacts> {
  let committed = false;
  emulator.http.inject(faults.failBeforeSend(), {
    times: Number.POSITIVE_INFINITY,
    when: ({ path }) => {
      const dead = committed;
      committed ||= path === '$batch';
      return dead;
    },
  });
  const store = TableStore.from(emulator, { retry: { maxRetries: 0 }, newId, clock });
  return new Contacts(store, { outbox: await QueueOutbox.from(store, emulator, { hintDelay: 1 }) });
}
