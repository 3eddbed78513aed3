import { setTimeout as sleep } from 'node:timers/promises';
import { TableStore } from '@tablewright/core';
import { QueueOutbox } from '@tablewright/eventual';
import { expect, it } from 'vitest';
import { checkCovered, checkSettled } from '../support/check-rows.js';
import { department, queuesOf, ReferenceProgram } from '../support/reference.js';
import { Employees } from '../support/staff.js';

const one = { department, id: 1, age: 30, email: '1@x.com' };

it('an insert that took place before, under the same name, brings no old copies back when a reply is lost', async () => {
  const others = new ReferenceProgram();
  const { clock } = others.storage;
  const store = TableStore.from(others.storage, {
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: (ms, signal) => sleep(ms, undefined, { ...(signal && { signal }) }),
    },
    retry: { maxRetries: 1, baseDelay: 1, maxDelay: 1 },
  });
  const mine = new Employees(store, {
    outbox: new QueueOutbox(store, { queues: queuesOf(others.storage) }),
  });
  const named = { idempotencyKey: 'message 1' };
  await others.employees.insert(one, named);
  clock.advance(1_000);
  await others.employees.update({ department, id: 1 }, { age: 31 });
  clock.advance(1_000);
  others.storage.http.inject(
    {
      name: 'lost',
      run: async () => {
        throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      },
    },
    { when: ({ path }) => path === '$batch' },
  );
  // The message is delivered once more.
  await mine.insert(one, named);
  checkCovered(others.rows());
  await others.timed(() => others.worker().drain({ until: 'empty' }));
  checkSettled(others.rows());
  expect(others.rows().copies).toHaveLength(1);
});
