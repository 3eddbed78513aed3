import type { Query } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { EmployeeRepository, sales } from '../support/family.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
let employees: EmployeeRepository;

beforeAll(async () => {
  const table = storage.emulator.uniqueName('Isolated');
  employees = new EmployeeRepository(storage.store(), { table });
  for (let id = 1; id <= 20; id++) {
    const reviews = [2010, 2011, 2012].map((year) => ({ year, rating: id % 5 }));
    await employees.insertFamily({ ...sales, id, name: `n${id}` }, { reviews, badges: [{ code: `${id}` }] });
  }
  const raw = storage.emulator.rawTable(table);
  await raw.createEntity({ partitionKey: 'Sales', rowKey: 'empid_000021' });
  await raw.createEntity({ partitionKey: 'Sales', rowKey: 'empid_000021_2012' });
});

type AnyQuery = Query<object, never, object, never>;

/** The same question in every way in which it can be asked. */
async function everyWay(query: AnyQuery, kind: string): Promise<Record<string, number>> {
  const all = await query.all();
  expect(new Set(all.map((item) => item.constructor.name))).toEqual(new Set([kind]));
  let iterated = 0;
  for await (const item of query) iterated += item ? 1 : 0;
  let paged = 0;
  let token: string | undefined;
  do {
    const page = await query.page({ size: 7, token });
    paged += page.items.length;
    token = page.token;
  } while (token !== undefined);
  const selected = await (query as unknown as Query<{ id: number }, never>).select('id').all();
  const readonly = await query.readonly().all();
  return {
    all: all.length,
    iterated,
    paged,
    counted: await query.count(),
    selected: selected.length,
    readonly: readonly.length,
    scanned: await query.scan('table').count(),
    first: (await query.take(3).all()).length,
  };
}
const each = (n: number) => ({
  all: n,
  iterated: n,
  paged: n,
  counted: n,
  selected: n,
  readonly: n,
  scanned: n,
  first: 3,
});

describe('a query of one class never returns rows of another', () => {
  it.each<readonly [string, () => unknown, string, number]>([
    ['parents of a partition', () => employees.query(sales).scan('partition'), 'Employee', 20],
    ['a range of parents', () => employees.query(sales).between({ id: 5 }, { id: 9 }), 'Employee', 5],
    [
      'parents by a column',
      () =>
        employees
          .query(sales)
          .where({ name: { ge: 'n' } })
          .scan('partition'),
      'Employee',
      20,
    ],
    ['all parents', () => employees.query().scan('table'), 'Employee', 20],
    ['children of a partition', () => employees.reviews.query(sales).scan('partition'), 'Review', 60],
    ['a range of children', () => employees.reviews.query(sales).between({ id: 5 }, { id: 6 }), 'Review', 6],
    ['children of a parent', () => employees.reviews.of({ ...sales, id: 5 }), 'Review', 3],
    ['all children', () => employees.reviews.query().scan('table'), 'Review', 60],
    ['other children', () => employees.badges.query(sales).scan('partition'), 'Badge', 20],
  ])('%s', async (_, query, kind, count) => {
    expect(await everyWay(query() as AnyQuery, kind)).toEqual(each(count));
  });

  it('nor do its point reads', async () => {
    const untyped = employees as unknown as { get(key: object): Promise<unknown> };
    expect(await untyped.get({ ...sales, id: 21 })).toBeUndefined();
    expect(await employees.exists({ ...sales, id: 21 })).toBe(false);
    expect(await employees.reviews.get({ ...sales, id: 21, year: 2012 })).toBeUndefined();
    expect(await employees.exists({ ...sales, id: 20 })).toBe(true);
  });
});
