import type { OutcomeUnknownError } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Customer, customer, de, type Employee, employee, IndexedPeople, People } from './people.js';

const storage = useStorage();
const before = () => employee(1, { email: 'a' });

interface Write {
  readonly name: string;
  readonly run: (people: IndexedPeople, loaded: Employee | Customer) => Promise<unknown>;
  /** The row keys afterwards, and the name of the employee. */
  readonly leaves: readonly string[];
  readonly named?: string;
}

const OWN = ['dept_Sales  person_000001', 'email_a', 'person_000001'];
const WRITES: readonly Write[] = [
  {
    name: 'insert',
    run: (people) => people.insert(customer(2, { orders: 1 })),
    leaves: [...OWN, 'orders_0001  person_000002', 'person_000002'],
  },
  { name: 'update', run: (people, loaded) => people.update(loaded, { name: 'x' }), leaves: OWN, named: 'x' },
  { name: 'update by key', run: (people) => people.update(de(1), { name: 'x' }), leaves: OWN, named: 'x' },
  {
    name: 'modify',
    run: (people) => people.modify(de(1), (p) => Object.assign(p, { name: `${p.name}+` })),
    leaves: OWN,
    named: 'E1+',
  },
  { name: 'delete', run: (people, loaded) => people.delete(loaded), leaves: [] },
  { name: 'delete by key', run: (people) => people.delete(de(1), { force: true }), leaves: [] },
  {
    name: 'transaction',
    run: (people, loaded) => people.transaction().update(loaded, { name: 'x' }).insert(customer(2)).commit(),
    leaves: [...OWN, 'person_000002'],
    named: 'x',
  },
];

describe.each([
  ['a reply that is lost', () => faults.dropReply()],
  ['a request that is lost', () => faults.failBeforeSend()],
  ['a server that fails after it has written', () => faults.applyThenRespond(500, 'OperationTimedOut')],
])('%s', (_, fault) => {
  it.each(WRITES)('at each request of $name', async ({ run, leaves, named = 'E1' }) => {
    for (let call = 0; ; call++) {
      const table = storage.emulator.uniqueName('Lost');
      const people = new IndexedPeople(storage.store(), { table });
      await people.insert(before());
      const loaded = await people.getOrThrow(de(1));
      const injected = storage.emulator.http.inject(fault(), { after: call });
      await run(people, loaded);
      const struck = injected.fired > 0;
      storage.emulator.http.clearFaults();
      const rows = await storedRows(storage.emulator, table, 'DE');
      expect([call, Object.keys(rows).sort()]).toEqual([call, [...leaves].sort()]);
      expect(rows['person_000001']?.['name']).toBe(leaves.length > 0 ? `String:${named}` : undefined);
      // One more than there are requests: that run was undisturbed.
      if (!struck) {
        expect(call).toBeGreaterThan(0);
        break;
      }
    }
  });
});

it.each<[string, (people: People) => Promise<unknown>]>([
  ['update', (people) => people.update(de(1), { name: 'x' }, { timeout: 300 })],
  ['delete', (people) => people.delete(de(1), { force: true, timeout: 300 })],
])('%s by key that runs out of time after it was sent says that it may be stored', async (_, run) => {
  const people = new People(storage.store(), { table: storage.emulator.uniqueName('Lost') });
  await people.insert(before());
  storage.emulator.http.inject(faults.hang(), { when: ({ method }) => method !== 'GET' });
  const error: unknown = await run(people).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { code: 'TIMEOUT' } });
  expect(await (error as OutcomeUnknownError).resolve()).toBe('notApplied');
});

it('counters of many writers count each turn once, or say that they cannot tell', async () => {
  const table = storage.emulator.uniqueName('Lost');
  const people = new People(storage.store(), { table });
  await people.insert(customer(1, { orders: 0 }));
  let turn = 0;
  storage.emulator.http.inject(faults.dropReply(), {
    times: Number.POSITIVE_INFINITY,
    when: ({ method }) => method === 'PATCH' && ++turn % 3 === 0,
  });
  const writers = Array.from({ length: 6 }, () => new People(storage.store(), { table }));
  const outcomes = await Promise.all(
    writers.map((writer) =>
      writer
        .modify(de(1), (p) => {
          if (p instanceof Customer) p.orders = (p.orders ?? 0) + 1;
        })
        .then(
          () => 'done',
          ({ code }: { code: string }) => code,
        ),
    ),
  );
  storage.emulator.http.clearFaults();
  const done = outcomes.filter((outcome) => outcome === 'done').length;
  const unknown = outcomes.filter((outcome) => outcome === 'OUTCOME_UNKNOWN').length;
  expect(done + unknown).toBe(6);
  const { orders } = (await people.getOrThrow(de(1))) as Customer;
  expect(orders).toBeGreaterThanOrEqual(done);
  expect(orders).toBeLessThanOrEqual(done + unknown);
});

it('a rival who stored the same value is not taken for oneself', async () => {
  const table = storage.emulator.uniqueName('Lost');
  const people = new People(storage.store(), { table });
  const rival = new People(storage.store(), { table });
  await people.insert(customer(1, { orders: 0 }));
  const increment = (p: Employee | Customer) => {
    if (p instanceof Customer) p.orders = (p.orders ?? 0) + 1;
  };
  let patches = 0;
  storage.emulator.http.inject(faults.dropReply(), {
    when: ({ method }) => method === 'PATCH' && ++patches === 2,
  });
  let turns = 0;
  const outcome = await people
    .modify(de(1), async (p) => {
      if (turns++ === 0) await rival.modify(de(1), increment);
      increment(p);
    })
    .then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
  const { orders } = (await people.getOrThrow(de(1))) as Customer;
  expect(patches).toBeGreaterThan(1);
  expect([
    ['done', 2],
    ['OUTCOME_UNKNOWN', 1],
  ]).toContainEqual([outcome, orders]);
});
