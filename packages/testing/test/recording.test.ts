import { createHttpHeaders, createPipelineRequest, type HttpClient } from '@azure/core-rest-pipeline';
import {
  type EmbeddedStorage,
  embeddedStorage,
  instrument,
  type RecordedRequest,
} from '@tablewright/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, services, targets } from './targets.js';

let storage: EmbeddedStorage;
beforeAll(async () => {
  storage = await embeddedStorage();
});
afterAll(() => storage.close());
beforeEach(() => {
  storage.http.clear();
  storage.http.clearFaults();
});

const operations = (requests: readonly RecordedRequest[]) => requests.map(({ operation }) => operation);

describe('requests', () => {
  it('names table operations readably', async () => {
    const name = storage.uniqueName('Employees');
    const table = storage.table(name);
    await table.createTable();
    const row = { partitionKey: 'Sales & co', rowKey: "O'Hara 50%" };
    await table.createEntity(row);
    await table.getEntity(row.partitionKey, row.rowKey);
    for await (const _ of table.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales & co'" } }));
    await table.submitTransaction([['upsert', row]]);
    expect(operations(storage.http.requests)).toEqual([
      'POST Tables',
      `POST ${name}`,
      `GET ${name}(PartitionKey='Sales & co',RowKey='O''Hara 50%')`,
      `GET ${name}()?$filter=PartitionKey eq 'Sales & co'`,
      'POST $batch',
    ]);
    expect(storage.http.requests.map(({ status }) => status)).toEqual([201, 204, 200, 200, 202]);
    expect(storage.http.requests.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(storage.http.requests.every(({ service }) => service === 'table')).toBe(true);
    expect(storage.http.requests.every(({ durationMs }) => durationMs > 0)).toBe(true);

    const [, insert, read, , batch] = storage.http.requests;
    expect(JSON.parse(insert?.body ?? '')).toEqual({ PartitionKey: 'Sales & co', RowKey: "O'Hara 50%" });
    expect(insert?.headers['content-type']).toContain('application/json');
    expect(read).toMatchObject({ method: 'GET', body: undefined, fault: undefined });
    expect(read?.path).toBe(`${name}(PartitionKey='Sales & co',RowKey='O''Hara 50%')`);
    expect(read?.url.startsWith(`${storage.urls.table}/${name}(PartitionKey=`)).toBe(true);
    expect(batch?.body).toContain('--changeset_');
  });

  it('names queue operations readably, and the queue client works through it', async () => {
    const name = storage.uniqueName.lower('orders');
    const queue = (await storage.queues()).getQueueClient(name);
    await queue.create();
    await queue.sendMessage('hello');
    const { receivedMessageItems } = await queue.receiveMessages({ numberOfMessages: 5 });
    const message = receivedMessageItems[0]!;
    expect(message.messageText).toBe('hello');
    await queue.deleteMessage(message.messageId, message.popReceipt);
    expect(operations(storage.http.requests)).toEqual([
      `PUT ${name}`,
      `POST ${name}/messages`,
      `GET ${name}/messages?numofmessages=5`,
      `DELETE ${name}/messages/${message.messageId}`,
    ]);
    expect(storage.http.requests.map(({ service, status }) => `${service} ${status}`)).toEqual([
      'queue 201',
      'queue 201',
      'queue 200',
      'queue 204',
    ]);
    expect(storage.http.requests[1]?.body).toContain('<MessageText>hello</MessageText>');
  });

  it('names blob operations readably, and the blob client works through it', async () => {
    const name = storage.uniqueName.lower('photos');
    const container = (await storage.blobs()).getContainerClient(name);
    await container.create();
    const blob = container.getBlockBlobClient('2024/a b.txt');
    await blob.upload('hello', 5);
    await blob.uploadData(Buffer.from([0xff, 0xfe, 0xfd]));
    expect(await blob.downloadToBuffer()).toEqual(Buffer.from([0xff, 0xfe, 0xfd]));
    expect((await blob.getProperties()).contentLength).toBe(3);
    expect(operations(storage.http.requests)).toEqual([
      `PUT ${name}?restype=container`,
      `PUT ${name}/2024/a b.txt`,
      `PUT ${name}/2024/a b.txt`,
      `HEAD ${name}/2024/a b.txt`,
      `GET ${name}/2024/a b.txt`,
      `HEAD ${name}/2024/a b.txt`,
    ]);
    expect(storage.http.requests.every(({ service }) => service === 'blob')).toBe(true);
    expect(storage.http.requests[1]?.body).toBe('hello');
    expect(storage.http.requests[2]?.body).toBe('<3 bytes>');
  });

  it('keeps a request that failed, with the status the client saw', async () => {
    const missing = await failureOf(storage.table('NoSuchTable').getEntity('a', 'b'));
    expect(missing['statusCode']).toBe(404);
    expect(storage.http.requests).toMatchObject([{ status: 404, fault: undefined }]);
  });

  it('is emptied by clear(), and counts from 0 again', async () => {
    const table = storage.table(storage.uniqueName());
    await table.createTable();
    const before = storage.http.requests;
    storage.http.clear();
    expect(storage.http.requests).toEqual([]);
    expect(before).toHaveLength(1);
    await table.deleteTable();
    expect(storage.http.requests).toMatchObject([{ index: 0, method: 'DELETE' }]);
  });
});

describe('record', () => {
  it('returns the result and only the requests made meanwhile, also nested', async () => {
    const table = storage.table(storage.uniqueName());
    await table.createTable();
    const outer = await storage.http.record(async () => {
      await table.createEntity({ partitionKey: 'a', rowKey: '1' });
      const inner = await storage.http.record(() => table.getEntity('a', '1'));
      await table.deleteEntity('a', '1');
      return inner;
    });
    await table.deleteTable();
    const methods = (requests: readonly RecordedRequest[]) => requests.map(({ method }) => method);
    expect(outer.result.result.rowKey).toBe('1');
    expect(methods(outer.result.requests)).toEqual(['GET']);
    expect(methods(outer.requests)).toEqual(['POST', 'GET', 'DELETE']);
    expect(storage.http.requests).toHaveLength(5);
  });

  it('survives clear() and a function that throws', async () => {
    const table = storage.table(storage.uniqueName());
    const { requests } = await storage.http.record(async () => {
      await table.createTable();
      storage.http.clear();
      await table.deleteTable();
    });
    expect(requests).toHaveLength(2);
    let leaked: readonly RecordedRequest[] = [];
    const outer = await storage.http.record(async () => {
      const failure = await failureOf(
        storage.http.record(async () => {
          await table.createTable();
          throw new Error('test failed');
        }),
      );
      expect(failure.message).toBe('test failed');
      leaked = storage.http.requests;
    });
    expect(outer.requests).toHaveLength(1);
    expect(leaked).toHaveLength(2);
  });

  it('takes a function that is not asynchronous', async () => {
    expect(await storage.http.record(() => 7)).toEqual({ result: 7, requests: [] });
  });
});

describe('onRequest', () => {
  it('tells of every finished request until it is stopped', async () => {
    const seen: string[] = [];
    const stop = storage.http.onRequest(({ method, status }) => seen.push(`${method} ${status}`));
    const table = storage.table(storage.uniqueName());
    await table.createTable();
    await failureOf(table.getEntity('a', 'b'));
    stop();
    await table.deleteTable();
    expect(seen).toEqual(['POST 201', 'GET 404']);
  });
});

describe('secrets', () => {
  it.each(services)('of the %s service stay out of the record under a shared key', async (service) => {
    const target = await targets[service](storage);
    const sent: string[] = [];
    await target.write();
    for (const request of storage.http.requests) sent.push(JSON.stringify(request));
    expect(sent).toHaveLength(1);
    expect(sent.join()).not.toMatch(/authorization|SharedKey/i);
    expect(sent.join()).not.toContain(storage.key);
  });

  it('stay out of addresses, headers and bodies that carry a shared access signature', async () => {
    const http = instrument({
      sendRequest: async (request) => ({ request, status: 200, headers: createHttpHeaders() }),
    });
    await http.sendRequest(
      createPipelineRequest({
        url: 'https://acc.table.core.windows.net/Employees()?sv=2020&$filter=a%20eq%201&sig=SECRET%2Babc%3D&se=2030',
        method: 'POST',
        headers: createHttpHeaders({
          Authorization: 'Bearer SECRET',
          'x-ms-copy-source': 'https://acc.blob.core.windows.net/c/b?sv=1&sig=SECRET&se=2',
          'x-ms-copy-source-authorization': 'Bearer SECRET',
        }),
        body: 'Authorization: SharedKey acc:SECRET\r\nGET https://a/b?sig=SECRET&sp=r\r\n\r\nkept',
      }),
    );
    const [request] = http.requests;
    expect(JSON.stringify(request)).not.toContain('SECRET');
    expect(request?.url).toBe(
      'https://acc.table.core.windows.net/Employees()?sv=2020&$filter=a%20eq%201&sig=***&se=2030',
    );
    expect(request?.operation).toBe('POST Employees()?$filter=a eq 1');
    expect(request?.headers['x-ms-copy-source']).toContain('sig=***&se=2');
    expect(request?.body).toBe('Authorization: ***\r\nGET https://a/b?sig=***&sp=r\r\n\r\nkept');
  });

  it('do not keep the server from seeing what was really sent', async () => {
    const name = storage.uniqueName.lower('photos');
    const raw = (await storage.rawBlobs()).getContainerClient(name);
    await raw.create();
    await raw.getBlockBlobClient('x').upload('hello', 5);
    const { BlobSASPermissions, BlockBlobClient } = await import('@azure/storage-blob');
    const signed = await raw.getBlockBlobClient('x').generateSasUrl({
      permissions: BlobSASPermissions.parse('r'),
      expiresOn: new Date(Date.now() + 60_000),
    });
    const signature = new URL(signed).searchParams.get('sig') ?? '';
    const { AnonymousCredential } = await import('@azure/storage-blob');
    const blob = new BlockBlobClient(signed, new AnonymousCredential(), { httpClient: storage.http });
    expect((await blob.downloadToBuffer()).toString()).toBe('hello');
    const recorded = JSON.stringify(storage.http.requests);
    expect(signature.length).toBeGreaterThan(20);
    expect(recorded).toContain('sig=***');
    expect(recorded).not.toContain(encodeURIComponent(signature));
    expect(recorded).not.toContain(signature);
  });
});

describe('an instrumented client that knows no addresses', () => {
  const server: HttpClient = {
    sendRequest: async (request) => ({ request, status: 200, headers: createHttpHeaders() }),
  };
  const see = async (url: string, headers: Record<string, string> = {}) => {
    const http = instrument(server);
    await http.sendRequest(createPipelineRequest({ url, headers: createHttpHeaders(headers) }));
    const { service, path } = http.requests[0]!;
    return `${service} ${path}`;
  };

  it('tells the services apart by host, by port and by headers', async () => {
    expect(await see('https://acc.table.core.windows.net/Employees()')).toBe('table Employees()');
    expect(await see('https://acc.table.cosmos.azure.com/Employees()')).toBe('table Employees()');
    expect(await see('https://acc.queue.core.windows.net/orders/messages')).toBe('queue orders/messages');
    expect(await see('https://acc.blob.core.windows.net/photos/a/b')).toBe('blob photos/a/b');
    expect(await see('http://127.0.0.1:10002/devstoreaccount1/Employees')).toBe('table Employees');
    expect(await see('http://localhost:10001/devstoreaccount1/orders')).toBe('queue orders');
    expect(await see('http://127.0.0.1:5000/acc/Employees', { DataServiceVersion: '3.0' })).toBe(
      'table Employees',
    );
    expect(await see('http://127.0.0.1:5000/acc/orders/messages')).toBe('queue orders/messages');
    expect(await see('http://127.0.0.1:5000/acc/photos?restype=container')).toBe('blob photos');
    expect(await see('http://127.0.0.1:5000/acc/what')).toBe('unknown what');
  });
});
