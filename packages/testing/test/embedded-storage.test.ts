import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TableClient } from '@azure/data-tables';
import { embeddedStorage } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { failureOf } from './targets.js';

describe('embeddedStorage', () => {
  it('gives a connection string that works with the SDK as it is', async () => {
    await using storage = await embeddedStorage();
    expect(storage.connectionString).toBe(
      `DefaultEndpointsProtocol=http;AccountName=${storage.account};AccountKey=${storage.key};` +
        `TableEndpoint=${storage.urls.table};QueueEndpoint=${storage.urls.queue};BlobEndpoint=${storage.urls.blob};`,
    );
    expect(Object.values(storage.urls).every((url) => url.startsWith('http://127.0.0.1:'))).toBe(true);

    const name = storage.uniqueName();
    const table = TableClient.fromConnectionString(storage.connectionString, name, {
      allowInsecureConnection: true,
    });
    await table.createTable();
    await table.createEntity({ partitionKey: 'a', rowKey: 'b' });
    expect((await storage.rawTable(name).getEntity('a', 'b')).rowKey).toBe('b');
    expect(storage.http.requests).toEqual([]);
  });

  it('has raw clients for all three services', async () => {
    await using storage = await embeddedStorage();
    const name = storage.uniqueName.lower();
    await storage.rawTables().createTable(name);
    await (await storage.rawQueues()).createQueue(name);
    await (await storage.rawBlobs()).createContainer(name);
    expect(storage.http.requests).toEqual([]);

    const tables = [];
    for await (const table of storage.tables().listTables()) tables.push(table.name);
    const queues = [];
    for await (const queue of (await storage.queues()).listQueues()) queues.push(queue.name);
    const containers = [];
    for await (const container of (await storage.blobs()).listContainers()) containers.push(container.name);
    expect([tables, queues, containers]).toEqual([[name], [name], [name]]);
    expect(storage.http.requests.map(({ service }) => service)).toEqual(['table', 'queue', 'blob']);
  });

  it('starts only the services asked for, and says so when another is used', async () => {
    await using storage = await embeddedStorage({ services: ['table'] });
    expect(storage.connectionString).not.toContain('QueueEndpoint');
    expect(() => storage.urls.queue).toThrow('The queue service was not started');
    await expect(storage.queues()).rejects.toThrow('The queue service was not started');
    await expect(storage.rawBlobs()).rejects.toThrow('The blob service was not started');

    await using other = await embeddedStorage({ services: ['queue'] });
    expect(() => other.table('Employees')).toThrow('The table service was not started');
  });

  it('runs twice in one process, each with its own data and its own faults', async () => {
    await using one = await embeddedStorage();
    await using two = await embeddedStorage();
    await one.table('Employees').createTable();
    await two.table('Employees').createTable();
    await one.table('Employees').createEntity({ partitionKey: 'a', rowKey: 'b' });
    const missing = await failureOf(two.table('Employees').getEntity('a', 'b'));
    expect(missing['statusCode']).toBe(404);

    const container = (await one.blobs()).getContainerClient('photos');
    await container.create();
    await container.getBlockBlobClient('x').upload('one', 3);
    await two.close();
    expect((await container.getBlockBlobClient('x').downloadToBuffer()).toString()).toBe('one');
    expect(one.http.requests.length).toBeGreaterThan(two.http.requests.length);
  });

  it('closes once however often it is asked, and then refuses connections', async () => {
    const storage = await embeddedStorage({ services: ['table'] });
    await storage.table('Employees').createTable();
    await Promise.all([storage.close(), storage.close()]);
    await storage.close();
    const refused = await failureOf(storage.rawTable('Employees').createTable());
    expect(refused['code']).toBe('ECONNREFUSED');
  });

  it('closes although a connection is still busy', async () => {
    const storage = await embeddedStorage({ services: ['table'] });
    const port = Number(new URL(storage.urls.table).port);
    // Half open: it does not hang up when the server asks it to.
    const busy = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    busy.on('error', () => {});
    await once(busy, 'connect');
    busy.write('POST /devstoreaccount1/Tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    const gone = new Promise((resolve) => busy.on('close', resolve));
    await storage.close();
    await gone;
  });
});

describe('a process that used the built package', () => {
  const run = promisify(execFile);
  const packageFolder = fileURLToPath(new URL('..', import.meta.url));
  /** Fails after the time given, which is what an open handle would lead to. */
  const runScript = (script: string) =>
    run(process.execPath, ['--input-type=module', '-e', script], { cwd: packageFolder, timeout: 20_000 });

  const work = `
    import { embeddedStorage } from '@tablewright/testing';
    const storage = await embeddedStorage();
    await storage.table('Employees').createTable();
    await (await storage.queues()).createQueue('orders');
    await (await storage.blobs()).createContainer('photos');
    await storage.rawTable('Employees').createEntity({ partitionKey: 'a', rowKey: 'b' });
  `;

  it('exits by itself after close(), having printed nothing', async () => {
    const { stdout, stderr } = await runScript(`${work} await storage.close();`);
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  });

  it('loads the SDKs of queues and blobs only when they are used', async () => {
    const { stdout } = await runScript(`
      import { register } from 'node:module';
      register('data:text/javascript,' + encodeURIComponent(\`
        export async function resolve(name, context, next) {
          if (/storage-(queue|blob)/.test(name)) throw new Error('loaded ' + name);
          return next(name, context);
        }\`));
      const { embeddedStorage } = await import('@tablewright/testing');
      const storage = await embeddedStorage();
      await storage.table('Employees').createTable();
      console.log('tables work');
      await storage.queues().catch((error) => console.log(error.message));
      await storage.close();
    `);
    expect(stdout).toBe('tables work\nloaded @azure/storage-queue\n');
  });
});
