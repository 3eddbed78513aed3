import { setTimeout as sleep } from 'node:timers/promises';
import { TableStore, transaction } from '@tablewright/core';
import { QueueOutbox } from '@tablewright/eventual';
import type { RecordedRequest } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { department, HOUR, QUEUE, queuesOf, ReferenceProgram } from '../support/reference.js';
import { Employees } from '../support/staff.js';

const one = { department, id: 1, age: 30, email: '1@x.com' };
const two = { department, id: 2, age: 40, email: '2@x.com', phone: '5' };
const isCommit = ({ path }: RecordedRequest) => path === '$batch';

/** Somebody else, and a writer that tries again when a reply is missing. */
let others: ReferenceProgram;
let mine: Employees;

beforeEach(() => {
  others = new ReferenceProgram();
  mine = retrying(0);
});

function retrying(ahead: number): Employees {
  const { clock } = others.storage;
  const store = TableStore.from(others.storage, {
    clock: {
      now: () => clock.now() + ahead,
      monotonic: () => clock.monotonic(),
      // In real time: the clock of the service stands still.
      sleep: (ms, signal) => sleep(ms, undefined, { ...(signal && { signal }) }),
    },
    retry: { maxRetries: 1, baseDelay: 1, maxDelay: 1 },
  });
  return new Employees(store, { outbox: new QueueOutbox(store, { queues: queuesOf(others.storage) }) });
}

/** The request never arrives; before its sender hears of it, others do something. */
function loseOne(meanwhile: () => Promise<unknown>, when = isCommit): void {
  others.storage.http.inject(
    {
      name: 'lost',
      run: async () => {
        await meanwhile();
        throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      },
    },
    { when },
  );
}

const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('a transaction that never arrived is not taken for one that did', () => {
  const rival = () => others.employees.update({ department, id: 1 }, { email: 'other@x.com' });

  it('because of what an entity keeps on its record, for which nothing follows', async () => {
    await mine.insert(one);
    await mine.insert(two);
    const first = await mine.getOrThrow(one);
    const second = await mine.getOrThrow(two);
    second.phone = undefined as never;
    loseOne(rival);
    const written = transaction().update(mine, second).update(mine, first, { age: 31 }).commit();
    expect(await codeOf(written)).toBe('ENTITY_CHANGED');
    expect(await mine.get(two)).toMatchObject({ phone: '5' });
    checkSettled(others.rows());
  });

  it('because of what a row has on record that is deleted', async () => {
    await mine.insert(one);
    const first = await mine.getOrThrow(one);
    loseOne(rival);
    const written = transaction().update(mine, first, { age: 31 }).delete(mine, first).commit();
    expect(await codeOf(written)).toBe('OUTCOME_UNKNOWN');
    expect(others.rows().primaries).toHaveLength(1);
    checkSettled(others.rows());
  });
});

describe('a deletion that somebody else was faster with', () => {
  it('takes no copies of what is stored there since, whatever the clock of its writer says', async () => {
    mine = retrying(HOUR);
    await others.employees.insert(one);
    const first = await mine.getOrThrow(one);
    loseOne(() => others.employees.delete(one, { force: true }));
    // Before the workers are asked to do what this deletion did not ask for.
    const isShown = ({ method, path }: RecordedRequest) => method === 'PUT' && path.startsWith(QUEUE);
    others.storage.http.inject(
      {
        name: 'stored again',
        run: async ({ send }) => {
          others.storage.clock.advance(1_000);
          await others.timed(() => others.employees.insert(one));
          return send();
        },
      },
      { when: isShown },
    );
    expect(await mine.delete(first)).toBe(true);
    expect(others.rows()).toMatchObject({ primaries: [{}], copies: [{}] });
    await others.timed(() => others.worker().drain());
    expect(others.rows().copies).toHaveLength(1);
    checkSettled(others.rows());
  });
});
