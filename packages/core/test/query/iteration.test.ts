import { getEventListeners } from 'node:events';
import { or } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type Member, Members, names, someMembers } from './support.js';

const storage = useStorage();
const everyone = someMembers();
let members: Members;

beforeAll(async () => {
  members = new Members(storage.store(), { table: storage.emulator.uniqueName('Iterated') });
  for (const one of everyone) await members.insert(one);
});

const ranges = () =>
  members
    .query()
    .where(
      or({ team: 'a', level: 1 }, { team: 'b', level: 1 }, { team: 'c', level: 1 }, { team: 'c', level: 2 }),
    );
const sent = () => storage.emulator.http.requests.length;
const pending = () => storage.emulator.http.requests.filter((request) => request.durationMs === 0).length;

describe('leaving the loop', () => {
  it('sends nothing more', async () => {
    for await (const one of ranges()) {
      expect(one.name).toBe('x0');
      break;
    }
    const before = sent();
    expect(pending()).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(sent()).toBe(before);
  });

  it('ends what was begun ahead of time', async () => {
    const isLater = (request: { operation: string }) => !request.operation.includes("PartitionKey eq 'a'");
    const fault = storage.emulator.http.inject(faults.hang(), { when: isLater, times: 3 });
    for await (const _ of ranges()) break;
    expect(fault.fired).toBe(3);
    expect(pending()).toBe(0);
  });

  it('by an error of the consumer, too', async () => {
    const loop = async () => {
      for await (const _ of ranges()) throw new Error('mine');
    };
    await expect(loop()).rejects.toThrow('mine');
    expect(pending()).toBe(0);
  });

  it('before it began sends nothing at all', async () => {
    const iterator = ranges().iterate();
    expect(await iterator.return!()).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(sent()).toBe(0);
  });

  it('ends a request that somebody still waits for', async () => {
    storage.emulator.http.inject(faults.hang(), { times: Number.POSITIVE_INFINITY });
    const iterator = members.query({ team: 'a', level: 1 }).iterate();
    const waiting = iterator.next();
    while (sent() === 0) await new Promise(setImmediate);
    expect(await iterator.return!()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(pending()).toBe(0);
  });
});

describe('an iterator', () => {
  it('answers calls that overlap one after the other', async () => {
    const iterator = members.query({ team: 'a', level: 1 }).iterate();
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => iterator.next()));
    expect(results.map(({ value }) => value?.name)).toEqual(['x0', 'y1', 'z2', undefined, undefined]);
    expect(results.map(({ done }) => done)).toEqual([false, false, false, true, true]);
    expect(sent()).toBe(1);
  });

  it('waits for nothing while it has items at hand', async () => {
    const iterator = members.query({ team: 'a', level: 1 }).iterate();
    await iterator.next();
    const order: string[] = [];
    for (const item of ['second', 'third']) {
      await Promise.all([
        iterator.next().then(() => order.push(item)),
        Promise.resolve().then(() => order.push('turn')),
      ]);
    }
    expect(order).toEqual(['second', 'turn', 'third', 'turn']);
  });

  it('is fresh for every loop', async () => {
    const query = members.query({ team: 'a', level: 1 });
    for (let round = 0; round < 2; round++) {
      const found: Member[] = [];
      for await (const one of query) found.push(one);
      expect(names(found)).toEqual(['a/x0', 'a/y1', 'a/z2']);
    }
  });

  it('rethrows what it is told to throw', async () => {
    const iterator = ranges().iterate();
    await iterator.next();
    await expect(iterator.throw!(new Error('mine'))).rejects.toThrow('mine');
    expect((await iterator.next()).done).toBe(true);
  });

  it('gives up with the coded error of the request that failed', async () => {
    const found: string[] = [];
    const fault = faults.respond(403, 'AuthorizationFailure');
    storage.emulator.http.inject(fault, { when: (r) => r.operation.includes("PartitionKey eq 'b'") });
    const iterator = ranges().iterate();
    const loop = async () => {
      for await (const one of iterator) found.push(one.name);
    };
    await expect(loop()).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    expect(found).toEqual(['x0', 'y1', 'z2']);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(pending()).toBe(0);
  });

  it('survives what is worth a retry', async () => {
    storage.emulator.http.inject(faults.serverBusy(), { times: 2 });
    expect(names(await ranges().all())).toHaveLength(12);
  });
});

describe('signal and timeout', () => {
  const everyRun = (): readonly (readonly [string, (o: object) => Promise<unknown>])[] => [
    ['all', (o) => ranges().all(o)],
    ['first', (o) => ranges().first(o)],
    ['count', (o) => ranges().count(o)],
    ['page', (o) => ranges().page(o)],
    ['pages', (o) => ranges().pages(o).next()],
    ['iterate', (o) => ranges().iterate(o).next()],
  ];

  it.each(everyRun())('%s sends nothing when it is aborted already', async (_, run) => {
    await expect(run({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(run({ timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(sent()).toBe(0);
  });

  it.each(everyRun())('%s ends while it waits', async (_, run) => {
    storage.emulator.http.inject(faults.hang(), { times: Number.POSITIVE_INFINITY });
    await expect(run({ timeout: 20 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(run({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(pending()).toBe(0);
  });

  it.each(everyRun())('%s refuses options that are none', async (_, run) => {
    for (const options of [null, 5, { timeout: Number.NaN }, { signal: {} }]) {
      await expect(run(options as object)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    }
    expect(sent()).toBe(0);
  });

  it('ends an iteration between two of its items', async () => {
    const controller = new AbortController();
    const found: string[] = [];
    const loop = async () => {
      for await (const one of ranges().iterate({ signal: controller.signal })) {
        found.push(one.name);
        if (found.length === 2) controller.abort();
      }
    };
    await expect(loop()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(found).toEqual(['x0', 'y1']);
    expect(pending()).toBe(0);
  });

  it('leave nothing on a signal that outlives the iteration', async () => {
    const { signal } = new AbortController();
    for (let i = 0; i < 20; i++) {
      await ranges().all({ signal });
      for await (const _ of ranges().iterate({ signal, timeout: 60_000 })) break;
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });
});
