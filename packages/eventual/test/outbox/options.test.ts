import { hasCode, TableStore } from '@tablewright/core';
import { collect, OutboxWorker, QueueOutbox, sweep } from '@tablewright/eventual';
import { faults, referenceStorage } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { queuesOf, quiet, ReferenceProgram } from '../support/reference.js';
import { Employees } from '../support/staff.js';

const { storage, outbox, employees, store } = new ReferenceProgram();
const queues = queuesOf(storage);

/** The option that was refused; whatever else happens is no answer. */
async function refused(work: () => unknown): Promise<string> {
  storage.http.clear();
  try {
    await work();
  } catch (error) {
    if (!hasCode(error, 'OPTIONS_INVALID')) throw error;
    expect(storage.http.requests).toEqual([]);
    return (error as unknown as { details: { option: string } }).details.option;
  }
  return 'nothing';
}

describe('an outbox refuses', () => {
  it.each<[string, Record<string, unknown>]>([
    ['queues', { queues: undefined }],
    ['queues', { queues: {} }],
    ['queue', { queue: 'ab' }],
    ['queue', { queue: 'Upper' }],
    ['queue', { queue: 'two--dashes' }],
    ['queue', { queue: '-first' }],
    ['queue', { queue: 'last-' }],
    ['queue', { queue: 'a/b' }],
    ['queue', { queue: 'x'.repeat(57) }],
    ['queue', { queue: 17 }],
    ['queue', { queue: null }],
    ['mode', { mode: 'both' }],
    ['mode', { mode: null }],
    ['hints', { hints: 'never' }],
    ['hints', { hints: 'onFailure', mode: 'worker' }],
    ['patience', { patience: 999 }],
    ['patience', { patience: Number.NaN }],
    ['patience', { patience: 3_600_001 }],
    ['patience', { patience: '60000' }],
    ['hintDelay', { hintDelay: 0 }],
    ['hintDelay', { hintDelay: 1.5 }],
    ['hintDelay', { hintDelay: 3_601 }],
    ['registry', { registry: '1st' }],
    ['registry', { registry: 'a-b' }],
    ['registry', { registry: 'Tables' }],
    ['registry', { registry: ['TablewrightOutbox'] }],
    ['observe', { observe: 'console' }],
  ])('%s: %j', async (option, options) => {
    expect(await refused(() => new QueueOutbox(store, { queues, ...options } as never))).toBe(option);
  });

  it('what is no store, and what are no options', async () => {
    expect(await refused(() => new QueueOutbox(undefined as never, { queues }))).toBe('store');
    expect(await refused(() => new QueueOutbox(store, null as never))).toBe('options');
    expect(await refused(() => new QueueOutbox(store, undefined as never))).toBe('options');
  });

  it('nothing at the limits', () => {
    for (const options of [
      { queue: 'x'.repeat(56), patience: 1_000, hintDelay: 1, registry: 'abc' },
      { queue: 'a-b', patience: 3_600_000, hintDelay: 3_600, registry: 'A'.repeat(63) },
    ]) {
      expect(() => new QueueOutbox(store, { queues, ...options })).not.toThrow();
    }
  });
});

describe('an outbox refuses to ask for', () => {
  it.each([
    undefined,
    null,
    'Staff',
    {},
    { table: 'Staff' },
    { table: 'Staff', partition: '' },
    { table: 'Staff', partition: 'a/b' },
    { table: 'Staff', partition: '\ud800' },
    { table: 'Staff', partition: 'x'.repeat(513) },
    { table: 'a/b', partition: 'Sales' },
    { table: 1n, partition: 'Sales' },
  ])('%o', async (place) => {
    expect(await refused(() => outbox.ask(place as never))).toBe('place');
    storage.http.clear();
    outbox.lookAt(place as never);
    await quiet();
    expect(storage.http.requests).toEqual([]);
  });

  it('what is asked for in a way that there is not', async () => {
    const place = { table: 'Staff', partition: 'Sales' };
    expect(await refused(() => outbox.ask(place, null as never))).toBe('options');
    expect(await refused(() => outbox.ask(place, { timeout: 'soon' as never }))).toBe('timeout');
  });
});

