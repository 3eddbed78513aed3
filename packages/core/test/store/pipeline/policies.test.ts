import { createPipelineRequest, type PipelinePolicy, type PipelineRequest } from '@azure/core-rest-pipeline';
import { AzureNamedKeyCredential, TableServiceClient } from '@azure/data-tables';
import { TableStore } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../../support/employee.js';
import { useStorage } from '../../support/storage.js';

const storage = useStorage();
const key = { department: 'Sales', id: 1 };
const missing = { department: 'Sales', id: 2 };
let table: string;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Policies');
  await new EmployeeRepository(storage.store(), { table }).insert(employee(1));
  storage.emulator.http.clear();
});

function employeesWith(...policies: readonly (readonly [PipelinePolicy, ('perCall' | 'perRetry')?])[]) {
  const { account, key, urls } = storage.emulator;
  const client = new TableServiceClient(urls.table, new AzureNamedKeyCredential(account, key), {
    allowInsecureConnection: true,
    additionalPolicies: policies.map(([policy, position = 'perCall']) => ({ policy, position })),
  });
  const store = new TableStore(client, {
    httpClient: storage.emulator.http,
    retry: { baseDelay: 1, maxDelay: 5 },
  });
  return new EmployeeRepository(store, { table });
}

/** Remembers the statuses that it sees. */
function watcher(name: string): PipelinePolicy & { readonly seen: (number | string)[] } {
  const seen: (number | string)[] = [];
  return {
    name,
    seen,
    async sendRequest(request, next) {
      try {
        const response = await next(request);
        seen.push(response.status);
        return response;
      } catch (error) {
        seen.push('failed');
        throw error;
      }
    },
  };
}

describe('policies of the user', () => {
  it.each(['perCall', 'perRetry'] as const)('see every attempt when added %s', async (position) => {
    const policy = watcher('watcher');
    const employees = employeesWith([policy, position]);
    storage.emulator.http.inject(faults.serverBusy());
    storage.emulator.http.inject(faults.failBeforeSend());
    expect((await employees.getOrThrow(key)).id).toBe(1);
    expect(policy.seen).toEqual([503, 'failed', 200]);
  });

  it('run in their order, and what they add is sent', async () => {
    const order: string[] = [];
    const marker = (name: string): PipelinePolicy => ({
      name,
      sendRequest(request, next) {
        order.push(name);
        request.headers.set('x-marks', [request.headers.get('x-marks') ?? '', name].join(''));
        return next(request);
      },
    });
    await employeesWith([marker('c'), 'perRetry'], [marker('a')], [marker('b')]).get(key);
    expect(order).toEqual(['a', 'b', 'c']);
    expect(storage.emulator.http.requests[0]!.headers['x-marks']).toBe('abc');
  });

  const replacements: readonly (readonly [string, (request: PipelineRequest) => PipelineRequest])[] = [
    ['a copy', (request) => ({ ...request })],
    [
      'a copy of the same class',
      (request) => Object.assign(Object.create(Object.getPrototypeOf(request)), request),
    ],
    ['one that inherits from it', (request) => Object.create(request)],
    ['a request of their own', (request) => createPipelineRequest(request)],
  ];
  it.each(replacements)('may pass on %s instead', async (_, replace) => {
    const policy: PipelinePolicy = {
      name: 'replacer',
      sendRequest: (request, next) => next(replace(request)),
    };
    const after = watcher('after');
    const employees = employeesWith(
      [policy],
      [{ ...policy, name: 'again' }, 'perRetry'],
      [after, 'perRetry'],
    );
    expect((await employees.getOrThrow(key)).id).toBe(1);
    // A missing row is an answer to telemetry, and a missing row to the caller.
    expect(await employees.get(missing)).toBeUndefined();
    expect(after.seen).toEqual([200, 204]);
    // Whether a request was sent is still known: here the reply was lost, and the row decides.
    storage.emulator.http.inject(faults.dropReply());
    await employees.insert(employee(3));
    expect((await employees.getOrThrow({ department: 'Sales', id: 3 })).id).toBe(3);
  });

  it('may answer by themselves', async () => {
    const { http } = storage.emulator;
    const answered = await http.record(() =>
      employeesWith([
        {
          name: 'refuser',
          sendRequest: async (request) => ({ request, status: 404, headers: request.headers }),
        },
      ])
        .get(key)
        .catch((error: unknown) => error),
    );
    expect(answered.requests).toEqual([]);
    expect(answered.result).toMatchObject({ code: 'REPLY_INVALID' });
  });
});

describe('what every request carries', () => {
  it('the SDK’s user agent and an id, and no wish for compression', async () => {
    await employeesWith().get(key);
    const { headers } = storage.emulator.http.requests[0]!;
    expect(headers['user-agent']).toMatch(/azsdk-js-data-tables/);
    expect(headers['x-ms-client-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).not.toHaveProperty('accept-encoding');
  });
});
