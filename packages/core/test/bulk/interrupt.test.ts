import { BulkInterruptedError } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';
import { fresh, ids, requestsOf, storedAges } from './support.js';

const storage = useStorage();

async function interrupted(run: Promise<unknown>): Promise<BulkInterruptedError> {
  const error: unknown = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BulkInterruptedError);
  return error as BulkInterruptedError;
}

/** Of several partitions, so that items are settled out of order. */
const items = (count: number) =>
  ids(count).map((id) => ({ insert: employee(id, { department: `D${id % 7}`, age: id }) }));

describe('an interrupted run', () => {
  it('goes on from its checkpoint, and sends nothing twice that was settled', async () => {
    const { employees } = await fresh(storage);
    const settled = new Map<number, number>();
    let checkpoint: string | undefined;
    let runs = 0;
    for (; checkpoint !== 'end' && runs < 50; runs++) {
      const controller = new AbortController();
      let heard = 0;
      const run = employees.bulk(items(300), {
        signal: controller.signal,
        concurrency: 3,
        readAhead: 60,
        ...(checkpoint !== undefined && { from: checkpoint }),
        onOutcome: ({ index, status }) => {
          if (status !== 'unknown') settled.set(index, (settled.get(index) ?? 0) + 1);
          if (++heard === 40) controller.abort();
        },
      });
      const error = await run.then(
        () => undefined,
        (reason: unknown) => reason as BulkInterruptedError,
      );
      checkpoint = error === undefined ? 'end' : error.checkpoint;
    }
    expect(runs).toBeGreaterThan(3);
    expect(runs).toBeLessThan(50);
    expect(settled.size).toBe(300);
    expect(new Set(settled.values())).toEqual(new Set([1]));
    expect(await storedAges(employees, storage)).toHaveLength(300);
  });

  it('says why, how far it came, and what to go on from', async () => {
    const { employees } = await fresh(storage);
    const controller = new AbortController();
    const error = await interrupted(
      employees.bulk(items(700), {
        signal: controller.signal,
        concurrency: 1,
        onProgress: ({ done }) => {
          if (done >= 200) controller.abort('enough');
        },
      }),
    );
    expect(error).toMatchObject({
      code: 'BULK_INTERRUPTED',
      name: 'AbortError',
      details: { reason: 'ABORTED' },
    });
    expect(error.cause).toMatchObject({ code: 'ABORTED', cause: 'enough' });
    expect(error.report).toMatchObject({ done: 200, failed: 0, unknown: 0 });
    expect(Object.keys(error)).not.toContain('report');
    expect(await storedAges(employees, storage)).toHaveLength(200);
    const { report, requests } = await requestsOf(storage, () =>
      employees.bulk(items(700), { from: error.checkpoint }),
    );
    expect(report).toMatchObject({ read: 700, skipped: 200, done: 500, failed: 0 });
    expect(requests).toHaveLength(5);
    expect(await storedAges(employees, storage)).toHaveLength(700);
    const again = await requestsOf(storage, () => employees.bulk(items(700), { from: report.checkpoint }));
    expect(again.report).toMatchObject({ read: 700, skipped: 700, done: 0 });
    expect(again.requests).toEqual([]);
  });

  it('does not claim to know what became of requests under way; the next run does them again', async () => {
    const { employees } = await fresh(storage);
    const controller = new AbortController();
    storage.emulator.http.inject(
      {
        name: 'appliedThenAborted',
        async run({ send }) {
          await send();
          controller.abort();
          throw new Error('aborted');
        },
      },
      { after: 1 },
    );
    const outcomes: string[] = [];
    const upserts = ids(200).map((id) => ({ upsert: employee(id, { age: id }) }));
    const error = await interrupted(
      employees.bulk(upserts, {
        signal: controller.signal,
        onOutcome: ({ index, status }) => {
          outcomes[index] = status;
        },
      }),
    );
    expect(error).toMatchObject({ details: { reason: 'ABORTED' }, cause: { code: 'ABORTED' } });
    expect(outcomes).toEqual([...Array(100).fill('done'), ...Array(100).fill('unknown')]);
    expect(error.report).toMatchObject({ done: 100, unknown: 100 });
    expect(error.checkpoint).toBe('{"v":1,"through":100,"also":[]}');
    const report = await employees.bulk(upserts, { from: error.checkpoint });
    expect(report).toMatchObject({ skipped: 100, done: 100 });
  });

  it.each([
    ['aborted', { signal: AbortSignal.abort() }, 'ABORTED'],
    ['out of time', { timeout: 0 }, 'TIMEOUT'],
  ])('that is %s already reads and sends nothing', async (_, options, reason) => {
    const { employees } = await fresh(storage);
    let read = 0;
    function* source() {
      read++;
      yield { insert: employee(1) };
    }
    const { requests } = await storage.emulator.http.record(async () => {
      const error = await interrupted(employees.bulk(source(), options));
      expect(error.details.reason).toBe(reason);
    });
    expect([read, requests]).toEqual([0, []]);
  });

  it('leaves an endless source, and lets it clean up', async () => {
    const { employees } = await fresh(storage);
    let closed = false;
    function* endless() {
      try {
        for (let id = 0; ; id++) yield id % 50 === 0 ? { insert: employee(id) } : (null as never);
      } finally {
        closed = true;
      }
    }
    const error = await interrupted(employees.bulk(endless(), { timeout: 300 }));
    expect(error.details.reason).toBe('TIMEOUT');
    expect(closed).toBe(true);
  });

  it('does not wait for a source that never answers', async () => {
    const { employees } = await fresh(storage);
    const controller = new AbortController();
    async function* stuck() {
      yield { insert: employee(1) };
      controller.abort();
      await new Promise(() => {});
    }
    const error = await interrupted(employees.bulk(stuck(), { signal: controller.signal }));
    expect(error.details.reason).toBe('ABORTED');
  });

  it('a source that throws: what it gave before is written, and its error is the cause', async () => {
    const { employees } = await fresh(storage);
    const broken = new Error('disk');
    async function* failing() {
      yield* items(150);
      throw broken;
    }
    const error = await interrupted(employees.bulk(failing()));
    expect(error).toMatchObject({ details: { reason: 'SOURCE_FAILED' }, report: { read: 150, done: 150 } });
    expect(error.cause).toBe(broken);
    expect(await storedAges(employees, storage)).toHaveLength(150);
    expect(await employees.bulk(items(160), { from: error.checkpoint })).toMatchObject({
      skipped: 150,
      done: 10,
    });
  });

  it('stopOnError: nothing new is begun, and the rest can be written later', async () => {
    const { employees } = await fresh(storage);
    await employees.insert(employee(120));
    const inserts = ids(300).map((id) => ({ insert: employee(id) }));
    const error = await interrupted(employees.bulk(inserts, { stopOnError: true }));
    expect(error).toMatchObject({
      details: { reason: 'STOPPED' },
      cause: { code: 'ENTITY_EXISTS' },
      report: { done: 100, failed: 1, failures: [{ index: 120 }] },
    });
    expect(await employees.bulk(inserts, { from: error.checkpoint })).toMatchObject({ done: 199, failed: 0 });
    expect(await storedAges(employees, storage)).toHaveLength(300);
  });

  it.each(['onOutcome', 'onProgress'])(
    '%s that throws ends it; nothing that was not heard counts',
    async (name) => {
      const { employees } = await fresh(storage);
      const broken = new Error('log is full');
      let calls = 0;
      const callback = async () => {
        if (++calls === 3) throw broken;
      };
      const upserts = ids(1000).map((id) => ({ upsert: employee(id) }));
      const error = await interrupted(employees.bulk(upserts, { [name]: callback, concurrency: 1 }));
      expect(error.details.reason).toBe('CALLBACK_FAILED');
      expect(error.cause).toBe(broken);
      expect(calls).toBe(3);
      const settled = name === 'onOutcome' ? 2 : 300;
      expect(JSON.parse(error.checkpoint)).toEqual({ v: 1, through: settled, also: [] });
      expect(await employees.bulk(upserts, { from: error.checkpoint })).toMatchObject({
        skipped: settled,
        done: 1000 - settled,
      });
    },
  );
});

