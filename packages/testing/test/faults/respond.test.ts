import { type EmbeddedStorage, embeddedStorage, type Fault, faults } from '@tablewright/testing';
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

/** The table SDK hides the code in the parsed body, the others put it on the error. */
function codeOf(error: Record<string, unknown>): unknown {
  const details = error['details'] as { odataError?: { code?: string } } | undefined;
  return details?.odataError?.code ?? error['code'];
}

const refusals: readonly (readonly [string, () => Fault, number, string])[] = [
  ['respond', () => faults.respond(404, 'ResourceNotFound'), 404, 'ResourceNotFound'],
  ['serverBusy', () => faults.serverBusy(), 503, 'ServerBusy'],
  ['operationTimedOut', () => faults.operationTimedOut(), 500, 'OperationTimedOut'],
  ['internalError', () => faults.internalError(), 500, 'InternalError'],
  ['tooManyRequests', () => faults.tooManyRequests(), 429, 'TooManyRequests'],
];

describe.each(services)('on the %s service', (service) => {
  it.each(refusals)('%s is understood by the SDK and applies nothing', async (name, fault, status, code) => {
    const target = await targets[service](storage);
    storage.http.inject(fault());
    const error = await failureOf(target.write());
    expect(error.name).toBe('RestError');
    expect(error['statusCode']).toBe(status);
    expect(codeOf(error)).toBe(code);
    expect(await target.isStored()).toBe(false);
    // One request: the clients of embeddedStorage do not retry.
    expect(storage.http.requests).toMatchObject([{ service, status, fault: name }]);
  });

  it('applyThenRespond applies the write and reports a failure', async () => {
    const target = await targets[service](storage);
    storage.http.inject(faults.applyThenRespond(500, 'OperationTimedOut'));
    const error = await failureOf(target.write());
    expect(error['statusCode']).toBe(500);
    expect(codeOf(error)).toBe('OperationTimedOut');
    expect(await target.isStored()).toBe(true);
    expect(storage.http.requests).toMatchObject([{ status: 500, fault: 'applyThenRespond' }]);
  });

  it('preconditionFailed has the code of the service', async () => {
    const target = await targets[service](storage);
    storage.http.inject(faults.preconditionFailed());
    const error = await failureOf(target.write());
    expect(error['statusCode']).toBe(412);
    expect(codeOf(error)).toBe(service === 'blob' ? 'ConditionNotMet' : 'UpdateConditionNotSatisfied');
  });

  it('retryAfter becomes a header', async () => {
    const target = await targets[service](storage);
    storage.http.inject(faults.serverBusy({ retryAfter: 7 }));
    const error = await failureOf(target.write());
    const { headers } = error['response'] as { headers: { get(name: string): string | undefined } };
    expect(headers.get('retry-after')).toBe('7');
    expect(headers.get('x-ms-error-code')).toBe('ServerBusy');
  });

  it('has the same shape as a refusal of the emulator', async () => {
    const shapeOf = (error: Record<string, unknown>) => {
      const response = error['response'] as { bodyAsText: string; headers: { get(name: string): string } };
      const body = response.bodyAsText.replace(/<[/?]/g, '<').match(/odata\.error|lang|value|<\w+/g);
      return {
        body,
        type: response.headers.get('content-type').split(';')[0],
        keys: Object.keys(error).sort(),
      };
    };
    const missing = await failureOf(readMissing(service));
    storage.http.inject(faults.respond(missing['statusCode'] as number, String(codeOf(missing))));
    const injected = await failureOf(readMissing(service));
    expect(storage.http.requests.map(({ fault }) => fault)).toEqual([undefined, 'respond']);
    expect(codeOf(injected)).toBe(codeOf(missing));
    expect(shapeOf(injected)).toEqual(shapeOf(missing));
  });
});

async function readMissing(service: string): Promise<unknown> {
  if (service === 'table')
    return storage.table('NoSuchTable').createEntity({ partitionKey: 'a', rowKey: 'b' });
  if (service === 'queue') return (await storage.queues()).getQueueClient('nosuchqueue').sendMessage('x');
  return (await storage.blobs()).getContainerClient('nosuchcontainer').getBlockBlobClient('x').upload('x', 1);
}

describe('table particulars', () => {
  it('tableBeingDeleted is an error even for createTable, which ignores existing tables', async () => {
    const name = storage.uniqueName();
    storage.http.inject(faults.tableBeingDeleted());
    const error = await failureOf(storage.table(name).createTable());
    expect(error['statusCode']).toBe(409);
    expect(codeOf(error)).toBe('TableBeingDeleted');
    expect((await failureOf(storage.rawTable(name).getEntity('a', 'b')))['statusCode']).toBe(404);
  });

  it('a transaction refused for its content answers 202 and names the operation', async () => {
    const name = storage.uniqueName();
    await storage.rawTable(name).createTable();
    storage.http.inject(faults.preconditionFailed({ operation: 1 }));
    const rows = ['1', '2'].map(
      (rowKey) => ['create', { partitionKey: 'a', rowKey }] as ['create', typeof row],
    );
    const error = await failureOf(storage.table(name).submitTransaction(rows));
    expect(error['statusCode']).toBe(412);
    expect(error['code']).toBe('UpdateConditionNotSatisfied');
    expect(error.message).toMatch(/^1:The update condition/);
    expect(storage.http.requests).toMatchObject([{ operation: 'POST $batch', status: 202 }]);
    expect(await rowCount(name)).toBe(0);
  });

  it('a transaction that meets a busy server is refused whole', async () => {
    const name = storage.uniqueName();
    await storage.rawTable(name).createTable();
    storage.http.inject(faults.serverBusy());
    const error = await failureOf(storage.table(name).submitTransaction([['create', row]]));
    expect([error['statusCode'], error['code']]).toEqual([503, 'ServerBusy']);
    storage.http.inject(faults.applyThenRespond(500, 'OperationTimedOut'));
    const late = await failureOf(storage.table(name).submitTransaction([['create', row]]));
    expect([late['statusCode'], late['code']]).toEqual([500, 'OperationTimedOut']);
    expect(await rowCount(name)).toBe(1);
  });

  const row = { partitionKey: 'a', rowKey: '1' };
  const rowCount = async (name: string) => {
    let count = 0;
    for await (const _ of storage.rawTable(name).listEntities()) count += 1;
    return count;
  };
});

it('the answer to HEAD has no body, and the blob SDK still learns the code', async () => {
  const blob = (await storage.blobs()).getContainerClient('photos').getBlobClient('x');
  storage.http.inject(faults.respond(404, 'BlobNotFound'));
  expect(await blob.exists()).toBe(false);
  storage.http.inject(faults.serverBusy());
  const error = await failureOf(blob.getProperties());
  expect(error['statusCode']).toBe(503);
  expect((error['response'] as { bodyAsText?: string }).bodyAsText).toBeFalsy();
});
