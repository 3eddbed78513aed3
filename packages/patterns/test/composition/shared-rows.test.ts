import { repair, transaction, verify } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Payroll, type Worker, worker } from '../summary/payroll.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const sales = { department: 'Sales' };
const COUNTRIES = ['DK', 'NO'];
const id = fc.integer({ min: 1, max: 5 });
const values = fc
  .record(
    {
      country: fc.constantFrom(...COUNTRIES),
      salary: fc.bigInt({ min: -5n, max: 5n }),
      days: fc.integer({ min: -3, max: 3 }),
      bonus: fc.integer({ min: -99, max: 99 }).map((cents) => cents / 100),
      active: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((more) => more as Partial<Worker>);
type Model = Map<number, Worker>;
type Step = (payroll: Payroll, model: Model) => Promise<unknown>;

const replaced = (payroll: Payroll, model: Model, one: Worker) => {
  model.set(one.id, one);
  return payroll.upsert(one, { mode: 'replace' });
};

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, values).map(
    ([n, more]): Step =>
      (payroll, model) =>
        replaced(payroll, model, worker(n, more)),
  ),
  id.map(
    (n): Step =>
      async (payroll, model) => {
        model.delete(n);
        await payroll.delete({ ...sales, id: n }, { force: true });
      },
  ),
  // Two entities exchange all that they feed.
  fc.tuple(id, id).map(
    ([a, b]): Step =>
      async (payroll, model) => {
        const [one, other] = [model.get(a), model.get(b)];
        if (!one || !other || a === b) return;
        const swapped = [
          Object.assign(worker(a), other, { id: a }),
          Object.assign(worker(b), one, { id: b }),
        ];
        const both = transaction();
        for (const each of swapped) both.upsert(payroll, each, { mode: 'replace' });
        await both.commit();
        for (const each of swapped) model.set(each.id, each);
      },
  ),
  fc.array(fc.tuple(id, values), { maxLength: 8 }).map(
    (all): Step =>
      async (payroll, model) => {
        const workers = all.map(([n, more]) => worker(n, more));
        const items = workers.map((upsert) => ({ upsert, mode: 'replace' as const }));
        expect((await payroll.bulk(items)).failed).toBe(0);
        for (const each of workers) model.set(each.id, each);
      },
  ),
);

function summed(all: readonly Worker[]) {
  return {
    count: all.length,
    sum: {
      salary: all.reduce((sum, { salary = 0n }) => sum + salary, 0n),
      days: all.reduce((sum, { days = 0 }) => sum + BigInt(days), 0n),
      bonus: all.reduce((sum, { bonus = 0 }) => sum + BigInt(Math.round(bonus * 100)), 0n),
    },
  };
}

it('lists, summaries and an index of one entity agree with it after any steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const payroll = new Payroll(storage.store(), { table: storage.emulator.uniqueName('Together') });
      const model: Model = new Map();
      for (const run of steps) await run(payroll, model);
      const all = [...model.values()].sort((a, b) => a.id - b.id);
      expect(await payroll.all.get(sales)).toMatchObject(summed(all));
      for (const country of COUNTRIES) {
        const there = all.filter((one) => one.country === country);
        const active = summed(there.filter((one) => one.active));
        expect(await payroll.byCountry.find({ ...sales, country })).toEqual(there);
        expect(await payroll.activeByCountry.get({ ...sales, country })).toMatchObject({
          count: active.count,
          sum: { days: active.sum.days },
        });
      }
      expect(await verify(payroll)).toMatchObject({ clean: true });
    }),
    { numRuns: 20 },
  );
});

it('verify finds nothing, and repair breaks nothing, beside writers', async () => {
  const table = storage.emulator.uniqueName('Beside');
  const payroll = new Payroll(storage.store(), { table });
  const ids = Array.from({ length: 12 }, (_, i) => i + 1);
  await payroll.bulk(ids.map((n) => ({ insert: worker(n, { days: n, country: 'DK' }) })));
  let writing = true;
  const writers = ids.slice(0, 6).map(async (n) => {
    for (let round = 0; writing; round++) {
      await payroll.update({ ...sales, id: n }, { days: round, country: COUNTRIES[round % 2]! });
    }
  });
  for (let look = 0; look < 4; look++) {
    const { findings } = await repair(payroll);
    expect(findings.filter(({ kind }) => kind !== 'unsettled')).toEqual([]);
  }
  writing = false;
  await Promise.all(writers);
  expect(await verify(payroll)).toMatchObject({ clean: true });
});
