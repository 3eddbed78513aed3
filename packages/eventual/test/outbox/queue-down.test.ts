import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { department, QUEUE, REGISTRY, ReferenceProgram } from '../support/reference.js';

const all = { times: Number.POSITIVE_INFINITY };
const toQueue = ({ service }: { service: string }) => service === 'queue';
const down = () => faults.failBeforeSend();
const one = { department, id: 1, age: 30, email: '1@x.com' };

describe('a queue that cannot be reached', () => {
  it.each([
    ['fails', down()],
    ['denies', faults.respond(403, 'AuthorizationFailure')],
    ['is busy', faults.serverBusy()],
  ])('%s: inline writers go on, and do it all themselves', async (_, fault) => {
    const program = new ReferenceProgram();
    program.storage.http.inject(fault, { ...all, when: toQueue });
    await program.employees.insert(one);
    await program.employees.update({ department, id: 1 }, { age: 31 });
    checkSettled(program.rows());
    expect(program.events.map(({ type }) => type)).toEqual(['unreachable', 'applied', 'applied']);
    expect(program.registered()).toBe(1);
  });

  it('is asked again after a while', async () => {
    const program = new ReferenceProgram();
    const { clock, http } = program.storage;
    const puts = http.inject(down(), { ...all, when: toQueue });
    await program.employees.insert(one);
    clock.advance(4_999);
    await program.employees.insert({ ...one, id: 2 });
    expect(puts.fired).toBe(1);
    clock.advance(1);
    await program.employees.insert({ ...one, id: 3 });
    expect(puts.fired).toBe(2);
    http.clearFaults();
    clock.advance(5_000);
    const { requests } = await http.record(() => program.employees.insert({ ...one, id: 4 }));
    expect(requests.filter(toQueue)).not.toEqual([]);
    expect(program.messages()).toEqual([]);
  });

  it('fails no write whose caller has little time, but the first', async () => {
    const program = new ReferenceProgram();
    program.storage.http.inject(faults.hang(), { ...all, when: toQueue });
    const insert = (id: number, timeout: number) =>
      program.timed(() => program.employees.insert({ ...one, id }, { timeout }));
    await insert(1, 3_000);
    program.storage.clock.advance(60_000);
    await expect(insert(2, 1_000)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await insert(2, 1_000);
    checkSettled(program.rows());
  });

  it('mode worker: refused, and nothing is written', async () => {
    const program = new ReferenceProgram({ mode: 'worker' });
    program.storage.http.inject(down(), { ...all, when: toQueue });
    await expect(program.employees.insert(one)).rejects.toMatchObject({
      code: 'OUTBOX_UNAVAILABLE',
      details: { queue: QUEUE },
    });
    expect(program.rows()).toEqual({ primaries: [], copies: [], intents: [], guards: [] });
    program.storage.http.clearFaults();
    await program.employees.insert(one);
    await program.worker().drain();
    checkSettled(program.rows());
  });

  it('does not answer: nobody waits longer than two seconds for it, at any point', async () => {
    const program = new ReferenceProgram();
    const { clock, http } = program.storage;
    http.inject(faults.hang(), { ...all, when: toQueue });
    const before = clock.now();
    await program.timed(() => program.employees.insert(one));
    expect(clock.now() - before).toBe(2_000);
    checkSettled(program.rows());
    // It took the hint, but does not let it go again.
    http.clearFaults();
    clock.advance(5_000);
    http.inject(faults.hang(), { ...all, when: (request) => toQueue(request) && request.method !== 'POST' });
    const again = clock.now();
    await expect(program.timed(() => program.employees.insert(one))).rejects.toMatchObject({
      code: 'ENTITY_EXISTS',
    });
    expect(clock.now() - again).toBe(2_000);
    clock.advance(5_000);
    const last = clock.now();
    await program.timed(() => program.employees.update({ department, id: 1 }, { age: 31 }));
    expect(clock.now() - last).toBe(2_000);
    checkSettled(program.rows());
  });

  it('ends with the signal of the caller, before anything is written', async () => {
    const program = new ReferenceProgram();
    const end = new AbortController();
    program.storage.http.inject(faults.hang(), { ...all, when: toQueue });
    const written = program.employees.insert(one, { signal: end.signal });
    written.catch(() => {});
    for (let turn = 0; turn < 50; turn++) await new Promise((go) => setImmediate(go));
    end.abort();
    await expect(written).rejects.toMatchObject({ code: 'ABORTED' });
    expect(program.rows().primaries).toEqual([]);
  });
});

describe('a registry that cannot be reached', () => {
  const toRegistry = ({ path, method }: { path: string; method: string }) =>
    path.startsWith(REGISTRY) && method !== 'GET';

  it('refuses the write: nobody would find what a crash leaves', async () => {
    const program = new ReferenceProgram();
    program.storage.http.inject(faults.respond(403, 'AuthorizationFailure'), { ...all, when: toRegistry });
    await expect(program.employees.insert(one)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    expect(program.rows().primaries).toEqual([]);
  });

  it('does not pass its unknown outcome for that of the write', async () => {
    const program = new ReferenceProgram();
    program.storage.http.inject(faults.dropReply(), {
      ...all,
      when: ({ path }) => path.startsWith(REGISTRY),
    });
    await expect(program.employees.insert(one)).rejects.toMatchObject({
      code: 'OUTBOX_UNAVAILABLE',
      details: { registry: REGISTRY },
    });
    expect(program.rows().primaries).toEqual([]);
    program.storage.http.clearFaults();
    await program.employees.insert(one);
    checkSettled(program.rows());
  });

  it('one lost reply does not matter', async () => {
    const program = new ReferenceProgram();
    const lost = program.storage.http.inject(faults.dropReply(), { when: toRegistry, after: 1 });
    await program.employees.insert(one);
    expect(lost.fired).toBe(1);
    checkSettled(program.rows());
  });
});
