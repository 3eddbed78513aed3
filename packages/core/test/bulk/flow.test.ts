import { describe, expect, it } from 'vitest';
import { type Employee, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';
import { fresh, ids, requestsOf, storedAges } from './support.js';

const storage = useStorage();
const key = (id: number) => ({ department: 'Sales', id });

describe('what is read ahead', () => {
  it.each([
    ['one partition', () => 'Sales', 40],
    ['as many partitions as items', (id: number) => `D${id}`, 40],
    ['one partition, with room for less than a transaction', () => 'Sales', 7],
  ])('stays within its bound: %s', async (_, department, readAhead) => {
    const { employees } = await fresh(storage);
    const settled = new Set<number>();
    let firstOpen = 0;
    let furthest = 0;
    function* items() {
      for (let id = 0; id < 300; id++) {
        furthest = Math.max(furthest, id - firstOpen);
        yield { insert: employee(id, { department: department(id) }) };
      }
    }
    const report = await employees.bulk(items(), {
      readAhead,
      concurrency: 3,
      onOutcome: ({ index }) => {
        settled.add(index);
        while (settled.has(firstOpen)) firstOpen++;
      },
    });
    expect(report).toMatchObject({ done: 300, failed: 0 });
    // The item that is being read is itself within the bound.
    expect(furthest).toBe(readAhead - 1);
  });

  it('is bounded for a long source of one partition', async () => {
    const { employees } = await fresh(storage);
    let settled = 0;
    let most = 0;
    async function* items() {
      for (let index = 0; index < 20_000; index++) {
        most = Math.max(most, index - settled);
        // Most of them are refused at once, so that the emulator has little to do.
        yield { insert: index % 100 === 0 ? employee(index) : employee(-1) };
      }
    }
    const report = await employees.bulk(items(), {
      readAhead: 500,
      keepFailures: 3,
      onOutcome: () => {
        settled++;
      },
    });
    expect(report).toMatchObject({ read: 20_000, done: 200, failed: 19_800 });
    expect(report.failures).toHaveLength(3);
    expect(most).toBeLessThan(500);
  });

  it('counts bytes as well', async () => {
    const { employees } = await fresh(storage);
    const note = 'x'.repeat(1024 * 1024);
    let settled = 0;
    let most = 0;
    function* items() {
      for (let id = 0; id < 150; id++) {
        most = Math.max(most, id - settled);
        // The note is not stored, but it is kept for as long as the item is.
        yield { insert: Object.assign(employee(id, { department: `D${id}` }), { note }) };
      }
    }
    const report = await employees.bulk(items(), {
      onOutcome: () => {
        settled++;
      },
    });
    expect(report).toMatchObject({ done: 150 });
    expect(most).toBe(63);
  });

  it('waits for outcomes to be heard', async () => {
    const { employees } = await fresh(storage);
    let read = 0;
    let heard = 0;
    let most = 0;
    function* items() {
      for (let id = 0; id < 60; id++) {
        read++;
        yield { insert: employee(id, { department: `D${id}` }) };
      }
    }
    await employees.bulk(items(), {
      readAhead: 10,
      onOutcome: async () => {
        most = Math.max(most, read - heard);
        await new Promise((resolve) => setTimeout(resolve, 1));
        heard++;
      },
    });
    expect(heard).toBe(60);
    expect(most).toBeLessThanOrEqual(10);
  });
});

describe('concurrency', () => {
  it.each([1, 3])('%i at most, and one at a time for a partition', async (concurrency) => {
    const { employees } = await fresh(storage);
    const underWay = new Map<string, number>();
    let most = 0;
    storage.emulator.http.inject(
      {
        name: 'watch',
        async run({ recorded, send }) {
          const partition = /"PartitionKey":"(\w+)"/.exec(recorded.body!)![1]!;
          underWay.set(partition, (underWay.get(partition) ?? 0) + 1);
          expect(underWay.get(partition)).toBe(1);
          most = Math.max(
            most,
            [...underWay.values()].reduce((a, b) => a + b),
          );
          const reply = await send();
          underWay.set(partition, underWay.get(partition)! - 1);
          return reply;
        },
      },
      { times: Number.POSITIVE_INFINITY },
    );
    const items = ids(900).map((id) => ({ insert: employee(id, { department: `D${id % 4}` }) }));
    expect(await employees.bulk(items, { concurrency, readAhead: 200 })).toMatchObject({ done: 900 });
    expect(most).toBe(concurrency);
  });
});

describe('order', () => {
  it('later items for a row find what the earlier ones left', async () => {
    const { employees } = await fresh(storage);
    const results: unknown[] = [];
    const report = await employees.bulk(
      [
        { insert: employee(1, { age: 1 }) },
        { insert: employee(2, { age: 1 }) },
        { update: key(1), changes: { age: 2 } },
        { insert: employee(1, { age: 3 }) },
        { delete: key(1), force: true },
        { delete: key(1), force: true },
        { insert: employee(1, { age: 4 }) },
        { upsert: employee(2, { age: 5 }), mode: 'replace' },
      ],
      {
        onOutcome: (outcome) => {
          if (outcome.status === 'done') results[outcome.index] = outcome.result;
        },
      },
    );
    expect(report).toMatchObject({ done: 7, failed: 1 });
    expect(report.failures).toMatchObject([{ index: 3, error: { code: 'ENTITY_EXISTS' } }]);
    expect(results.slice(4, 6)).toEqual([true, false]);
    expect(await storedAges(employees, storage)).toEqual([
      ['Sales/empid_000001', 4],
      ['Sales/empid_000002', 5],
    ]);
  });

  it('one instance may be written again and again', async () => {
    const { employees } = await fresh(storage);
    function* items() {
      const one = employee(1, { age: 1 });
      yield { insert: one };
      yield { insert: employee(2) };
      one.age = 2;
      yield { update: one };
      one.age = 3;
      yield { replace: one };
      yield { update: one, changes: { lastName: 'Ng' } };
      yield { delete: employee(2), force: true };
      one.age = 5;
      yield { upsert: one };
    }
    expect(await employees.bulk(items())).toMatchObject({ done: 7, failures: [] });
    expect(await storedAges(employees, storage)).toEqual([['Sales/empid_000001', 5]]);
  });

  it('what the caller does to an item after it was read does not count', async () => {
    const { employees } = await fresh(storage);
    await employees.bulk(ids(30).map((id) => ({ insert: employee(id, { age: 0 }) })));
    function* items() {
      const reused: Employee = employee(100);
      const changes: { age: number | null } = { age: 0 };
      const at = { department: 'Sales', id: 0 };
      const item = { update: at, changes };
      for (let id = 0; id < 30; id++) {
        Object.assign(at, { id });
        Object.assign(changes, { age: id % 2 === 0 ? id : null });
        yield item;
        Object.assign(changes, { age: -1 });
        Object.assign(reused, { id: 100 + id, age: id });
        yield { insert: reused };
      }
      Object.assign(at, { id: 9999 });
      Object.assign(reused, { id: 9999, age: -1 });
    }
    const { report, requests } = await requestsOf(storage, () => employees.bulk(items()));
    expect(report).toMatchObject({ done: 60, failures: [] });
    expect(requests.filter(({ path }) => path === '$batch')).toHaveLength(1);
    expect((await storedAges(employees, storage)).map(([, age]) => age)).toEqual([
      ...ids(30).map((id) => (id % 2 === 0 ? id : undefined)),
      ...ids(30),
    ]);
  });
});

describe('progress', () => {
  it('comes after each transaction, with the outcomes before it', async () => {
    const { employees } = await fresh(storage);
    let heard = 0;
    const seen: (readonly [number, number])[] = [];
    const items = ids(250).map((id) => ({ insert: employee(id) }));
    const report = await employees.bulk(items, {
      onOutcome: () => {
        heard++;
      },
      onProgress: ({ done, checkpoint }) => {
        expect(done).toBe(heard);
        seen.push([done, (JSON.parse(checkpoint) as { through: number }).through]);
      },
    });
    expect(seen).toEqual([
      [100, 100],
      [200, 200],
      [250, 250],
    ]);
    expect(report.checkpoint).toBe('{"v":1,"through":250,"also":[]}');
  });
});

describe('outcomes, asked for one by one', () => {
  it('all of them, and the report at the end', async () => {
    const { employees } = await fresh(storage);
    const outcomes = employees.bulkOutcomes(ids(120).map((id) => ({ insert: employee(id % 110) })));
    const statuses: string[] = [];
    let last = await outcomes.next();
    for (; !last.done; last = await outcomes.next()) statuses[last.value.index] = last.value.status;
    expect(statuses.filter((status) => status === 'done')).toHaveLength(110);
    expect(statuses.slice(110)).toEqual(Array(10).fill('failed'));
    expect(last.value).toMatchObject({ read: 120, done: 110, failed: 10 });
  });

  it('the run goes no faster than they are taken, and ends with the loop', async () => {
    const { employees } = await fresh(storage);
    let read = 0;
    let closed = false;
    function* items() {
      try {
        for (; ; read++) yield { insert: employee(read, { department: `D${read}` }) };
      } finally {
        closed = true;
      }
    }
    let taken = 0;
    for await (const _ of employees.bulkOutcomes(items(), { readAhead: 20 })) {
      expect(read - taken).toBeLessThanOrEqual(20);
      if (++taken === 50) break;
    }
    expect(closed).toBe(true);
    expect(read).toBeLessThan(50 + 20);
    const seen = storage.emulator.http.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(storage.emulator.http.requests).toHaveLength(seen);
  });

  it('misuse and interruption reach the loop', async () => {
    const { employees } = await fresh(storage);
    await expect(employees.bulkOutcomes(7 as never).next()).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
    const signal = AbortSignal.abort();
    await expect(employees.bulkOutcomes([{ insert: employee(1) }], { signal }).next()).rejects.toMatchObject({
      code: 'BULK_INTERRUPTED',
    });
  });
});
