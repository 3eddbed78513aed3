import { createHttpHeaders, createPipelineRequest } from '@azure/core-rest-pipeline';
import { type EmbeddedStorage, embeddedStorage, type Fault, faults, instrument } from '@tablewright/testing';
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
  it('delay sends the request later', async () => {
    const target = await targets[service](storage);
    storage.http.inject(faults.delay(80));
    const write = target.write();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await target.isStored()).toBe(false);
    await write;
    expect(await target.isStored()).toBe(true);
    expect(storage.http.requests[0]?.durationMs).toBeGreaterThanOrEqual(75);
    expect(storage.http.requests).toMatchObject([{ fault: 'delay' }]);
  });

  it('delay ends early on an abort, and then sends nothing', async () => {
    const target = await targets[service](storage);
    storage.http.inject(faults.delay(60_000));
    const error = await failureOf(target.write({ abortSignal: AbortSignal.timeout(30) }));
    expect(error.name).toBe('AbortError');
    expect(await target.isStored()).toBe(false);
  });

  it('hang ends with an abort only', async () => {
    const target = await targets[service](storage);
    const fault = storage.http.inject(faults.hang());
    const abort = new AbortController();
    let settled = false;
    const write = failureOf(target.write({ abortSignal: abort.signal })).finally(() => {
      settled = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([settled, fault.fired]).toEqual([false, 1]);
    abort.abort();
    expect((await write).name).toBe('AbortError');
    expect(await target.isStored()).toBe(false);
    expect(storage.http.requests).toMatchObject([{ fault: 'hang', status: undefined }]);
  });

  it('an abort signal that has already fired wins over every fault', async () => {
    const all: readonly Fault[] = [
      faults.failBeforeSend(),
      faults.dropReply(),
      faults.serverBusy(),
      faults.applyThenRespond(500, 'InternalError'),
      faults.emptyPage(),
      faults.delay(10),
      faults.hang(),
    ];
    for (const fault of all) {
      const target = await targets[service](storage);
      const injected = storage.http.inject(fault);
      const error = await failureOf(target.write({ abortSignal: AbortSignal.abort() }));
      expect(error.name).toBe('AbortError');
      expect(await target.isStored()).toBe(false);
      expect(injected.fired).toBe(0);
      injected.remove();
    }
    expect(storage.http.requests).toEqual([]);
  });
});

describe('the timeout of a request', () => {
  /** A server that never answers, so that the real client runs into the timeout. */
  const requestTo = (url: string, timeout: number) =>
    createPipelineRequest({ url, timeout, allowInsecureConnection: true, headers: createHttpHeaders() });

  it('ends hang and delay with the error of the real client', async () => {
    const { createServer } = await import('node:http');
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const http = instrument();
    const url = `http://127.0.0.1:${port}/acc/x`;
    try {
      const real = await failureOf(http.sendRequest(requestTo(url, 30)));
      for (const fault of [faults.hang(), faults.delay(60_000), faults.delay(10)]) {
        http.inject(fault);
        const started = performance.now();
        const error = await failureOf(http.sendRequest(requestTo(url, 60)));
        const waited = performance.now() - started;
        expect({ name: error.name, message: error.message }).toEqual({
          name: real.name,
          message: real.message,
        });
        expect(waited).toBeGreaterThan(50);
        expect(waited).toBeLessThan(5000);
      }
      expect(http.requests.map(({ fault }) => fault)).toEqual([undefined, 'hang', 'delay', 'delay']);

      const aborted = () => ({ ...requestTo(url, 0), abortSignal: AbortSignal.abort() });
      const { createDefaultHttpClient } = await import('@azure/core-rest-pipeline');
      const realAbort = await failureOf(createDefaultHttpClient().sendRequest(aborted()));
      const ownAbort = await failureOf(http.sendRequest(aborted()));
      expect(ownAbort.message).toBe(realAbort.message);
      expect(ownAbort.name).toBe(realAbort.name);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });
});
