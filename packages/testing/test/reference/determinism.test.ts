import type { HttpClient, PipelineResponse } from '@azure/core-rest-pipeline';
import { TableClient } from '@azure/data-tables';
import { referenceStorage } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';

/** What the service said, all of it, but for the client's own request ids and the account's name. */
async function replies(): Promise<string> {
  const storage = referenceStorage();
  const seen: unknown[] = [];
  const httpClient: HttpClient = {
    async sendRequest(request): Promise<PipelineResponse> {
      const response = await storage.service.sendRequest(request);
      const { 'x-ms-client-request-id': _, ...headers } = response.headers.toJSON();
      seen.push([response.status, headers, response.bodyAsText]);
      return response;
    },
  };
  const options = { allowInsecureConnection: true, httpClient };
  const name = storage.uniqueName('Employees');
  const table = TableClient.fromConnectionString(storage.connectionString, name, options);
  await table.createTable();
  await table.createEntity({ partitionKey: 'p', rowKey: '1' });
  storage.clock.advance(1_234);
  await table.submitTransaction([
    ['create', { partitionKey: 'p', rowKey: '2' }],
    ['upsert', { partitionKey: 'p', rowKey: '1', n: 1 }],
  ]);
  await table.createEntity({ partitionKey: 'p', rowKey: '1' }).catch(() => {});
  for await (const _ of table.listEntities().byPage({ maxPageSize: 1 }));
  const queue = (await storage.queues()).getQueueClient(storage.uniqueName.lower());
  await queue.create();
  seen.push((await queue.sendMessage('hello')).popReceipt);
  const message = (await queue.receiveMessages()).receivedMessageItems[0]!;
  const container = (await storage.blobs()).getContainerClient(storage.uniqueName.lower());
  await container.create();
  seen.push(message.messageId, message.popReceipt);
  seen.push((await container.uploadBlockBlob('x', 'hello', 5)).response.etag);
  return JSON.stringify(seen).replaceAll(storage.account, 'account');
}

describe('the reference service', () => {
  it('says the same thing every time', async () => {
    const first = await replies();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await replies()).toEqual(first);
  });
});
