import { describe, expect, it } from 'vitest';
import { EmployeeRepository, sales } from '../support/family.js';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();
const jones = { ...sales, id: 123 };
const open = async (writers: number) => {
  const table = storage.emulator.uniqueName('Parallel');
  await storage.emulator.rawTable(table).createTable();
  const all = Array.from({ length: writers }, () => new EmployeeRepository(storage.store(), { table }));
  return { table, all };
};

describe('many writers', () => {
  it('one of those who insert the same family succeeds, and it is whole', async () => {
    const { table, all } = await open(12);
    const outcomes = await Promise.allSettled(
      all.map((employees, n) =>
        employees.insertFamily(
          { ...jones, name: `${n}` },
          { reviews: [2011, 2012, 2013].map((year) => ({ year, rating: n })) },
        ),
      ),
    );
    const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(done).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ENTITY_EXISTS' });
    }
    const { parent, reviews } = await all[0]!.family(jones);
    expect(reviews.map(({ rating }) => `${rating}`)).toEqual([parent?.name, parent?.name, parent?.name]);
    expect(Object.keys(await storedRows(storage.emulator, table))).toHaveLength(4);
  });

  it('a family is there as a whole or not at all, whenever it is read', async () => {
    const { table, all } = await open(6);
    const [reader, ...writers] = all as [EmployeeRepository, ...EmployeeRepository[]];
    let writing = true;
    const seen = new Set<string>();
    const watch = async () => {
      while (writing) {
        const { parent, reviews } = await reader.family(jones);
        seen.add(`${parent ? 'parent' : 'none'} ${reviews.length}`);
      }
    };
    const write = async (employees: EmployeeRepository) => {
      for (let turn = 0; turn < 8; turn++) {
        await employees
          .insertFamily(jones, { reviews: [{ year: 1 }, { year: 2 }] })
          .catch((error: unknown) => {
            expect(error).toMatchObject({ code: 'ENTITY_EXISTS' });
          });
        expect([0, 3]).toContain(await employees.deleteFamily(jones));
      }
    };
    const watching = watch();
    await Promise.all(writers.map(write)).finally(() => {
      writing = false;
    });
    await watching;
    expect([...seen].filter((state) => state !== 'none 0' && state !== 'parent 2')).toEqual([]);
    expect(Object.keys(await storedRows(storage.emulator, table))).toEqual([]);
  });

  it('changes of children that a delete did not see are not lost unnoticed', async () => {
    const { all } = await open(5);
    const [deleter, ...writers] = all as [EmployeeRepository, ...EmployeeRepository[]];
    await deleter.insertFamily(jones, { reviews: writers.map((_, year) => ({ year, rating: 0 })) });
    const write = async (employees: EmployeeRepository, year: number) => {
      let written = 0;
      for (let turn = 0; turn < 10; turn++) {
        const change = employees.reviews.modify({ ...jones, year }, (review) => {
          review.rating = review.rating! + 1;
        });
        const outcome = await change.catch((error: { code: string }) => error.code);
        if (outcome === 'ENTITY_NOT_FOUND') break;
        expect(outcome).toMatchObject({ rating: ++written });
      }
      return written;
    };
    const [deleted] = await Promise.all([deleter.deleteFamily(jones), ...writers.map(write)]);
    expect(deleted).toBe(5);
    expect(await deleter.family(jones)).toEqual({ parent: undefined, reviews: [], badges: [] });
  });
});
