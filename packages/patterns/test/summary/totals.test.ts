import { drop, Repository, rebuild, repair, transaction, verify } from '@tablewright/core';
import { Summary } from '@tablewright/patterns/summary';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Payroll, Worker, worker } from './payroll.js';

const storage = useStorage();
const sales = { department: 'Sales' };
const key1 = { ...sales, id: 1 };
let table: string;
let payroll: Payroll;

beforeEach(() => {
  table = storage.emulator.uniqueName('Totals');
  payroll = new Payroll(storage.store(), { table });
});

const totals = async () => {
  const { count, sum } = await payroll.all.get(sales);
  return { count, ...sum };
};
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('totals', () => {
  it('follow inserts, changes and deletes, and go with the last entity', async () => {
    expect(await payroll.all.get(sales)).toEqual({ count: 0, sum: { salary: 0n, days: 0n, bonus: 0n } });
    await payroll.insert(worker(1, { salary: 9_007_199_254_740_993n, days: 5, bonus: 0.1 }));
    await payroll.insert(worker(2, { days: -2, bonus: 0.2 }));
    expect(await totals()).toEqual({ count: 2, salary: 9_007_199_254_740_993n, days: 3n, bonus: 30n });
    expect((await storedRows(storage.emulator, table))['summary']).toEqual({
      EmployeeCount: 'Int64:2',
      Sum_salary: 'Int64:9007199254740993',
      Sum_days: 'Int64:3',
      Sum_bonus: 'Int64:30',
    });
    await payroll.update(key1, { salary: null, days: 6 });
    expect(await totals()).toEqual({ count: 2, salary: 0n, days: 4n, bonus: 30n });
    await payroll.delete(key1, { force: true });
    await payroll.delete({ ...sales, id: 2 }, { force: true });
    expect(await storedRows(storage.emulator, table)).toEqual({});
  });

  it('are kept for groups, of those that are asked for alone', async () => {
    for (const id of upTo(9)) {
      await payroll.insert(worker(id, { country: id % 3 ? 'DK' : 'NO', active: id !== 4, days: id }));
    }
    const danes = () => payroll.activeByCountry.get({ ...sales, country: 'DK' });
    expect(await danes()).toMatchObject({ count: 5, sum: { days: 1n + 2n + 5n + 7n + 8n } });
    await payroll.update({ ...sales, id: 8 }, { country: 'NO' });
    expect(await danes()).toMatchObject({ count: 4, sum: { days: 15n } });
    expect(await payroll.activeByCountry.get({ ...sales, country: 'NO' })).toMatchObject({ count: 4 });
  });

  it('say when they changed', async () => {
    await payroll.insert(worker(1));
    const { changed } = await payroll.all.get(sales);
    const row = await storage.emulator.rawTable(table).getEntity('Sales', 'summary');
    expect(changed).toEqual(new Date(String(row.timestamp)));
  });

  it('stay where entities exchange their values, and get a new version', async () => {
    await payroll.insert(worker(1, { days: 1 }));
    await payroll.insert(worker(2, { days: 2 }));
    const raw = storage.emulator.rawTable(table);
    const before = await raw.getEntity('Sales', 'summary');
    await transaction()
      .update(payroll, key1, { days: 2 })
      .update(payroll, { ...sales, id: 2 }, { days: 1 })
      .commit();
    const after = await raw.getEntity('Sales', 'summary');
    expect(await totals()).toMatchObject({ count: 2, days: 3n });
    expect(after.etag).not.toBe(before.etag);
  });
});

