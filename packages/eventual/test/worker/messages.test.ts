import { readPoison, sweep } from '@tablewright/eventual';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { base64, department, HOUR, POISON, ReferenceProgram, unbase64 } from '../support/reference.js';
import { OlderEmployees } from '../support/staff.js';

const sound = { v: 1, t: 'Staff', p: department, o: [] as string[], w: 0 };
const toCopies = (request: { body: string | undefined; path: string }) =>
  request.path === '$batch' && !!request.body?.includes('age_');

describe('messages that anybody may have written', () => {
  it.each([
    ['not base64', '{"v":1}'],
    ['of another format', base64({ ...sound, v: 9 })],
    ['of the wrong types', base64({ ...sound, p: [] })],
    ['with a key that no row has', base64({ ...sound, p: 'a/b' })],
    ['with a control character', base64({ ...sound, p: '\u0001' })],
    ['with a prototype', base64('{"__proto__":{"v":1}}')],
    ['huge', 'x'.repeat(60_000)],
    ['huge, of characters that take three bytes', '€'.repeat(21_000)],
    ['huge, of characters that JSON escapes', '"\\'.repeat(30_000)],
  ])('%s: goes to the poison queue, as it was', async (_, text) => {
    const program = new ReferenceProgram();
    await program.put(text);
    const metrics = await program.worker().drain();
    expect(metrics).toMatchObject({ poisoned: 1, handled: 0, retries: 0, inFlight: 0 });
    expect(program.messages()).toEqual([]);
    const [message] = program.messages(POISON);
    const note = readPoison(message!.text)!;
    expect(note).toMatchObject({ reason: 'malformed', dequeueCount: 1 });
    expect(text.startsWith(note.text)).toBe(true);
    expect(note.text.length).toBeGreaterThanOrEqual(Math.min(text.length, 8_000));
    expect(program.events).toEqual([{ type: 'poisoned', reason: 'malformed' }]);
  });

  it('readPoison takes nothing for a note that is none', () => {
    for (const text of ['', 'x', base64('null'), base64({ reason: 'x' }), base64({ reason: 1, text: 'x' })]) {
      expect(readPoison(text)).toBeUndefined();
    }
    expect(readPoison(undefined as never)).toBeUndefined();
  });

  it('a partition where nothing is: looked at, and done with', async () => {
    const program = new ReferenceProgram();
    await program.put(base64({ ...sound, p: "o'brien %2F 😀" }));
    await program.leave(1);
    const metrics = await program.worker().drain();
    expect(metrics).toMatchObject({ handled: 2, intents: 1, poisoned: 0 });
    checkSettled(program.rows());
  });

  it('one that claims to have waited a million times is not tried without end', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    await program.clearQueue();
    program.storage.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      times: Number.POSITIVE_INFINITY,
      when: toCopies,
    });
    await program.put(base64({ ...sound, n: 1_000_000 }));
    const worker = program.worker({ maxDequeues: 3 });
    const metrics = await program.timed(() => worker.drain({ until: 'empty' }));
    expect(metrics).toMatchObject({ retries: 3, poisoned: 1 });
  });
});

