import type { HttpClient } from '@azure/core-rest-pipeline';
import { TableClient } from '@azure/data-tables';
import { referenceStorage, VirtualClock } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../targets.js';

async function freshTable(...options: Parameters<typeof referenceStorage>) {
  const storage = referenceStorage(...options);
  const table = storage.table('Employees');
  await table.createTable();
  return { storage, table };
}

describe('the table service of referenceStorage', () => {
  it('stamps rows by its clock, each later than the one before', async () => {
    const clock = new VirtualClock(Date.UTC(2030, 0, 1));
    const { table, storage } = await freshTable({ clock });
    const first = await table.createEntity({ partitionKey: 'a', rowKey: '1' });
    const second = await table.createEntity({ partitionKey: 'a', rowKey: '2' });
    clock.advance(1_500);
    const third = await table.createEntity({ partitionKey: 'a', rowKey: '3' });
    expect([first.etag, second.etag, third.etag]).toEqual([
      `W/"datetime'2030-01-01T00%3A00%3A00.0000000Z'"`,
      `W/"datetime'2030-01-01T00%3A00%3A00.0000001Z'"`,
      `W/"datetime'2030-01-01T00%3A00%3A01.5000000Z'"`,
    ]);
    expect(third.date).toEqual(new Date('2030-01-01T00:00:01Z'));
    expect(
      storage
        .snapshot()
        .tables.get('Employees')
        ?.map(({ etag }) => etag),
    ).toEqual([first.etag, second.etag, third.etag]);
  });

  it('keeps the name of a deleted table for 40 seconds', async () => {
    const { table, storage } = await freshTable();
    await table.deleteTable();
    for (const call of [table.createTable(), table.createEntity({ partitionKey: 'a', rowKey: '1' })]) {
      expect(await failureOf(call)).toMatchObject({
        statusCode: 409,
        details: { odataError: { code: 'TableBeingDeleted' } },
      });
    }
    storage.clock.advance(39_999);
    expect(await failureOf(table.createTable())).toMatchObject({ statusCode: 409 });
    storage.clock.advance(1);
    await table.createTable();
  });

  it('applies a request at the moment it is called', async () => {
    const { storage } = await freshTable();
    let seen = -1;
    const httpClient: HttpClient = {
      sendRequest(request) {
        const reply = storage.service.sendRequest(request);
        seen = storage.snapshot().tables.get('Employees')!.length;
        return reply;
      },
    };
    const options = { allowInsecureConnection: true, httpClient };
    const table = TableClient.fromConnectionString(storage.connectionString, 'Employees', options);
    await table.createEntity({ partitionKey: 'a', rowKey: '1' });
    expect(seen).toBe(1);
  });

  it('ends pages where it is told to, also empty ones', async () => {
    const { table } = await freshTable({ paging: { scanned: 2, atPartitionEnd: true } });
    for (const key of ['a1', 'a2', 'a3', 'b1', 'c1']) {
      await table.createEntity({ partitionKey: key[0]!, rowKey: key, even: Number(key[1]) % 2 === 0 });
    }
    const pages = [];
    const found = table.listEntities({ queryOptions: { filter: 'even eq true' } });
    for await (const page of found.byPage()) pages.push(page.map(({ rowKey }) => rowKey));
    expect(pages).toEqual([['a2'], [], [], []]);
  });

  it('bounds the depth of a filter', async () => {
    const { table } = await freshTable();
    await table.createEntity({ partitionKey: 'a', rowKey: '1', n: 1 });
    const found = (filter: string) => table.listEntities({ queryOptions: { filter } }).next();
    const nested = (depth: number) => `${'('.repeat(depth)}n eq 1${')'.repeat(depth)}`;
    for (const filter of [nested(250), `${'not '.repeat(250)}n eq 1`, `${'(n eq 1) or '.repeat(14)}n eq 2`]) {
      expect(await found(filter)).toMatchObject({ done: false });
    }
    for (const filter of [nested(251), `${'not '.repeat(251)}n eq 1`, 'not '.repeat(5_000)]) {
      const refused = { statusCode: 400, details: { odataError: { code: 'InvalidInput' } } };
      expect(await failureOf(found(filter))).toMatchObject(refused);
    }
  });

  it('bounds the length of an address', async () => {
    const { storage, table } = await freshTable();
    const found = (length: number) =>
      table.listEntities({ queryOptions: { filter: "RowKey eq ''".padEnd(length) } });
    expect(await found(10_000).next()).toMatchObject({ done: true });
    const refused = { statusCode: 414, details: { odataError: { code: 'RequestUriTooLong' } } };
    expect(await failureOf(found(100_000).next())).toMatchObject(refused);
    const container = (await storage.blobs()).getContainerClient('x'.repeat(40_000));
    expect(await failureOf(container.create())).toMatchObject({ statusCode: 414, code: 'RequestUriTooLong' });
  });

  it('refuses what it does not implement', async () => {
    const { table } = await freshTable();
    expect(await failureOf(table.getAccessPolicy())).toMatchObject({ statusCode: 501 });
  });

  it('refuses connections once it is closed', async () => {
    const { table, storage } = await freshTable();
    await storage.close();
    expect(await failureOf(table.getEntity('a', '1'))).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