describe('values that cannot be added up', () => {
  it.each([0.001, 0.1 + 0.2, 1e21, Number.NaN])('%s is refused, and nothing is sent', async (bonus) => {
    const { requests } = await storage.emulator.http.record(() =>
      expect(payroll.insert(worker(1, { bonus }))).rejects.toMatchObject({ code: 'VALUE_INVALID' }),
    );
    expect(requests).toEqual([]);
  });

  it('a sum beyond 64 bits is refused, and nothing is written', async () => {
    await payroll.insert(worker(1, { salary: 2n ** 63n - 1n }));
    await expect(payroll.insert(worker(2, { salary: 1n }))).rejects.toMatchObject({ code: 'VALUE_INVALID' });
    expect(await payroll.get({ ...sales, id: 2 })).toBeUndefined();
    expect(await totals()).toMatchObject({ count: 1, salary: 2n ** 63n - 1n });
  });

  it('an older entity with such a value can be corrected', async () => {
    const plain = new (class extends Repository(Worker) {})(storage.store(), { table });
    await plain.insert(worker(1, { bonus: 0.001 }));
    await payroll.update(key1, { bonus: 0.5 });
    expect(await totals()).toMatchObject({ count: 1, bonus: 50n });
  });
});

describe('requests', () => {
  it('are those of the summaries that change', async () => {
    await payroll.insert(worker(1, { days: 1 }));
    const loaded = await payroll.getOrThrow(key1);
    const methods = async (run: () => Promise<unknown>) => {
      const { requests } = await storage.emulator.http.record(run);
      return requests.map(({ method }) => method).join(' ');
    };
    expect(await methods(() => payroll.insert(worker(2, { days: 1 })))).toBe('GET POST');
    expect(await methods(() => payroll.update(loaded, { email: 'a' }))).toBe('POST');
    expect(await methods(() => payroll.update(loaded, { days: 2 }))).toBe('GET POST');
    expect(await methods(() => payroll.all.get(sales))).toBe('GET');
    expect(await methods(() => payroll.activeByCountry.get({ ...sales, country: 'DK' }))).toBe('GET');
    expect(await methods(() => payroll.delete(loaded))).toBe('GET POST');
    const plan = await payroll.explain.insert(worker(3, { country: 'DK' }));
    for (const rowKey of ['summary', 'country_DK']) expect(JSON.stringify(plan)).toContain(rowKey);
    await expect(payroll.all.get({} as never)).rejects.toMatchObject({ code: 'KEY_VALUE_INVALID' });
    await expect(payroll.all.get(null as never)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });
});

it('32 writers, some of them of another store, are all counted', async () => {
  const other = new Payroll(storage.store(), { table });
  await Promise.all(upTo(32).map((id) => (id % 2 ? payroll : other).insert(worker(id, { days: id }))));
  expect(await totals()).toMatchObject({ count: 32, days: 528n });
  await Promise.all([
    ...upTo(16).map((id) => payroll.delete({ ...sales, id }, { force: true })),
    ...upTo(16).map((id) => other.update({ ...sales, id: id + 16 }, { days: 1 })),
  ]);
  expect(await totals()).toMatchObject({ count: 16, days: 16n });
  expect(await verify(payroll)).toMatchObject({ clean: true });
});

describe('lost requests and replies', () => {
  it.each([faults.failBeforeSend, faults.dropReply])('never count twice, nor not at all', async (fault) => {
    for (let call = 0, struck = true; struck; call++) {
      const fresh = new Payroll(storage.store(), { table: storage.emulator.uniqueName('Lost') });
      await fresh.insert(worker(1, { days: 1 }));
      const injected = storage.emulator.http.inject(fault(), { after: call });
      await fresh.insert(worker(2, { days: 5 }));
      await fresh.update(key1, { days: 3 });
      await fresh.delete({ ...sales, id: 2 }, { force: true });
      struck = injected.fired > 0;
      storage.emulator.http.clearFaults();
      expect([call, await fresh.all.get(sales)]).toMatchObject([call, { count: 1, sum: { days: 3n } }]);
      expect(await verify(fresh)).toMatchObject({ clean: true });
    }
  });
});

describe('maintenance', () => {
  const put = (rowKey: string, columns: object) =>
    storage.emulator.rawTable(table).upsertEntity({ partitionKey: 'Sales', rowKey, ...columns }, 'Replace');

  it.each<readonly [string, string, () => Promise<unknown>]>([
    ['missing', 'summary', () => storage.emulator.rawTable(table).deleteEntity('Sales', 'summary')],
    ['stale', 'summary', () => put('summary', { EmployeeCount: { type: 'Int64', value: '7' } })],
    ['stale', 'summary', () => put('summary', { EmployeeCount: 'seven' })],
    ['stray', 'summary2', () => put('summary2', { EmployeeCount: { type: 'Int64', value: '1' } })],
  ])('a %s summary (%s) is found and mended', async (kind, rowKey, damage) => {
    await payroll.bulk(upTo(3).map((id) => ({ insert: worker(id, { days: id }) })));
    const before = await storedRows(storage.emulator, table);
    await damage();
    const finding = { kind, derivation: 'all', partitionKey: 'Sales', rowKey };
    expect((await verify(payroll)).findings).toEqual([finding]);
    expect(await repair(payroll)).toMatchObject({ clean: true, mended: { [kind]: 1 } });
    expect(await storedRows(storage.emulator, table)).toEqual(before);
  });

  it('a summary is built over older entities, read when it is ready, and dropped', async () => {
    const later = (state: 'building' | 'ready' | 'dropping') =>
      new (Repository(Worker).with(Summary({ staff: { row: 'staff', state, sum: ['days'] } })))(
        storage.store(),
        { table },
      );
    await payroll.insert(worker(1, { days: 1 }));
    await payroll.insert(worker(2, { days: 2 }));
    const building = later('building');
    await expect(building.staff.get(sales)).rejects.toMatchObject({ code: 'INDEX_NOT_READY' });
    await building.update(key1, { days: 4 });
    await building.delete({ ...sales, id: 2 }, { force: true });
    await building.insert(worker(3, { days: 10 }));
    expect(await rebuild(building, 'staff')).toMatchObject({ complete: true });
    expect(await later('ready').staff.get(sales)).toMatchObject({ count: 2, sum: { days: 14n } });
    await drop(later('dropping'), 'staff');
    expect(Object.keys(await storedRows(storage.emulator, table))).not.toContain('staff');
  });
});

it.each<readonly [unknown, RegExp]>([
  [{}, /declare summaries/],
  [{ a: { row: 1 } }, /row is a template/],
  [{ a: { row: '{country}' } }, /literal of its own/],
  [{ a: { row: 's', sum: ['bonus'] } }, /only Int32 and Int64/],
  [{ a: { row: 's', decimals: { days: 2 } } }, /decimals are doubles/],
  [{ a: { row: 's', decimals: { bonus: 16 } } }, /0 to 15/],
  [{ a: { row: 's', sum: ['nothing'] } }, /not a mapped property/],
  [{ a: { row: 's', sum: ['id'] } }, /no column of its own/],
  [{ a: { row: 's', count: 'Sum_days', sum: ['days'] } }, /both be in/],
  [{ a: { row: 's', count: 'a b' } }, /column name/],
  [{ a: { row: 's', shards: 0 } }, /1 to 1000/],
  [{ a: { row: 's', average: 'days' } }, /not an option/],
  [{ a: { row: 's' }, b: { row: 's2' } }, /cannot be told apart/],
])('%j is refused', (declarations, message) => {
  const define = () => Repository(Worker).with(Summary(declarations as never) as never);
  expect(define).toThrow(message);
  expect(define).toThrow(expect.objectContaining({ code: 'DEFINITION_INVALID' }));
});

it('types', () => {
  const use = async () => {
    const { count, sum, changed } = await payroll.all.get(sales);
    expectTypeOf(count).toEqualTypeOf<number>();
    expectTypeOf(sum).toEqualTypeOf<{
      readonly salary: bigint;
      readonly days: bigint;
      readonly bonus: bigint;
    }>();
    expectTypeOf(changed).toEqualTypeOf<Date | undefined>();
    // @ts-expect-error the country is missing
    await payroll.activeByCountry.get(sales);
    // @ts-expect-error text is not added up
    Repository(Worker).with(Summary({ a: { row: 's', sum: ['country'] } }));
    // @ts-expect-error an unknown property in the template
    Repository(Worker).with(Summary({ a: { row: 's_{land}' } }));
  };
  expectTypeOf(use).toBeFunction();
});
