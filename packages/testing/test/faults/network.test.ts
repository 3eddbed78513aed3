import { Readable } from 'node:stream';
import { createHttpHeaders, createPipelineRequest, isRestError } from '@azure/core-rest-pipeline';
import { type EmbeddedStorage, embeddedStorage, faults, instrument } from '@tablewright/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, services, targets } from '../targets.js';

let storage: EmbeddedStorage;
beforeAll(async () => {
  storage = await embeddedStorage();
});
afterAll(() => storage.close());
beforeEach(() => {
  storage.http.clear();
  storage.http.clearFaults();
});

describe.each(services)('on the %s service', (service) => {
  it('failBeforeSend sends nothing', async () => {
    const target = await targets[service](storage);
    const fault = storage.http.inject(faults.failBeforeSend());
    const error = await failureOf(target.write());
    expect(isRestError(error)).toBe(true);
    expect(error['code']).toBe('ECONNRESET');
    expect(error['statusCode']).toBeUndefined();
    expect(await target.isStored()).toBe(false);
    expect(fault.fired).toBe(1);
    expect(storage.http.requests).toMatchObject([{ service, fault: 'failBeforeSend', status: undefined }]);

    await target.write();
    expect(await target.isStored()).toBe(true);
  });

  it('dropReply applies the write and loses the reply', async () => {
    const target = await targets[service](storage);
    storage.http.inject(faults.dropReply({ code: 'ETIMEDOUT' }));
    const error = await failureOf(target.write());
    expect(isRestError(error)).toBe(true);
    expect(error['code']).toBe('ETIMEDOUT');
    expect(await target.isStored()).toBe(true);
    expect(storage.http.requests).toMatchObject([{ service, fault: 'dropReply', status: undefined }]);
  });
});

it('failBeforeSend throws what the real client throws', async () => {
  const gone = await embeddedStorage({ services: ['table'] });
  const table = gone.table('Employees');
  await gone.close();
  const real = await failureOf(table.createTable());
  gone.http.inject(faults.failBeforeSend({ code: 'ECONNREFUSED' }));
  const injected = await failureOf(table.createTable());
  expect(gone.http.requests.map(({ fault }) => fault)).toEqual([undefined, 'failBeforeSend']);
  expect(injected.constructor).toBe(real.constructor);
  expect({ name: injected.name, code: injected['code'] }).toEqual({ name: real.name, code: real['code'] });
  expect(real.message.startsWith(injected.message)).toBe(true);
  expect((injected['request'] as { url: string }).url).toBe((real['request'] as { url: string }).url);
});

it('dropReply frees the connection of a download that nobody will read', async () => {
  const stream = Readable.from(['a long download']);
  const http = instrument({
    sendRequest: async (request) => ({
      request,
      status: 200,
      headers: createHttpHeaders(),
      readableStreamBody: stream,
    }),
  });
  http.inject(faults.dropReply());
  const request = createPipelineRequest({ url: 'https://acc.blob.core.windows.net/photos/x' });
  expect((await failureOf(http.sendRequest(request)))['code']).toBe('ECONNRESET');
  expect(stream.destroyed).toBe(true);
});
