import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { SetClock } from '../support/clocks.js';
import { Expense, Expenses, Readings } from '../support/expense.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const FAULTS = {
  'a reply that is lost': () => faults.dropReply(),
  'a request that is lost': () => faults.failBeforeSend(),
  'a server that fails after it has written': () => faults.applyThenRespond(500, 'OperationTimedOut'),
};
const isWrite = ({ method }: { readonly method: string }) => method === 'POST';
const setUp = async <R>(Log: new (...args: ConstructorParameters<typeof Expenses>) => R) => {
  const store = storage.store({ clock: new SetClock('2014-07-31T18:00:00Z') });
  const table = storage.emulator.uniqueName('Lost');
  await store.createTable(table);
  return new Log(store, { table });
};

describe.each(Object.entries(FAULTS))('%s', (_, fault) => {
  it.each([1, 2, 3])('%i times, and the entry is there once', async (times) => {
    const expenses = await setUp(Expenses);
    const injected = storage.emulator.http.inject(fault(), { times, when: isWrite });
    const { id } = await expenses.append({ employee: 'e', amount: 7 });
    expect(injected.fired).toBeGreaterThan(0);
    const stored = await expenses.latest({ employee: 'e' }, 10).all();
    expect(stored.map((entry) => [entry.id, entry.amount])).toEqual([[id, 7]]);
  });

  it('with keys of nothing but ticks', async () => {
    const readings = await setUp(Readings);
    storage.emulator.http.inject(fault(), { when: isWrite });
    const { at } = await readings.append({ sensor: 's', value: 1 });
    const stored = await readings.latest({ sensor: 's' }, 10).all();
    expect(stored.map((entry) => [entry.at, entry.value])).toEqual([[at, 1]]);
  });
});

it('an append whose outcome is unknown may be repeated with the same instance', async () => {
  const expenses = await setUp(Expenses);
  const entry = Object.assign(new Expense(), { employee: 'e', amount: 7 });
  // Nothing comes back any more, neither from the write nor from the look at what is stored.
  storage.emulator.http.inject(faults.dropReply(), { times: Infinity });
  await expect(expenses.append(entry)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  storage.emulator.http.clearFaults();
  expect(await expenses.append(entry)).toEqual(entry);
  expect(await expenses.latest({ employee: 'e' }, 10).all()).toEqual([entry]);
});