describe('an outbox', () => {
  it('has a registry of its own', async () => {
    for (const registry of ['Staff', 'staff']) {
      const shared = new QueueOutbox(store, { queues, registry });
      const staff = new Employees(store, { outbox: shared });
      expect(await refused(() => staff.insert({ department: 'Sales', id: 1, age: 30 }))).toBe('registry');
    }
  });

  it('says that its queue cannot be reached', async () => {
    const program = new ReferenceProgram();
    const down = {
      times: Number.POSITIVE_INFINITY,
      when: ({ service }: { service: string }) => service === 'queue',
    };
    program.storage.http.inject(faults.failBeforeSend(), down);
    await expect(program.outbox.ask({ table: 'Staff', partition: 'Sales' })).rejects.toMatchObject({
      code: 'OUTBOX_UNAVAILABLE',
    });
    program.storage.http.clearFaults();
    program.storage.http.inject(faults.hang(), down);
    const asked = program.timed(() => program.outbox.ask({ table: 'Staff', partition: 'Sales' }));
    await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('is not disturbed by who watches it', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      for (const observe of [
        () => {
          throw new Error('seen');
        },
        async () => {
          throw new Error('seen');
        },
      ]) {
        const program = new ReferenceProgram({ observe });
        await program.employees.insert({ department: 'Sales', id: 1, age: 30, email: '1@x.com' });
        checkSettled(program.rows());
      }
      await quiet();
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('takes the clients of another copy of the SDK', () => {
    // Two classes with private fields are different to the compiler, whatever else they have.
    class Other {
      readonly #context = queues;
      getQueueClient(name: string) {
        return this.#context.getQueueClient(name);
      }
    }
    expect(() => new QueueOutbox(store, { queues: new Other() })).not.toThrow();
  });
});

describe('a worker refuses', () => {
  it.each<[string, Record<string, unknown>]>([
    ['repositories', { repositories: undefined }],
    ['repositories', { repositories: employees }],
    ['repositories', { repositories: [undefined] }],
    ['repositories', { repositories: 'Employees' }],
    ['repositories', { repositories: [Employees] }],
    ['concurrency', { concurrency: 0 }],
    ['concurrency', { concurrency: 1_001 }],
    ['concurrency', { concurrency: '8' }],
    ['visibility', { visibility: 1 }],
    ['visibility', { visibility: 604_801 }],
    ['maxDequeues', { maxDequeues: 0 }],
    ['maxDequeues', { maxDequeues: Number.NaN }],
    ['pollInterval', { pollInterval: 0 }],
    ['pollInterval', { pollInterval: Number.POSITIVE_INFINITY }],
    ['handleTimeout', { handleTimeout: 999 }],
    ['handleTimeout', { handleTimeout: 3_600_001 }],
    ['backOff', { backOff: null }],
    ['backOff', { backOff: 5 }],
    ['backOff.first', { backOff: { first: 0 } }],
    ['backOff.first', { backOff: { first: 10, most: 9 } }],
    ['backOff.most', { backOff: { most: 604_801 } }],
    ['signal', { signal: {} }],
  ])('%s: %j', async (option, options) => {
    const made = () => new OutboxWorker(outbox, { repositories: [employees], ...options } as never);
    expect(await refused(made)).toBe(option);
  });

  it('what is no outbox, and what are no options', async () => {
    const repositories = [employees];
    for (const outboxes of [undefined, [], {}, [undefined], store]) {
      expect(await refused(() => new OutboxWorker(outboxes as never, { repositories }))).toBe('outboxes');
    }
    expect(await refused(() => new OutboxWorker(outbox, undefined as never))).toBe('options');
  });

  it('the repositories of an account that it has no outbox of', async () => {
    const elsewhere = TableStore.connect('http://127.0.0.1:10002/another', undefined, {
      httpClient: storage.http,
      allowInsecureConnection: true,
    });
    expect(await refused(() => new Employees(elsewhere, { outbox }))).toBe('outbox');
    const strange = new Employees(elsewhere, { outbox: new QueueOutbox(elsewhere, { queues }) });
    expect(await refused(() => new OutboxWorker(outbox, { repositories: [employees, strange] }))).toBe(
      'repositories',
    );
    expect(await refused(() => sweep(outbox, { repositories: [strange] }))).toBe('repositories');
    expect(await refused(() => collect(outbox, { repositories: [strange] }))).toBe('repositories');
  });

  it('to drain in a way that there is not', async () => {
    const worker = new OutboxWorker(outbox, { repositories: [employees] });
    expect(await refused(() => worker.drain({ until: 'done' as never }))).toBe('until');
    expect(await refused(() => worker.drain({ signal: 5 as never }))).toBe('signal');
    expect(await refused(() => worker.drain(null as never))).toBe('options');
  });
});

describe('sweep and collect refuse', () => {
  it.each([undefined, null, 'outbox', {}, { store }])('%o in the place of an outbox', async (other) => {
    const repositories: never[] = [];
    expect(await refused(() => sweep(other as never, { repositories }))).toBe('outbox');
    expect(await refused(() => collect(other as never, { repositories }))).toBe('outbox');
  });

  const repositories = [employees];
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each<[string, Record<string, unknown>]>([
    ['repositories', { repositories: undefined }],
    ['repositories', { repositories: [{}] }],
    ['partitions', { partitions: 0 }],
    ['partitions', { partitions: 1.5 }],
    ['olderThan', { olderThan: -1 }],
    ['olderThan', { olderThan: Number.NaN }],
    ['cursor', { cursor: '' }],
    ['cursor', { cursor: 'x' }],
    ['cursor', { cursor: 5 }],
    ['cursor', { cursor: cursor(['a']) }],
    ['cursor', { cursor: cursor(['Staff', { partitionKey: 'a' }]) }],
    ['timeout', { timeout: -1 }],
    ['signal', { signal: {} }],
  ])('sweep, %s: %j', async (option, options) => {
    expect(await refused(() => sweep(outbox, { repositories, ...options } as never))).toBe(option);
  });

  it.each<[string, Record<string, unknown>]>([
    ['repositories', { repositories: 5 }],
    ['grace', { grace: 3_599_999 }],
    ['grace', { grace: '86400000' }],
    ['pages', { pages: 0 }],
    ['cursor', { cursor: '' }],
    ['cursor', { cursor: cursor(['2026-01-01T00 00', 'abc']) }],
    ['cursor', { cursor: cursor(['Other', null]) }],
    ['cursor', { cursor: cursor(['Staff', {}]) }],
    ['cursor', { cursor: cursor(['Staff', { partitionKey: 1 }]) }],
    ['cursor', { cursor: cursor(['Staff', { partitionKey: 'a', rowKey: 1 }]) }],
    ['cursor', { cursor: cursor(['Staff']) }],
    ['timeout', { timeout: Number.NaN }],
  ])('collect, %s: %j', async (option, options) => {
    expect(await refused(() => collect(outbox, { repositories, ...options } as never))).toBe(option);
  });

  it('what are no options at all', async () => {
    expect(await refused(() => sweep(outbox, undefined as never))).toBe('options');
    expect(await refused(() => collect(outbox, [] as never))).toBe('options');
  });
});

it('QueueOutbox.from wants something that has queues', async () => {
  const outboxes = await QueueOutbox.from(store, referenceStorage(), { queue: 'other' });
  expect(outboxes.hints.name).toBe('other');
  expect(await refused(() => QueueOutbox.from(store, {} as never))).toBe('source');
});
