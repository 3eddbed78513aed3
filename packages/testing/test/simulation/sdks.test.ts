import { text } from 'node:stream/consumers';
import { TableClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { QueueServiceClient } from '@azure/storage-queue';
import { expect, it } from 'vitest';
import { referenceStorage } from '../../src/index.js';
import { type Actor, formatTrace, simulate } from '../../src/simulation/index.js';

/** All three SDKs under one simulation: what they do between requests must not depend on the machine. */
it('does the same again with the SDKs of all three services', async () => {
  const traceOf = async (seed: number) => {
    const storage = referenceStorage();
    const { connectionString } = storage;
    await storage.rawTable('Rows').createTable();
    await (await storage.rawQueues()).getQueueClient('work').create();
    await (await storage.rawBlobs()).getContainerClient('files').create();
    const actor: Actor = {
      role: 'writer',
      async run({ httpClient, name, clock }) {
        const others = { httpClient, retryOptions: { maxTries: 1 } };
        const table = TableClient.fromConnectionString(connectionString, 'Rows', {
          httpClient,
          allowInsecureConnection: true,
          retryOptions: { maxRetries: 0 },
        });
        const queue = QueueServiceClient.fromConnectionString(connectionString, others).getQueueClient(
          'work',
        );
        const files = BlobServiceClient.fromConnectionString(connectionString, others).getContainerClient(
          'files',
        );
        const content = `${name} `.repeat(20_000);
        await files.getBlockBlobClient(name).upload(content, content.length);
        await queue.sendMessage(name);
        await table.submitTransaction([['create', { partitionKey: name, rowKey: '1' }]]);
        const { receivedMessageItems } = await queue.receiveMessages({ visibilityTimeout: 10 });
        await clock.sleep(500);
        for (const { messageId, popReceipt, messageText } of receivedMessageItems) {
          const { readableStreamBody } = await files.getBlobClient(messageText).download();
          expect((await text(readableStreamBody!)).startsWith(messageText)).toBe(true);
          await queue.deleteMessage(messageId, popReceipt);
        }
      },
    };
    return formatTrace((await simulate({ storage, actors: [actor, actor, actor] }, { seed })).trace);
  };
  for (const seed of [1, 2, 3]) expect(await traceOf(seed)).toBe(await traceOf(seed));
  expect(await traceOf(1)).not.toBe(await traceOf(2));
});
