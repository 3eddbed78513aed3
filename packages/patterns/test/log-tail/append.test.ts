import { etagOf, ticksOfDate, transaction } from '@tablewright/core';
import { invertedTicks } from '@tablewright/patterns/log-tail';
import { describe, expect, it } from 'vitest';
import { SetClock } from '../support/clocks.js';
import { Expense, Expenses, LogEvents, Readings } from '../support/expense.js';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();
const noon = new Date('2014-07-31T12:00:00Z');
const ticks = ticksOfDate(noon);
const e223 = { employee: 'e223' };
const setUp = (time: Date = noon) => {
  const clock = new SetClock(time);
  let ids = 0;
  const store = storage.store({ clock, newId: () => `id${++ids}`, random: () => 0.5 });
  return { clock, store, table: storage.emulator.uniqueName('Log') };
};

describe('what an entry is given', () => {
  it('the time of the store, and an id that counts down', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const appended: Expense[] = [];
    for (const note of ['a', 'b', 'c']) appended.push(await expenses.append({ ...e223, note }));
    expect(appended.map(({ submitted }) => submitted)).toEqual([noon, noon, noon]);
    expect(appended[0]).toBeInstanceOf(Expense);
    expect(appended.map(({ id }) => id.replace(/\d+$/, '#'))).toEqual(['ffff-id#', 'fffe-id#', 'fffd-id#']);
    expect(new Set(appended.map(({ id }) => id.slice(5))).size).toBe(3);
    const latest = await expenses.latest(e223, 3).all();
    expect(latest.map(({ note }) => note)).toEqual(['c', 'b', 'a']);
  });

  it('rows that any client reads', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const { id } = await expenses.append({ ...e223, amount: 12.5 });
    const rowKey = `${invertedTicks(noon)}_${id}`;
    expect(await storedRows(storage.emulator, table, 'e223')).toEqual({
      [rowKey]: { amount: 'Double:12.5' },
    });
  });

  it('what it has already, it keeps', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const old = new Date('1999-12-31T23:59:59.999Z');
    const imported = await expenses.append({ ...e223, submitted: old, id: "it's #1/2 ~ ü" });
    expect(imported).toMatchObject({ submitted: old, id: "it's #1/2 ~ ü" });
    const given = [1, 2, 3].map((amount) => expenses.append({ ...e223, submitted: old, amount }));
    expect((await Promise.all(given)).map(({ id }) => id.slice(0, 5))).toEqual(['fffe-', 'fffd-', 'fffc-']);
    const tied = await expenses.append({ ...e223, id: 'mine' });
    expect(tied).toMatchObject({ submitted: noon, id: 'mine' });
    const latest = await expenses.latest(e223, 5).all();
    expect(latest.map(({ amount }) => amount)).toEqual([undefined, 3, 2, 1, undefined]);
  });

  it('the same by every way to write a new entity', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const entry = (note: string) => Object.assign(new Expense(), e223, { note });
    await expenses.insert(entry('insert'));
    await expenses.bulk([{ insert: entry('bulk 1') }, { insert: entry('bulk 2') }]);
    await transaction().insert(expenses, entry('together 1')).insert(expenses, entry('together 2')).commit();
    await expenses.upsert(entry('upsert'));
    await expenses.append(entry('append'));
    const latest = await expenses.latest(e223, 10).all();
    expect(latest.map(({ note }) => note)).toEqual([
      'append',
      'upsert',
      'together 2',
      'together 1',
      'bulk 2',
      'bulk 1',
      'insert',
    ]);
    expect(new Set(latest.map(({ submitted }) => submitted.getTime()))).toEqual(new Set([noon.getTime()]));
  });

  it('stays an ordinary entity', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const entry = await expenses.append({ ...e223, amount: 1 });
    await expenses.update(entry, { amount: 2 });
    expect(await expenses.get(entry)).toMatchObject({ amount: 2 });
    expect(await expenses.query(e223).between({ submitted: noon }).count()).toBe(1);
    expect(await expenses.delete(entry)).toBe(true);
  });

  it('a clock that goes back a little does not turn the order around, and one that is set is believed', async () => {
    const { store, table, clock } = setUp();
    const expenses = new Expenses(store, { table });
    const times: number[] = [];
    for (const jump of [0, -1, -999, 1_000, -1_001, -3_600_000]) {
      clock.time += jump;
      times.push((await expenses.append(e223)).submitted.getTime() - noon.getTime());
    }
    expect(times).toEqual([0, 0, 0, 0, -1_001, -3_601_001]);
    expect((await expenses.latest(e223, 10).all()).slice(0, 4).map(({ id }) => id.slice(0, 4))).toEqual([
      'fffc',
      'fffd',
      'fffe',
      'ffff',
    ]);
  });

  it('Guids that count down, behind ticks that grow', async () => {
    const clock = new SetClock(noon);
    const events = new LogEvents(storage.store({ clock }), { table: storage.emulator.uniqueName('Events') });
    const log = { app: 'web', level: 'info' };
    const appended = [];
    for (const text of ['a', 'b', 'c']) appended.push(await events.append({ ...log, text }));
    expect(appended.map(({ at }) => at - ticks)).toEqual([0n, 1n, 2n]);
    for (const { id } of appended) expect(id).toMatch(/^ffff[0-9a-f]{4}-[0-9a-f-]{27}$/);
    clock.time += 1;
    expect((await events.append(log)).at - ticks).toBe(10_000n);
    const same = await Promise.all(['x', 'y'].map((text) => events.append({ ...log, at: ticks, text })));
    expect(same.map(({ id }) => id.slice(0, 4))).toEqual(['ffff', 'fffe']);
  });

  it('more entries in a millisecond than it has ticks', async () => {
    const { store, table, clock } = setUp();
    const readings = new Readings(store, { table });
    const last = async () => (await readings.append({ sensor: 's' })).at - ticks;
    expect([await last(), await last()]).toEqual([5_000n, 5_001n]);
    clock.time += 1;
    expect(await last()).toBe(15_000n);
    clock.time -= 1;
    expect(await last()).toBe(15_001n);
  });
});

