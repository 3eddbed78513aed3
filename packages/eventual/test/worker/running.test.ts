import { type OutboxEvent, OutboxWorker, QueueOutbox } from '@tablewright/eventual';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { department, held, POISON, QUEUE, queuesOf, quiet, ReferenceProgram } from '../support/reference.js';
import { Employees } from '../support/staff.js';

const isReceive = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path === `${QUEUE}/messages`;
const isUpdate = ({ method, path }: { method: string; path: string }) =>
  method === 'PUT' && path.startsWith(`${QUEUE}/messages/`);
const isListing = ({ operation }: { operation: string }) => operation.startsWith('GET Staff()');
const toCopies = (request: { body: string | undefined; path: string }) =>
  request.path === '$batch' && !!request.body?.includes('age_');

describe('start and stop', () => {
  it('finishes what it has, and takes no more', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const worker = program.worker({ concurrency: 1 });
    let stopped: Promise<void> | undefined;
    let over = false;
    program.storage.http.onRequest((request) => {
      if (!isListing(request) || stopped) return;
      stopped = worker.stop().then(() => {
        over = true;
      });
      expect(worker.metrics().inFlight).toBe(1);
    });
    worker.start();
    worker.start();
    await quiet();
    await stopped;
    expect(over).toBe(true);
    expect(worker.metrics()).toMatchObject({ handled: 1, inFlight: 0 });
    checkSettled(program.rows());
    await program.leave(2);
    program.storage.http.clear();
    program.storage.clock.advance(60_000);
    await quiet();
    expect(program.storage.http.requests).toEqual([]);
    expect(program.messages()).toHaveLength(1);
  });

  it('may be started again, also before it has stopped', async () => {
    const program = new ReferenceProgram();
    const worker = program.worker();
    worker.start();
    await quiet();
    const stopped = worker.stop();
    worker.start();
    await stopped;
    await program.leave(1);
    program.storage.clock.advance(60_000);
    await quiet();
    checkSettled(program.rows());
    await worker.stop();
    await worker.stop();
    expect(program.storage.clock.sleeping).toBe(0);
  });

  it('breaks off what takes longer than there is time for, and shows the message to others', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const worker = program.worker();
    program.storage.http.inject(faults.hang(), { when: toCopies });
    worker.start();
    await quiet();
    let over = false;
    const stopped = worker.stop({ timeout: 20_000 }).then(() => {
      over = true;
    });
    program.storage.clock.advance(19_999);
    await quiet();
    expect(over).toBe(false);
    program.storage.clock.advance(1);
    await stopped;
    expect(worker.metrics()).toMatchObject({ handled: 0, retries: 0, inFlight: 0 });
    expect(program.storage.clock.sleeping).toBe(0);
    const [message] = program.messages();
    expect(message!.visibleAt).toBeLessThanOrEqual(program.storage.clock.now());
    // It is not held against the message.
    expect(await program.worker({ maxDequeues: 1 }).drain()).toMatchObject({ handled: 1, poisoned: 0 });
    checkSettled(program.rows());
  });

  it('does not wait for the rest of the time when all is done', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const worker = program.worker();
    worker.start();
    await quiet();
    await worker.stop({ timeout: 20_000 });
    expect(worker.metrics()).toMatchObject({ handled: 1 });
    expect(program.storage.clock.sleeping).toBe(0);
    await worker.stop({ timeout: 0 });
  });

  it.each([null, 5, { timeout: -1 }, { timeout: Number.NaN }, { timeout: '1' }, { timeout: Infinity }])(
    'refuses to stop with %o, and goes on',
    async (options) => {
      const program = new ReferenceProgram();
      const worker = program.worker();
      worker.start();
      await expect(worker.stop(options as never)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
      await program.leave(1);
      program.storage.clock.advance(5_000);
      await quiet();
      expect(worker.metrics()).toMatchObject({ handled: 1 });
      await worker.stop();
    },
  );

  it('is stopped by a signal, in the middle of a wait for the queue', async () => {
    const program = new ReferenceProgram();
    const end = new AbortController();
    const worker = program.worker({ signal: end.signal });
    program.storage.http.inject(faults.hang(), { when: isReceive });
    worker.start();
    await quiet();
    end.abort();
    await worker.stop();
    expect(program.events).toEqual([]);
    worker.start();
    await quiet();
    expect(program.storage.http.requests.filter(isReceive)).toHaveLength(1);
  });

  it('asks again when the queue did not answer', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    program.storage.http.inject(faults.hang(), { when: isReceive });
    const worker = program.worker();
    worker.start();
    await quiet();
    program.storage.clock.advance(60_000);
    await quiet();
    expect(program.events).toMatchObject([{ type: 'unreachable', queue: QUEUE }]);
    program.storage.clock.advance(5_000);
    await quiet();
    checkSettled(program.rows());
    await worker.stop();
  });

  it('looks less and less often while there is nothing, and goes on when there is', async () => {
    const program = new ReferenceProgram();
    const worker = program.worker({ pollInterval: 4_000 });
    const { clock, http } = program.storage;
    const start = clock.now();
    const times: number[] = [];
    http.onRequest((request) => {
      if (isReceive(request) && request.status === 200) times.push(clock.now() - start);
    });
    worker.start();
    for (let turn = 0; turn < 30; turn++) {
      await quiet(10);
      clock.advance(400);
    }
    const gaps = times.slice(1).map((time, at) => time - times[at]!);
    expect(gaps.slice(0, 5)).toEqual([400, 800, 1_600, 3_200, 4_000]);
    await worker.stop();
  });
});

