import type { QueueClient } from '@azure/storage-queue';

/** What an outbox asks of a queue. */
export type OutboxQueue = Pick<
  QueueClient,
  | 'sendMessage'
  | 'receiveMessages'
  | 'updateMessage'
  | 'deleteMessage'
  | 'getProperties'
  | 'createIfNotExists'
>;

/**
 * The queues of an account: a `QueueServiceClient` of `@azure/storage-queue`. The class is not named here, because two
 * copies of that package, in the program and in the emulator for its tests, say, would not take each other's clients.
 */
export interface OutboxQueues {
  getQueueClient(name: string): OutboxQueue;
}