describe('a message that cannot be handled', () => {
  it('is tried less and less often, then goes to the poison queue with its reason; the sweeper still does it', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const denied = program.storage.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      times: Number.POSITIVE_INFINITY,
      when: toCopies,
    });
    const worker = program.worker({ maxDequeues: 5, backOff: { first: 2, most: 10 } });
    const waits: number[] = [];
    for (let round = 1; round <= 5; round++) {
      await worker.drain();
      const [message] = program.messages();
      waits.push((message!.visibleAt - program.storage.clock.now()) / 1_000);
      expect(unbase64(message!.text)['f']).toBe('AUTHENTICATION_FAILED');
      program.storage.clock.advance(10_000);
    }
    // With the most of chance, it is the full time.
    expect(waits).toEqual([2, 4, 8, 10, 10]);
    const before = worker.metrics();
    expect(before).toMatchObject({ retries: 5, poisoned: 0, oldestIntent: 50_000 });
    await worker.drain();
    expect(worker.metrics()).toMatchObject({ retries: 5, poisoned: 1, handled: 0 });
    expect(program.messages()).toEqual([]);
    const note = readPoison(program.messages(POISON)[0]!.text)!;
    expect(note).toMatchObject({ reason: 'AUTHENTICATION_FAILED', dequeueCount: 6 });
    expect(unbase64(note.text)).toMatchObject({ t: 'Staff', p: department });
    expect(program.rows().intents).toHaveLength(1);
    denied.remove();
    const repositories = [program.employees];
    const swept = await sweep(program.outbox, { repositories, olderThan: 0 });
    expect(swept).toMatchObject({ carriedOut: 1, failures: [], oldest: 50_000 });
    checkSettled(program.rows());
  });

  it('does not hold up the other entities of its partition', async () => {
    const program = new ReferenceProgram();
    await program.leave(1, 30);
    await program.leave(2, 31);
    program.storage.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      times: Number.POSITIVE_INFINITY,
      when: (request) => toCopies(request) && !!request.body?.includes('age_030'),
    });
    await program.timed(() => program.worker().drain());
    expect(program.rows().copies.map(({ partitionKey }) => partitionKey)).toEqual(['age_031']);
    expect(program.rows().intents).toHaveLength(1);
  });

  it('is put back with its reason also when its time is over', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    program.storage.http.inject(faults.hang(), { when: toCopies });
    const worker = program.worker({ handleTimeout: 60_000, visibility: 30 });
    await program.timed(() => worker.drain());
    expect(worker.metrics()).toMatchObject({ retries: 1, handled: 0 });
    expect(unbase64(program.messages()[0]!.text)).toHaveProperty('f');
    expect(program.events.some(({ type }) => type === 'unreachable')).toBe(false);
    await program.timed(() => worker.drain({ until: 'empty' }));
    checkSettled(program.rows());
  });
});

describe('what another program knows', () => {
  it.each(['table', 'derivation', 'fingerprint'] as const)(
    'a %s that is not known here is left, and its message is never poisoned',
    async (what) => {
      const program = new ReferenceProgram();
      if (what === 'table') await program.put(base64({ ...sound, t: 'constructor' }));
      else await program.leave(1);
      const { store, outbox } = program;
      const repositories = what === 'fingerprint' ? [new OlderEmployees(store, { outbox })] : [];
      if (what === 'derivation') {
        const { Plain } = await import('../support/plain.js');
        repositories.push(new Plain(store) as never);
      }
      const worker = program.worker({ repositories, maxDequeues: 2, backOff: { most: 20 } });
      const { intents } = program.rows();
      for (let round = 1; round <= 8; round++) {
        await worker.drain();
        const [message] = program.messages();
        expect(message!.visibleAt - program.storage.clock.now()).toBe(20_000);
        expect(unbase64(message!.text)['n']).toBe(round);
        program.storage.clock.advance(20_000);
      }
      expect(worker.metrics()).toMatchObject({ unknown: 8, poisoned: 0, handled: 0, retries: 0 });
      expect(program.messages(POISON)).toEqual([]);
      expect(program.rows().intents).toEqual(intents);
      if (what === 'table') return;
      expect(worker.metrics().oldestIntent).toBe(160_000);
      // One that knows finishes it.
      await program.worker({ maxDequeues: 2 }).drain();
      expect(program.messages()).toEqual([]);
      checkSettled(program.rows());
    },
  );
});

