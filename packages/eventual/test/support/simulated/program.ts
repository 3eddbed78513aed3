import { QueueServiceClient } from '@azure/storage-queue';
import { TableStore } from '@tablewright/core';
import { type OutboxOptions, OutboxWorker, QueueOutbox, type WorkerOptions } from '@tablewright/eventual';
import type { ReferenceStorage } from '@tablewright/testing';
import type { ActorContext } from '@tablewright/testing/simulation';

export type ProgramOptions = Omit<OutboxOptions, 'queues'>;

/** By which a program reaches the world: as the simulation gives it, or straight to the service. */
export type ProgramContext = Pick<ActorContext, 'clock' | 'random' | 'newId'> & {
  readonly httpClient: ActorContext['httpClient'] | ReferenceStorage['service'];
};

/** What every program of a simulation holds, of its own. */
export interface Base {
  readonly store: TableStore;
  readonly outbox: QueueOutbox;
}

export function openBase(
  { connectionString }: { readonly connectionString: string },
  context: ProgramContext,
  options: ProgramOptions = {},
): Base {
  const store = TableStore.fromConnectionString(connectionString, {
    ...context,
    retry: { maxRetries: 2, baseDelay: 10, maxDelay: 50 },
  });
  const queues = QueueServiceClient.fromConnectionString(connectionString, {
    // Real time must not come into it.
    retryOptions: { maxTries: 1 },
    httpClient: context.httpClient,
  });
  return { store, outbox: new QueueOutbox(store, { queues, ...options }) };
}

/** Does little at once, waits little, and soon gives up: much happens in a short schedule. */
export function impatientWorker(
  outbox: QueueOutbox,
  options: Pick<WorkerOptions, 'repositories'> & Partial<WorkerOptions>,
): OutboxWorker {
  return new OutboxWorker(outbox, {
    concurrency: 2,
    pollInterval: 2_000,
    visibility: 5,
    backOff: { first: 1, most: 4 },
    maxDequeues: 5,
    ...options,
  });
}
