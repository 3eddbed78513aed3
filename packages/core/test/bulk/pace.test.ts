import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { employee } from '../support/employee.js';
import { Rounds } from '../support/rounds.js';
import { useStorage } from '../support/storage.js';
import { VirtualClock } from '../support/virtual-clock.js';
import { fresh, ids, storedAges } from './support.js';

const storage = useStorage();
const virtual = () => storage.store({ clock: new VirtualClock() });
const inserts = (partitions: number, each: number) =>
  ids(partitions * each).map((id) => ({
    insert: employee(id, { department: `D${id % partitions}`, age: id }),
  }));

describe('transactions', () => {
  it('halve when the service is too busy, and come back one by one', async () => {
    const { employees } = await fresh(storage, virtual());
    const rounds = new Rounds(storage.emulator.http, (round) =>
      round === 1 ? faults.serverBusy() : undefined,
    );
    const widths = new Set<number>();
    const report = await employees.bulk(inserts(12, 300), {
      onProgress: ({ concurrency }) => widths.add(concurrency),
    });
    expect(report).toMatchObject({ done: 3_600, failed: 0 });
    expect(rounds.sizes.slice(0, 6)).toEqual([8, 8, 4, 5, 6, 7]);
    expect(rounds.most).toBe(8);
    expect(Math.max(...widths)).toBe(8);
    expect(Math.min(...widths)).toBeLessThan(6);
  });

  it('are all applied once, in order, when everything is too busy for a while', async () => {
    const { employees } = await fresh(storage, virtual());
    const rounds = new Rounds(storage.emulator.http, (round) =>
      round >= 1 && round <= 5 ? faults.tooManyRequests() : undefined,
    );
    const added = inserts(6, 50);
    const changed = added.map(({ insert: { department, id } }) => ({
      update: { department, id },
      changes: { age: 1_000 + id },
    }));
    expect(await employees.bulk([...added, ...changed])).toMatchObject({ done: 600, failed: 0 });
    expect(rounds.sizes.slice(1, 6)).toEqual([6, 3, 1, 1, 1]);
    const ages = (await storedAges(employees, storage)).map(([, age]) => age!);
    expect(ages.toSorted((a, b) => a - b)).toEqual(ids(300).map((id) => 1_000 + id));
  });

  it('of other partitions go on while one waits out its pause', async () => {
    let others = 0;
    let allOthers: () => void = () => {};
    const clock = new VirtualClock();
    // The pause ends when everybody else is done: if one of them had to wait for it, that would be never.
    clock.sleep = () =>
      new Promise((resolve) => {
        allOthers = resolve;
      });
    const { employees } = await fresh(storage, storage.store({ clock }));
    const isHot = ({ body }: { readonly body?: string | undefined }) => body!.includes('"PartitionKey":"D0"');
    storage.emulator.http.inject(faults.serverBusy(), { when: isHot });
    const stop = storage.emulator.http.onRequest((request) => {
      if (!isHot(request) && ++others === 10) allOthers();
    });
    const report = await employees.bulk(inserts(6, 200), { concurrency: 2 });
    stop();
    expect(report).toMatchObject({ done: 1_200, failed: 0 });
    expect(others).toBe(10);
  });

  it('are cut off by an abort while they wait for their turn', async () => {
    const { employees } = await fresh(storage, virtual());
    const aborting = new AbortController();
    const rounds = new Rounds(storage.emulator.http, (round) => {
      if (round === 3) aborting.abort();
      return round < 3 ? faults.serverBusy() : undefined;
    });
    const run = employees.bulk(inserts(8, 100), { signal: aborting.signal });
    await expect(run).rejects.toMatchObject({ code: 'BULK_INTERRUPTED', details: { reason: 'ABORTED' } });
    expect(rounds.sizes).toEqual([8, 4, 2, 1]);
    expect(rounds.underWay).toBe(0);
  });
});

describe('reads', () => {
  it('go side by side, four for each transaction, and halve by themselves', async () => {
    const { employees } = await fresh(storage, virtual());
    await employees.bulk(inserts(1, 40));
    const rounds = new Rounds(storage.emulator.http, (round) =>
      round === 0 ? faults.serverBusy() : undefined,
    );
    const changes = { age: null };
    const items = ids(40).map((id) => ({ update: { department: 'D0', id }, changes }));
    expect(await employees.bulk(items, { concurrency: 2 })).toMatchObject({ done: 40 });
    expect(rounds.sizes.slice(0, 4)).toEqual([8, 4, 5, 6]);
    expect(rounds.requests.at(-1)!.map(({ path }) => path)).toEqual(['$batch']);
    expect((await storedAges(employees, storage)).map(([, age]) => age)).toEqual(Array(40).fill(undefined));
  });
});
