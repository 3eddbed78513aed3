import { QueueServiceClient } from '@azure/storage-queue';
import { TableStore } from '@tablewright/core';
import {
  collect,
  type OutboxOptions,
  OutboxWorker,
  QueueOutbox,
  readPoison,
  sweep,
} from '@tablewright/eventual';
import { type EmbeddedStorage, embeddedStorage, type StoredEntity } from '@tablewright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSettled, type Rows, rowsOf } from '../support/check-rows.js';
import { base64, department, POISON, QUEUE } from '../support/reference.js';
import { Employees, OlderEmployees } from '../support/staff.js';

let storage: EmbeddedStorage;

beforeEach(async () => {
  storage = await embeddedStorage({ services: ['table', 'queue'] });
});
afterEach(() => storage.close());

async function open(options: Partial<OutboxOptions> = {}) {
  const store = TableStore.from(storage);
  const outbox = await QueueOutbox.from(store, storage, options);
  return { store, outbox, employees: new Employees(store, { outbox }) };
}

async function rows(): Promise<Rows> {
  const found: StoredEntity[] = [];
  for await (const entity of storage.rawTable('Staff').listEntities()) {
    const { partitionKey, rowKey, timestamp, etag, ...cells } = entity as Record<string, unknown>;
    const values = Object.entries(cells).map(([name, value]) => [name, { type: 'Edm.String', value }]);
    found.push({ partitionKey, rowKey, timestamp, etag, cells: new Map(values as never) } as StoredEntity);
  }
  return rowsOf({ tables: new Map([['Staff', found]]) });
}

async function messages(queue: string): Promise<readonly string[]> {
  const client = (await storage.rawQueues()).getQueueClient(queue);
  if (!(await client.exists())) return [];
  const { peekedMessageItems } = await client.peekMessages({ numberOfMessages: 32 });
  return peekedMessageItems.map(({ messageText }) => messageText);
}

describe('on Azurite', () => {
  it('two workers carry out what many writers leave, and stop', async () => {
    const one = await open({ mode: 'worker' });
    const two = await open({ mode: 'worker' });
    const ids = Array.from({ length: 30 }, (_, at) => at + 1);
    await Promise.all(
      ids.map((id) =>
        (id % 2 ? one : two).employees.insert({
          department: `D${id % 4}`,
          id,
          age: 20 + (id % 5),
          email: `${id}@x.com`,
        }),
      ),
    );
    const workers = [one, two].map(
      ({ outbox, employees }) =>
        new OutboxWorker(outbox, { repositories: [employees], concurrency: 3, pollInterval: 50 }),
    );
    for (const worker of workers) worker.start();
    while ((await rows()).intents.length > 0) await new Promise((go) => setTimeout(go, 20));
    await Promise.all(workers.map((worker) => worker.stop()));
    const settled = await rows();
    expect(settled.copies).toHaveLength(30);
    checkSettled(settled);
    expect(workers.map((worker) => worker.metrics().inFlight)).toEqual([0, 0]);
    expect(workers.map((worker) => worker.metrics().poisoned)).toEqual([0, 0]);
    expect(await messages(POISON)).toEqual([]);
  });

  it('the message of a long handling is hidden again and again, by the receipts that it gets', async () => {
    const { outbox, employees } = await open({ mode: 'worker' });
    await employees.insert({ department, id: 1, age: 30, email: '1@x.com' });
    const worker = new OutboxWorker(outbox, { repositories: [employees], visibility: 2 });
    let updates = 0;
    storage.http.inject(
      {
        name: 'long',
        run: async ({ send }) => {
          while (updates < 3) await new Promise((go) => setTimeout(go, 20));
          return send();
        },
      },
      { when: ({ path, body }) => path === '$batch' && !!body?.includes('age_') },
    );
    storage.http.onRequest(({ method, service, status }) => {
      if (service === 'queue' && method === 'PUT' && status === 204) updates += 1;
    });
    expect(await worker.drain({ until: 'empty' })).toMatchObject({ handled: 1, retries: 0 });
    expect(updates).toBe(3);
    checkSettled(await rows());
  });

  it('hostile messages go to the poison queue, and nothing else stops', async () => {
    const { outbox, employees } = await open({ mode: 'worker' });
    await employees.insert({ department, id: 1, age: 30, email: '1@x.com' });
    const client = (await storage.rawQueues()).getQueueClient(QUEUE);
    const texts = [
      '{}',
      base64('null'),
      base64({ v: 1, t: 'Staff', p: 'a/b', o: [], w: 0 }),
      '€'.repeat(15_000),
    ];
    for (const text of texts) await client.sendMessage(text);
    const worker = new OutboxWorker(outbox, { repositories: [employees] });
    expect(await worker.drain({ until: 'empty' })).toMatchObject({ handled: 1, poisoned: texts.length });
    const notes = (await messages(POISON)).map((text) => readPoison(text));
    expect(notes.map((note) => note?.reason)).toEqual(texts.map(() => 'malformed'));
    expect(notes.map((note) => note?.text.slice(0, 20)).toSorted()).toEqual(
      texts.map((text) => text.slice(0, 20)).toSorted(),
    );
    checkSettled(await rows());
  });

  it('an older program leaves what it does not know; the sweeper of a newer one does it', async () => {
    const { store, outbox, employees } = await open({ mode: 'worker' });
    await employees.insert({ department, id: 1, age: 30, email: '1@x.com' });
    const older = new OutboxWorker(outbox, { repositories: [new OlderEmployees(store, { outbox })] });
    expect(await older.drain()).toMatchObject({ unknown: 1, poisoned: 0 });
    expect((await rows()).intents).toHaveLength(1);
    const repositories = [employees];
    expect(await sweep(outbox, { repositories, olderThan: 0 })).toMatchObject({
      carriedOut: 1,
      failures: [],
    });
    checkSettled(await rows());
    expect(await collect(outbox, { repositories })).toEqual({ guards: 1, names: 0, deleted: 0 });
  });

  it('a queue that nothing listens for: inline goes on, worker refuses', async () => {
    const store = TableStore.from(storage);
    const nowhere = storage.connectionString.replace(
      /QueueEndpoint=[^;]+/,
      'QueueEndpoint=http://127.0.0.1:1/x',
    );
    const queues = QueueServiceClient.fromConnectionString(nowhere, { retryOptions: { maxTries: 1 } });
    const inline = new Employees(store, { outbox: new QueueOutbox(store, { queues }) });
    await inline.insert({ department, id: 1, age: 30, email: '1@x.com' });
    checkSettled(await rows());
    const deferred = new Employees(store, { outbox: new QueueOutbox(store, { queues, mode: 'worker' }) });
    await expect(deferred.insert({ department, id: 2, age: 30 })).rejects.toMatchObject({
      code: 'OUTBOX_UNAVAILABLE',
    });
    expect((await rows()).primaries).toHaveLength(1);
  });
});