describe('requests', () => {
  it('one for each entry', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    await expenses.append(e223);
    const { requests } = await storage.emulator.http.record(() => expenses.append(e223));
    expect(requests.map(({ method }) => method)).toEqual(['POST']);
  });

  it('are those that insert explains', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    await store.createTable(table);
    const entry = Object.assign(new Expense(), e223, { amount: 3 });
    const explained = await expenses.explain.insert(entry);
    expect(explained.requests).toEqual({ least: 1, most: 1 });
    const { requests } = await storage.emulator.http.record(() => expenses.append(entry));
    expect(requests).toHaveLength(1);
    expect(explained.write?.operations).toMatchObject([
      { kind: 'insert', row: { rowKey: `${invertedTicks(noon)}_${entry.id}`, columns: { amount: 3 } } },
    ]);
  });
});

describe('an entry that is appended again', () => {
  it('is found, not doubled', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const entry = Object.assign(new Expense(), e223, { amount: 3 });
    await expenses.append(entry);
    const { result, requests } = await storage.emulator.http.record(() => expenses.append({ ...entry }));
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(result).toEqual(entry);
    await expenses.update(result, { amount: 4 });
    expect(await expenses.latest(e223, 10).count()).toBe(1);
  });

  it('by many at once', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const entry = { ...e223, submitted: noon, id: 'once', amount: 3 };
    const all = await Promise.all(Array.from({ length: 8 }, () => expenses.append(entry)));
    expect(new Set(all.map((one) => etagOf(one))).size).toBe(1);
    expect(await expenses.latest(e223, 10).count()).toBe(1);
  });

  it('is refused if something else is there', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const entry = await expenses.append({ ...e223, amount: 3 });
    for (const other of [{ amount: 4 }, { note: 'more' }]) {
      await expect(expenses.append({ ...entry, ...other })).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
    }
    const { amount: _, ...less } = entry;
    await expect(expenses.append(less)).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
    expect(await expenses.latest(e223, 10).all()).toEqual([entry]);
  });

  it('insert still says that it exists', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const entry = await expenses.append(e223);
    await expect(expenses.insert(entry)).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
  });
});

