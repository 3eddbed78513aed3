import { QueueServiceClient } from '@azure/storage-queue';
import { TableStore } from '@tablewright/core';
import { type OutboxOptions, OutboxWorker, QueueOutbox, type WorkerOptions } from '@tablewright/eventual';
import type { ReferenceStorage } from '@tablewright/testing';
import type { ActorContext } from '@tablewright/testing/simulation';
import { Employees, OlderEmployees } from './staff.js';

/** What one program of a simulation holds: nothing of it is shared with others. */
export interface Program {
  readonly store: TableStore;
  readonly outbox: QueueOutbox;
  readonly employees: Employees;
}

export function openProgram(
  storage: { readonly connectionString: string; readonly staff?: string },
  context: Pick<ActorContext, 'clock' | 'random' | 'newId'> & {
    readonly httpClient: ActorContext['httpClient'] | ReferenceStorage['service'];
  },
  options: Omit<OutboxOptions, 'queues'> = {},
): Program {
  const store = TableStore.fromConnectionString(storage.connectionString, {
    ...context,
    retry: { maxRetries: 2, baseDelay: 10, maxDelay: 50 },
  });
  const queues = QueueServiceClient.fromConnectionString(storage.connectionString, {
    // Real time must not come into it.
    retryOptions: { maxTries: 1 },
    httpClient: context.httpClient,
  });
  const outbox = new QueueOutbox(store, { queues, ...options });
  const { staff: table = 'Staff' } = storage;
  return { store, outbox, employees: new Employees(store, { outbox, table }) };
}

/** `older`: a worker that knows another derivation by the name of the one that the writers have. */
export function workerOf(
  { store, outbox, employees }: Program,
  options: Partial<WorkerOptions> = {},
  older = false,
): OutboxWorker {
  return new OutboxWorker(outbox, {
    repositories: [older ? new OlderEmployees(store, { outbox }) : employees],
    concurrency: 2,
    pollInterval: 2_000,
    visibility: 5,
    backOff: { first: 1, most: 4 },
    maxDequeues: 5,
    ...options,
  });
}