describe('what nobody knows', () => {
  it('is poison after a week, and the intents stay', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const { store, outbox, storage } = program;
    const worker = program.worker({ repositories: [new OlderEmployees(store, { outbox })] });
    storage.clock.advance(7 * 24 * HOUR);
    await worker.drain();
    expect(worker.metrics()).toMatchObject({ unknown: 1, poisoned: 0 });
    storage.clock.advance(300_000);
    await worker.drain();
    expect(worker.metrics()).toMatchObject({ unknown: 2, poisoned: 1 });
    expect(program.messages()).toEqual([]);
    expect(readPoison(program.messages(POISON)[0]!.text)).toMatchObject({ reason: 'unknown' });
    expect(program.rows().intents).toHaveLength(1);
  });

  it('counts as open only as long as this worker may be the one to see it again', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const { store, outbox, storage } = program;
    const one = program.worker({
      repositories: [new OlderEmployees(store, { outbox })],
      backOff: { most: 20 },
      visibility: 30,
    });
    await one.drain();
    storage.clock.advance(20_000);
    await program.worker().drain();
    checkSettled(program.rows());
    expect(one.metrics().oldestIntent).toBe(20_000);
    storage.clock.advance(30_001);
    expect(one.metrics().oldestIntent).toBe(undefined);
  });
});

describe('a message and its transaction', () => {
  it('waits for the transaction if it comes first, until it can come no more', async () => {
    const program = new ReferenceProgram();
    const table = program.storage.rawTable('Staff');
    await program.leave(1);
    const { partitionKey, rowKey } = program.rows().intents[0]!;
    const intent = await table.getEntity(partitionKey, rowKey);
    await table.deleteEntity(partitionKey, rowKey);
    const worker = program.worker({ maxDequeues: 1 });
    await worker.drain();
    const message = program.messages()[0]!;
    // A minute of patience, and what may be on its way for longer.
    expect(message.visibleAt - message.insertedAt).toBe(100_000);
    expect(worker.metrics()).toMatchObject({ handled: 0, unknown: 0, retries: 0 });
    await table.createEntity(intent as never);
    program.storage.clock.advance(100_000);
    await worker.drain();
    expect(program.messages()).toEqual([]);
    expect(worker.metrics()).toMatchObject({ handled: 1, intents: 1, poisoned: 0, lag: { last: 100_000 } });
    checkSettled(program.rows());
  });

  it('is given up when the transaction did not come', async () => {
    const program = new ReferenceProgram();
    await program.put(base64({ ...sound, o: ['never'], w: 5_000 }));
    const worker = program.worker({ maxDequeues: 1 });
    await worker.drain();
    program.storage.clock.advance(44_000);
    await worker.drain();
    expect(program.messages()).toHaveLength(1);
    program.storage.clock.advance(1_000);
    await worker.drain();
    expect(program.messages()).toEqual([]);
    expect(worker.metrics()).toMatchObject({ handled: 1, intents: 0, poisoned: 0 });
  });

  it('two of them for one transaction are done with once, and do no harm', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const { text } = program.messages()[0]!;
    await program.put(text);
    await program.put(text);
    const worker = program.worker({ concurrency: 1 });
    await worker.drain();
    checkSettled(program.rows());
    // The first did it all; the others wait until nothing can come any more.
    expect(worker.metrics()).toMatchObject({ handled: 1, intents: 1 });
    expect(program.messages()).toHaveLength(2);
    await program.timed(() => worker.drain({ until: 'empty' }));
    expect(worker.metrics()).toMatchObject({ handled: 3, intents: 1, poisoned: 0 });
  });

  it('is not taken for done by a listing of several pages', async () => {
    const program = new ReferenceProgram({}, { paging: { rows: 1 } });
    await program.leave(1, 30);
    await program.crash(2, 31);
    // Of one transaction, one page may show what the page before it came too early for.
    const operations = program.rows().intents.map(({ cells }) => String(cells.get('Operation')!.value));
    await program.put(base64({ ...sound, o: operations, w: 60_000 }));
    const worker = program.worker();
    await worker.drain();
    checkSettled(program.rows());
    expect(program.messages()).toHaveLength(1);
    program.storage.clock.advance(100_000);
    await worker.drain();
    expect(program.messages()).toEqual([]);
  });
});
