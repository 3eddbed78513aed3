import { faults, type RecordedRequest } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { department, QUEUE, quiet, ReferenceProgram } from '../support/reference.js';

const one = { department, id: 1, age: 30, email: '1@x.com' };
const isBatch = ({ path }: RecordedRequest) => path === '$batch';
/** The first transaction is the commit. */
const copies = { when: isBatch, after: 1 };

let program: ReferenceProgram;
beforeEach(async () => {
  program = new ReferenceProgram({ hints: 'onFailure' });
  await (await program.storage.rawQueues()).getQueueClient(QUEUE).createIfNotExists();
  await program.employees.insert({ ...one, id: 2 });
  program.events.length = 0;
});

/** Whoever finds the hint carries it out. */
async function recovered(): Promise<void> {
  expect(program.messages()).toHaveLength(1);
  await program.worker().drain();
  expect(program.rows().copies).toHaveLength(2);
  checkSettled(program.rows());
}

describe("hints: 'onFailure'", () => {
  it('puts none when all goes well, or when the write is refused', async () => {
    await program.employees.insert(one);
    await expect(program.employees.insert(one)).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
    expect(program.messages()).toEqual([]);
  });

  it('puts one when the copies cannot be written', async () => {
    program.storage.http.inject(faults.respond(403, 'AuthorizationFailure'), copies);
    await program.employees.insert(one);
    await recovered();
  });

  it('puts one when nobody knows whether the commit stands', async () => {
    program.storage.http.inject(faults.dropReply(), { when: isBatch });
    program.storage.http.inject(faults.failBeforeSend(), {
      when: ({ method, path }) => method === 'GET' && path.startsWith('Staff('),
    });
    await expect(program.employees.insert(one)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await recovered();
  });

  it('puts one when the caller gives up after the commit, and does not keep him waiting for it', async () => {
    const caller = new AbortController();
    program.storage.http.inject(faults.hang(), copies);
    program.storage.http.inject(faults.hang(), { when: ({ path }) => path === `${QUEUE}/messages` });
    const inserted = program.employees.insert(one, { signal: caller.signal });
    await quiet();
    caller.abort();
    await inserted;
    expect(program.messages()).toEqual([]);
    program.storage.clock.advance(10_000);
    await quiet();
    expect(program.events.map(({ type }) => type)).toEqual(['left', 'unreachable']);
  });

  it('puts one when the caller has no time left after the commit', async () => {
    program.storage.http.inject(faults.hang(), copies);
    const inserted = program.employees.insert(one, { timeout: 5_000 });
    await quiet();
    program.storage.clock.advance(5_000);
    await inserted;
    await quiet();
    await recovered();
  });
});