describe('drain', () => {
  it('idle: leaves what is hidden; empty: waits for it', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    await program.outbox.ask({ table: 'Staff', partition: department });
    const client = (await program.storage.rawQueues()).getQueueClient(QUEUE);
    await client.sendMessage(program.messages()[0]!.text, { visibilityTimeout: 300 });
    const worker = program.worker();
    await program.timed(() => worker.drain());
    expect(program.messages()).toHaveLength(1);
    const before = program.storage.clock.now();
    await program.timed(() => worker.drain({ until: 'empty' }));
    expect(program.messages()).toEqual([]);
    expect(program.storage.clock.now() - before).toBeGreaterThanOrEqual(299_000);
  });

  it('of nothing makes the queue, and asks once', async () => {
    const program = new ReferenceProgram();
    expect(await program.worker().drain()).toEqual({
      handled: 0,
      intents: 0,
      retries: 0,
      poisoned: 0,
      unknown: 0,
      lag: { last: 0, longest: 0 },
      inFlight: 0,
      oldestIntent: undefined,
    });
    const { requests } = await program.storage.http.record(() => program.worker().drain());
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${QUEUE}/messages`]);
  });

  it('ends with its signal, and gives what it has done', async () => {
    const program = new ReferenceProgram();
    const end = new AbortController();
    program.storage.http.inject(faults.hang(), { when: isReceive, after: 1 });
    await program.leave(1);
    const drained = program.worker().drain({ signal: end.signal });
    await quiet();
    end.abort();
    expect(await drained).toMatchObject({ handled: 1 });
    const { requests } = await program.storage.http.record(() =>
      program.worker().drain({ signal: end.signal }),
    );
    expect(requests).toEqual([]);
  });

  it('says so when the queue cannot be reached, after it has drained the others', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const { store, storage, employees } = program;
    const dead = new QueueOutbox(store, { queues: queuesOf(storage), queue: 'dead-queue' });
    storage.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      times: Number.POSITIVE_INFINITY,
      when: ({ path }) => path.startsWith('dead-queue'),
    });
    const worker = new OutboxWorker([dead, program.outbox], { repositories: [employees] });
    await expect(worker.drain()).rejects.toMatchObject({
      code: 'OUTBOX_UNAVAILABLE',
      details: { queue: 'dead-queue' },
    });
    checkSettled(program.rows());
  });
});

describe('a handling that takes long', () => {
  it('keeps its message hidden, again and again, and deletes it by the receipt that it got last', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    program.storage.http.inject(faults.hang(), { when: toCopies });
    const worker = program.worker({ visibility: 10, handleTimeout: 62_000 });
    const { clock } = program.storage;
    const drained = worker.drain();
    const hidden: number[] = [];
    for (let turn = 0; turn < 12; turn++) {
      await quiet();
      clock.advance(5_000);
      await quiet();
      hidden.push(program.messages()[0]!.visibleAt - clock.now());
    }
    expect(hidden).toEqual(new Array(12).fill(10_000));
    // Nobody else gets it meanwhile.
    const other = new ReferenceProgram({}, program.storage);
    expect(await other.worker().drain()).toMatchObject({ handled: 0 });
    const updates = program.storage.http.requests.filter(isUpdate);
    expect(new Set(updates.map(({ url }) => new URL(url).searchParams.get('popreceipt'))).size).toBe(
      updates.length,
    );
    clock.advance(2_000);
    await drained;
    expect(worker.metrics()).toMatchObject({ retries: 1 });
    clock.advance(5_000);
    await program.timed(() => worker.drain());
    expect(program.messages()).toEqual([]);
    checkSettled(program.rows());
  });

  it('does not end while its time is being extended: the last word is the message', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    // The extension is applied, and its reply on its way, when the work is over: the message has another receipt.
    const { clock, http } = program.storage;
    const work = held();
    const extension = held(true);
    http.inject(work.fault, { when: toCopies });
    http.inject(extension.fault, { when: isUpdate });
    const worker = program.worker({ visibility: 10 });
    const drained = worker.drain();
    await quiet();
    clock.advance(5_000);
    await quiet();
    work.release();
    await quiet();
    extension.release();
    await drained;
    expect(program.messages()).toEqual([]);
    expect(worker.metrics()).toMatchObject({ handled: 1, retries: 0 });
  });

  it('that loses its message to another worker does no harm', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    program.storage.http.inject(faults.respond(500, 'InternalError'), {
      times: Number.POSITIVE_INFINITY,
      when: isUpdate,
    });
    const work = held();
    program.storage.http.inject(work.fault, { when: toCopies });
    const slow = program.worker({ visibility: 10 });
    const drained = slow.drain();
    await quiet();
    program.storage.clock.advance(11_000);
    await quiet();
    const other = new ReferenceProgram({}, program.storage);
    expect(await other.worker().drain()).toMatchObject({ handled: 1 });
    expect(program.messages()).toEqual([]);
    work.release();
    await program.timed(() => drained);
    checkSettled(program.rows());
    expect(program.messages(POISON)).toEqual([]);
  });
});

describe('concurrency', () => {
  const dept = (id: number) => `Dept${id}`;

  it('a message that takes long holds up no others', async () => {
    const program = new ReferenceProgram();
    for (let id = 1; id <= 9; id++) await program.leave(id, 30, dept(id));
    const slow = held();
    program.storage.http.inject(slow.fault, { when: isListing });
    const worker = program.worker({ concurrency: 2 });
    worker.start();
    for (let turn = 0; turn < 10; turn++) {
      await quiet();
      program.storage.clock.advance(500);
    }
    expect(worker.metrics()).toMatchObject({ handled: 8, inFlight: 1 });
    slow.release();
    await worker.stop();
    expect(worker.metrics()).toMatchObject({ handled: 9, inFlight: 0 });
    checkSettled(program.rows());
  });

  it('is never more than was asked for, and few requests are made for many messages', async () => {
    const program = new ReferenceProgram();
    for (let id = 1; id <= 40; id++) await program.leave(id, 30, dept(id));
    const worker = program.worker({ concurrency: 8 });
    let most = 0;
    program.storage.http.onRequest(() => {
      most = Math.max(most, worker.metrics().inFlight);
    });
    program.storage.http.clear();
    await worker.drain();
    expect(most).toBe(8);
    expect(worker.metrics().handled).toBe(40);
    // Each look is for half of what is handled at once, at least.
    expect(program.storage.http.requests.filter(isReceive).length).toBeLessThanOrEqual(1 + 40 / 4);
  });

  it('of more than a queue gives at once', async () => {
    const program = new ReferenceProgram();
    for (let id = 1; id <= 70; id++) await program.leave(id, 30, dept(id));
    const worker = program.worker({ concurrency: 64 });
    let most = 0;
    program.storage.http.onRequest(() => {
      most = Math.max(most, worker.metrics().inFlight);
    });
    await worker.drain();
    expect(most).toBe(64);
    expect(worker.metrics().handled).toBe(70);
  });
});

describe('several', () => {
  it('workers share a queue: each message is done with', async () => {
    const program = new ReferenceProgram();
    for (let id = 1; id <= 40; id++) await program.leave(id, 20 + (id % 7), `Dept${id % 5}`);
    const other = new ReferenceProgram({}, program.storage);
    const workers = [program.worker({ concurrency: 4 }), other.worker({ concurrency: 4 })];
    await program.timed(() => Promise.all(workers.map((worker) => worker.drain({ until: 'empty' }))));
    checkSettled(program.rows());
    expect(program.messages()).toEqual([]);
    const handled = workers.map((worker) => worker.metrics().handled);
    expect(handled[0]! + handled[1]!).toBe(40);
    expect(Math.min(...handled)).toBeGreaterThan(0);
  });

  it('queues are served by one worker', async () => {
    const program = new ReferenceProgram();
    const events: OutboxEvent[] = [];
    const queues = queuesOf(program.storage);
    const second = new QueueOutbox(program.store, {
      queues,
      queue: 'second',
      mode: 'worker',
      observe: (event) => events.push(event),
    });
    await program.leave(1);
    await new Employees(program.store, { outbox: second }).insert({ department: 'B', id: 2, age: 31 });
    const worker = new OutboxWorker([program.outbox, second], { repositories: [program.employees] });
    worker.start();
    await quiet();
    await worker.stop();
    checkSettled(program.rows());
    expect(program.messages('second')).toEqual([]);
    expect(worker.metrics()).toMatchObject({ handled: 2, intents: 2 });
    expect(events.map(({ type }) => type)).toEqual(['left', 'handled']);
  });
});