describe('keys of nothing but ticks', () => {
  /** Another process: it knows nothing of the ticks that this one has given away. */
  async function taken(table: string, ...offsets: readonly bigint[]): Promise<void> {
    for (const offset of offsets) {
      await storage.emulator
        .rawTable(table)
        .createEntity({ partitionKey: 's', rowKey: invertedTicks(ticks + offset), value: 1.5 });
    }
  }

  it('go on behind ticks that another process took', async () => {
    const { store, table } = setUp();
    await store.createTable(table);
    await taken(table, 5_000n, 5_002n);
    const readings = new Readings(store, { table });
    const { result, requests } = await storage.emulator.http.record(() =>
      readings.append({ sensor: 's', value: 1.5 }),
    );
    expect(result.at - ticks).toBe(5_005n);
    expect(requests.map(({ status }) => status)).toEqual([409, 409, 204]);
    expect(await readings.latest({ sensor: 's' }, 10).count()).toBe(3);
  });

  it('an instance gets its new tick, too', async () => {
    const { store, table } = setUp();
    await store.createTable(table);
    await taken(table, 5_000n);
    const readings = new Readings(store, { table });
    const reading = Object.assign(new Readings.entity(), { sensor: 's', value: 1.5 });
    expect(await readings.append(reading)).toBe(reading);
    expect(reading.at - ticks).toBe(5_002n);
  });

  it('a tick that was given is kept, and refused if it is taken', async () => {
    const { store, table } = setUp();
    await store.createTable(table);
    await taken(table, 0n);
    const readings = new Readings(store, { table });
    const entry = { sensor: 's', at: ticks, value: 2 };
    await expect(readings.append(entry)).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
    expect((await readings.append({ ...entry, value: 1.5 })).at).toBe(ticks);
    expect(await readings.latest({ sensor: 's' }, 10).count()).toBe(1);
  });
});

describe('what cannot be stored is refused before anything is sent', () => {
  it.each<readonly [string, object, string]>([
    ['no entry', undefined as never, 'OPTIONS_INVALID'],
    ['a time that is none', { ...e223, submitted: 'now' }, 'KEY_VALUE_INVALID'],
    ['an invalid time', { ...e223, submitted: new Date(Number.NaN) }, 'KEY_VALUE_INVALID'],
    ['a time before 1601', { ...e223, submitted: new Date(Date.UTC(1600, 11, 31)) }, 'KEY_VALUE_INVALID'],
    ['no log', { amount: 1 }, 'KEY_VALUE_INVALID'],
    ['an empty log', { employee: '' }, 'KEY_VALUE_INVALID'],
    ['a tie that is too long', { ...e223, id: 'x'.repeat(493) }, 'KEY_TOO_LONG'],
    ['an unknown property', { ...e223, colour: 'red' }, 'PROPERTY_UNKNOWN'],
  ])('%s', async (_, entry, code) => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const { result, requests } = await storage.emulator.http.record(() =>
      expenses.append(entry as never).catch((error: { code: string }) => error.code),
    );
    expect(result).toBe(code);
    expect(requests).toEqual([]);
  });

  it('the longest tie fits', async () => {
    const { store, table } = setUp();
    const expenses = new Expenses(store, { table });
    const id = 'x'.repeat(492);
    await expenses.append({ ...e223, id });
    expect(await expenses.latest(e223, 1).first()).toMatchObject({ id });
  });
});
