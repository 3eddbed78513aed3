import { QueueServiceClient } from '@azure/storage-queue';
import { TableStore } from '@tablewright/core';
import { type OutboxOptions, OutboxWorker, QueueOutbox } from '@tablewright/eventual';
import { Items } from './items.js';

/** What one process holds. */
export interface Program {
  readonly outbox: QueueOutbox;
  readonly items: Items;
}

/** Short, so that what a killed process left is found while the soak goes on. */
const QUICK = { hintDelay: 1, patience: 5_000 } as const;

export function openStore(connectionString: string): TableStore {
  return TableStore.fromConnectionString(connectionString);
}

export function openProgram(
  store: TableStore,
  connectionString: string,
  options: Omit<OutboxOptions, 'queues'> = {},
): Program {
  const queues = QueueServiceClient.fromConnectionString(connectionString);
  const outbox = new QueueOutbox(store, { queues, ...QUICK, ...options });
  return { outbox, items: new Items(store, { outbox }) };
}

export function workerOf({ outbox, items }: Program): OutboxWorker {
  return new OutboxWorker(outbox, {
    repositories: [items],
    concurrency: 4,
    visibility: 3,
    pollInterval: 500,
    backOff: { first: 1, most: 5 },
  });
}
