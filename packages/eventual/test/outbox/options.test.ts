import { hasCode, TableStore } from '@tablewright/core';
import { collect, OutboxWorker, QueueOutbox, sweep } from '@tablewright/eventual';
import { referenceStorage } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { queuesOf, ReferenceProgram } from '../support/reference.js';
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
    const strange = new Employees(elsewhere, { outbox });
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