describe('checkpoints', () => {
  it.each([
    null,
    7,
    {},
    '',
    'through',
    '[]',
    'null',
    '{"v":2,"through":0,"also":[]}',
    '{"v":1,"through":-1,"also":[]}',
    '{"v":1,"through":1.5,"also":[]}',
    '{"v":1,"through":1e300,"also":[]}',
    '{"v":1,"through":"1","also":[]}',
    '{"v":1,"through":1}',
    '{"v":1,"through":1,"also":{}}',
    '{"v":1,"through":5,"also":[[3,4]]}',
    '{"v":1,"through":5,"also":[[7,6]]}',
    '{"v":1,"through":5,"also":[[7,9],[8,10]]}',
    '{"v":1,"through":5,"also":[[7]]}',
    '{"v":1,"through":5,"also":[[7,null]]}',
    '{"v":1,"through":5,"also":[7]}',
  ])('%j is none', async (from) => {
    const { employees } = await fresh(storage);
    const run = () => employees.bulk([{ insert: employee(1) }], { from: from as never });
    const { requests } = await storage.emulator.http.record(() =>
      expect(run()).rejects.toMatchObject({ code: 'CHECKPOINT_INVALID' }),
    );
    expect(requests).toEqual([]);
  });

  it.each(['{"v":1,"through":11,"also":[]}', '{"v":1,"through":2,"also":[[4,9007199254740000]]}'])(
    '%s is of a longer source',
    async (from) => {
      const { employees } = await fresh(storage);
      await expect(employees.bulk(items(10), { from })).rejects.toMatchObject({ code: 'CHECKPOINT_INVALID' });
    },
  );

  it('keep what an earlier one says of items that were not reached again', async () => {
    const { employees } = await fresh(storage);
    const from = '{"v":1,"through":3,"also":[[5,6],[40,60]]}';
    const controller = new AbortController();
    function* source() {
      for (const item of items(80)) {
        if (item.insert.id === 10) controller.abort();
        yield item;
      }
    }
    const error = await interrupted(employees.bulk(source(), { from, signal: controller.signal }));
    expect(error.checkpoint).toBe(from);
    expect(await employees.bulk(items(80), { from })).toMatchObject({ skipped: 3 + 2 + 21, done: 54 });
  });
});
