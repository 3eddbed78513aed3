import { type EmbeddedStorage, embeddedStorage, type Fault, faults } from '@tablewright/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../targets.js';

let storage: EmbeddedStorage;
let name: string;
beforeAll(async () => {
  storage = await embeddedStorage({ services: ['table'] });
});
afterAll(() => storage.close());
beforeEach(async () => {
  storage.http.clear();
  storage.http.clearFaults();
  name = storage.uniqueName();
  await storage.rawTable(name).createTable();
});

/** Writes rows one after the other and tells which of them went wrong, and how. */
async function write(rows: number): Promise<string[]> {
  const table = storage.table(name);
  for (let row = 0; row < rows; row += 1) {
    await table.upsertEntity({ partitionKey: 'a', rowKey: `${row}` }).catch(() => undefined);
  }
  return storage.http.requests.slice(-rows).map(({ fault }) => fault ?? 'ok');
}

describe('inject', () => {
  it('hits the next request, once', async () => {
    const fault = storage.http.inject(faults.serverBusy());
    expect(fault.fired).toBe(0);
    expect(await write(3)).toEqual(['serverBusy', 'ok', 'ok']);
    expect(fault.fired).toBe(1);
  });

  it('hits as many as told', async () => {
    const fault = storage.http.inject(faults.serverBusy(), { times: 2 });
    expect(await write(3)).toEqual(['serverBusy', 'serverBusy', 'ok']);
    expect(fault.fired).toBe(2);
    storage.http.inject(faults.internalError(), { times: Infinity });
    expect(await write(3)).toEqual(['internalError', 'internalError', 'internalError']);
  });

  it('lets the first ones pass', async () => {
    storage.http.inject(faults.serverBusy(), { after: 1 });
    expect(await write(3)).toEqual(['ok', 'serverBusy', 'ok']);
  });

  it('chooses by the request, and counts only what matches', async () => {
    const isRow = (row: number) => (path: string) => path.includes(`RowKey='${row}'`);
    storage.http.inject(faults.serverBusy(), { when: ({ path }) => isRow(2)(path) });
    expect(await write(4)).toEqual(['ok', 'ok', 'serverBusy', 'ok']);
    storage.http.inject(faults.serverBusy(), {
      after: 1,
      when: ({ path }) => isRow(1)(path) || isRow(3)(path),
    });
    expect(await write(4)).toEqual(['ok', 'ok', 'ok', 'serverBusy']);
  });

  it('fires one fault a request, the first injected that matches', async () => {
    storage.http.inject(faults.serverBusy());
    storage.http.inject(faults.internalError());
    expect(await write(3)).toEqual(['serverBusy', 'internalError', 'ok']);
    storage.http.inject(faults.serverBusy(), { after: 1 });
    storage.http.inject(faults.internalError());
    expect(await write(3)).toEqual(['internalError', 'serverBusy', 'ok']);
  });

  it('is taken back by remove() and clearFaults()', async () => {
    const busy = storage.http.inject(faults.serverBusy(), { times: Infinity });
    storage.http.inject(faults.internalError(), { times: Infinity });
    expect(await write(1)).toEqual(['serverBusy']);
    busy.remove();
    expect(await write(1)).toEqual(['internalError']);
    storage.http.clearFaults();
    expect(await write(1)).toEqual(['ok']);
    expect(busy.fired).toBe(1);
  });

  it('refuses at once what cannot be injected', () => {
    const inject = storage.http.inject.bind(storage.http) as (...given: readonly unknown[]) => unknown;
    const shape = 'inject: the fault is one of faults, or an object of your own, { name, run }.';
    for (const fault of [null, undefined, {}, faults.serverBusy, 'busy', { name: 'x' }]) {
      expect(() => inject(fault)).toThrow(new TypeError(shape));
    }
    const busy = faults.serverBusy();
    for (const count of [Number.NaN, -1, 0.5, '1', null]) {
      expect(() => inject(busy, { times: count })).toThrow(
        new RangeError('inject: times is a whole number, 0 or more.'),
      );
      expect(() => inject(busy, { after: count })).toThrow(
        new RangeError('inject: after is a whole number, 0 or more.'),
      );
    }
    expect(() => inject(busy, { when: 'PATCH' })).toThrow(new TypeError('inject: when is a function.'));
    for (const options of [null, 2]) {
      const what = 'inject: the second argument is an object, such as { times: 2 }.';
      expect(() => inject(busy, options)).toThrow(new TypeError(what));
    }
    inject(busy, { times: undefined, after: 0 });
  });

  it('does not disturb the raw clients', async () => {
    const fault = storage.http.inject(faults.hang(), { times: Infinity });
    await storage.rawTable(name).createEntity({ partitionKey: 'a', rowKey: 'b' });
    expect(fault.fired).toBe(0);
  });

  it('takes faults of your own making', async () => {
    const raw = storage.rawTable(name);
    const row = { partitionKey: 'a', rowKey: 'b' };
    const { etag } = await raw.createEntity(row);
    const rivalWrite: Fault = {
      name: 'rivalWrite',
      async run({ send }) {
        await raw.updateEntity({ ...row, by: 'rival' });
        return send();
      },
    };
    storage.http.inject(rivalWrite, { when: ({ method }) => method === 'PATCH' });
    const update = storage.table(name).updateEntity({ ...row, by: 'us' }, 'Merge', { etag: etag! });
    expect((await failureOf(update))['statusCode']).toBe(412);
    expect(storage.http.requests).toMatchObject([{ fault: 'rivalWrite', status: 412 }]);
  });

  it('shows what retries of the SDK do: the second try meets what the first one stored', async () => {
    const { TableClient } = await import('@azure/data-tables');
    const retrying = TableClient.fromConnectionString(storage.connectionString, name, {
      allowInsecureConnection: true,
      httpClient: storage.http,
      retryOptions: { maxRetries: 1, retryDelayInMs: 1 },
    });
    storage.http.inject(faults.dropReply());
    const error = await failureOf(retrying.createEntity({ partitionKey: 'a', rowKey: 'b' }));
    expect(error['statusCode']).toBe(409);
    expect(storage.http.requests.map(({ fault, status }) => [fault, status])).toEqual([
      ['dropReply', undefined],
      [undefined, 409],
    ]);
  });
});
