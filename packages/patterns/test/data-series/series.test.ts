import { transaction, verify } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Counts, day, Minutes, Sensors } from './counts.js';

const storage = useStorage();
let table: string;
let counts: Counts;
let minutes: Minutes;
let sensors: Sensors;

beforeEach(() => {
  table = storage.emulator.uniqueName('Series');
  const store = storage.store();
  counts = new Counts(store, { table });
  minutes = new Minutes(store, { table });
  sensors = new Sensors(store, { table });
});

const rows = (partition = '42') => storedRows(storage.emulator, table, partition);
const methods = async (run: () => Promise<unknown>) => {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map(({ method }) => method).join(' ');
};
const FURTHER = 'day_2014-07-31 \uffee';
const key1 = { site: 'A', id: 1 };

describe('a series in one row', () => {
  it('is one column for each slot, which any client sees', async () => {
    await counts.perHour.set(day, 13, 5);
    await counts.bytes.set(day, 31, 9_007_199_254_740_993n);
    await counts.load.set(day, 'sun', 0.5);
    expect(await counts.perHour.increment(day, 13)).toBe(6);
    expect(await counts.perHour.increment(day, 0, -3)).toBe(-3);
    expect(await counts.bytes.increment(day, 31, 2n)).toBe(9_007_199_254_740_995n);
    const { tw__ops, ...columns } = (await rows())['day_2014-07-31']!;
    expect(columns).toEqual({
      Count13: 'Int32:6',
      Count00: 'Int32:-3',
      Bytes31: 'Int64:9007199254740995',
      Load6Avg: 'Double:0.5',
    });
    expect(tw__ops).toMatch(/^String:[0-9a-f]{16}\.[0-9A-Z]{24}( [0-9a-f]{16}){2}$/);
  });

  it('is read as a whole, or in part', async () => {
    await counts.perHour.set(day, 8, 1);
    await counts.perHour.set(day, 23, 7);
    const series = await counts.perHour.get(day);
    expect(series.exists).toBe(true);
    expect(series.values).toEqual(
      Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 1 : hour === 23 ? 7 : 0)),
    );
    expect([...series].slice(7, 9)).toEqual([
      [7, 0],
      [8, 1],
    ]);
    expect([series.at(23), series.has(23), series.has(22)]).toEqual([7, true, false]);
    const part = await counts.perHour.range(day, 8, 10);
    expect([...part]).toEqual([
      [8, 1],
      [9, 0],
      [10, 0],
    ]);
    expect([part.at(8), part.has(8), part.has(9)]).toEqual([1, true, false]);
    expect(() => part.at(11)).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
    expect((await counts.bytes.get(day)).at(1)).toBeUndefined();
    const none = await counts.perHour.get({ ...day, day: 'never' });
    expect([none.exists, none.at(3)]).toEqual([false, 0]);
    await counts.load.set(day, 'tue', Number.NaN);
    expect([...(await counts.load.get(day))].slice(0, 2)).toEqual([
      ['mon', undefined],
      ['tue', Number.NaN],
    ]);
  });

  it('costs so many requests', async () => {
    await counts.perHour.set(day, 1, 1);
    expect(await methods(() => counts.perHour.set(day, 2, 1))).toBe('PATCH');
    expect(await methods(() => counts.perHour.set({ ...day, day: 'new' }, 2, 1))).toBe('PATCH');
    expect(await methods(() => counts.perHour.increment(day, 2))).toBe('GET PATCH');
    expect(await methods(() => counts.perHour.increment({ ...day, day: 'newer' }, 2))).toBe('GET POST');
    expect(await methods(() => counts.perHour.get(day))).toBe('GET');
    const { requests } = await storage.emulator.http.record(() => counts.perHour.range(day, 8, 9));
    expect(requests).toHaveLength(1);
    expect(requests[0]!.url).toMatch(/Count08,Count09/);
    expect(requests[0]!.url).not.toMatch(/Count07|Count10|Bytes/);
    const plan = counts.perHour.explain.range(day, 8, 9);
    expect(plan).toMatchObject({ requests: { least: 1, most: 1 } });
    expect(plan.reads[0]!.select).toEqual(expect.arrayContaining(['Count08', 'Count09']));
    expect(counts.perHour.explain.get(day).reads).toMatchObject([{ kind: 'pointRead' }]);
    expect(counts.perHour.explain.increment(day, 8)).toMatchObject({
      reads: [{ kind: 'pointRead', rowKey: 'day_2014-07-31' }],
      requests: { least: 2, most: 2 },
    });
    expect(sensors.alarms.explain.set(key1, 1, 1)).toMatchObject({ requests: { least: 2, most: 2 } });
    expect(sensors.readings.explain.increment(key1, 9)).toMatchObject({ requests: { least: 2, most: 3 } });
    expect(counts.perHour.explain.set(day, 8, 1)).toMatchObject({
      write: { operations: [{ kind: 'upsertMerge', row: { columns: { Count08: 1 } } }] },
      requests: { least: 1, most: 1 },
    });
  });
});

describe('a series that goes on in further rows', () => {
  it('has each slot in a row of its own number', async () => {
    for (const [minute, value] of [
      [0, 1],
      [199, 2],
      [200, 3],
      [1_439, 4],
    ] as const) {
      await minutes.perMinute.set(day, minute, value);
    }
    expect(await rows()).toEqual({
      'day_2014-07-31': {
        Min0000: 'Int32:1',
        Min0199: 'Int32:2',
        tw__Min_0001: 'String:1',
        tw__Min_0007: 'String:1',
      },
      [`${FURTHER}Min_0001`]: { Min0200: 'Int32:3' },
      [`${FURTHER}Min_0007`]: { Min1439: 'Int32:4' },
    });
    const series = await minutes.perMinute.get(day);
    expect(series.values.flatMap((value, minute) => (value ? [[minute, value]] : []))).toEqual([
      [0, 1],
      [199, 2],
      [200, 3],
      [1_439, 4],
    ]);
    expect((await minutes.perMinute.range(day, 190, 210)).values.filter(Boolean)).toEqual([2, 3]);
    expect((await minutes.perMinute.range(day, 201, 1_439)).values.filter(Boolean)).toEqual([4]);
    expect((await minutes.perMinute.range(day, 400, 401)).exists).toBe(false);
  });

  it('costs so many requests', async () => {
    expect(await methods(() => minutes.perMinute.increment(day, 1_000))).toBe('GET POST POST POST');
    expect(await methods(() => minutes.perMinute.increment(day, 1_001))).toBe('GET PATCH');
    expect(await methods(() => minutes.perMinute.increment(day, 300))).toBe('GET POST');
    expect(await methods(() => minutes.perMinute.set(day, 301, 1))).toBe('PATCH');
    expect(await methods(() => minutes.perMinute.set(day, 500, 1))).toBe('PATCH POST');
    expect(await methods(() => minutes.perMinute.get(day))).toBe('GET');
    expect(await methods(() => minutes.perMinute.range(day, 190, 210))).toBe('GET');
    expect(minutes.perMinute.explain.get(day).reads).toMatchObject([{ kind: 'scan' }]);
    expect(minutes.perMinute.explain.range(day, 201, 202).reads).toMatchObject([{ kind: 'pointRead' }]);
  });

  it('belongs to its entity: found with it, deleted with it', async () => {
    await minutes.perMinute.set(day, 1_000, 1);
    await minutes.perMinute.set({ ...day, day: '2014-07-31 b' }, 1_000, 2);
    const all = await minutes.query({ employee: '42' }).scan('partition').all();
    expect(all.map((one) => one.day)).toEqual(['2014-07-31', '2014-07-31 b']);
    expect(await verify(minutes)).toMatchObject({ clean: true });
    await minutes.delete(all[0]!);
    expect(Object.keys(await rows())).toHaveLength(2);
    await minutes.delete({ ...day, day: '2014-07-31 b' }, { force: true });
    expect(await rows()).toEqual({});
  });

  it('of several rows is read although pages end between them', async () => {
    await minutes.perMinute.set(day, 250, 1);
    await minutes.perMinute.set(day, 1_439, 2);
    storage.emulator.http.inject(faults.emptyPage(), { times: 2 });
    expect((await minutes.perMinute.get(day)).values.filter(Boolean)).toEqual([1, 2]);
  });
});

describe('an entity with more than its series', () => {
  it('has to be there', async () => {
    await storage.store().createTable(table);
    const missing = expect.objectContaining({ code: 'ENTITY_NOT_FOUND' });
    await expect(sensors.alarms.set(key1, 1, 1)).rejects.toEqual(missing);
    await expect(sensors.alarms.increment(key1, 1)).rejects.toEqual(missing);
    await expect(sensors.readings.set(key1, 9, 1n)).rejects.toEqual(missing);
    await expect(sensors.readings.increment(key1, 9)).rejects.toEqual(missing);
    expect(await rows('A')).toEqual({});
    await sensors.insert({ ...key1, name: 'Hall' });
    await sensors.readings.set(key1, 9, 1n);
    expect(await sensors.readings.increment(key1, 5, 7n)).toBe(7n);
    expect((await sensors.get(key1))?.name).toBe('Hall');
  });

  it('keeps its slots, whatever is written', async () => {
    await sensors.insert({ ...key1, name: 'Hall', floor: 1 });
    await sensors.readings.set(key1, 1, 11n);
    await sensors.readings.set(key1, 9, 99n);
    await sensors.alarms.increment(key1, 3);
    const kept = async () => [
      (await sensors.readings.get(key1)).at(1),
      (await sensors.readings.get(key1)).at(9),
      (await sensors.alarms.get(key1)).at(3),
    ];
    const slots = [11n, 99n, 1];
    await sensors.replace(await sensors.getOrThrow(key1));
    expect(await kept()).toEqual(slots);
    await sensors.replace({ ...key1, name: 'Roof' }, { force: true });
    expect([await kept(), (await sensors.get(key1))?.floor]).toEqual([slots, undefined]);
    await sensors.upsert({ ...key1, name: 'Hall' }, { mode: 'replace' });
    await sensors.upsert({ ...key1, floor: 4 });
    await sensors.update(key1, { name: null });
    await sensors.modify(key1, (sensor) => {
      sensor.floor = 5;
    });
    await sensors.bulk([{ upsert: { ...key1, name: 'Bulk' }, mode: 'replace' }]);
    await transaction()
      .replace(sensors, { ...key1, floor: 6 }, { force: true })
      .commit();
    expect([await kept(), (await sensors.get(key1))?.floor]).toEqual([slots, 6]);
    expect((await rows('A'))['sensor_001']).toMatchObject({
      tw__R_0002: 'String:1',
      tw__ops: expect.any(String),
    });
    expect(await verify(sensors)).toMatchObject({ clean: true });
  });

  it('keeps the slots of one row as well', async () => {
    const first = await counts.insert(day);
    await counts.perHour.increment(day, 13, 4);
    await expect(counts.replace(first)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    await counts.replace(await counts.getOrThrow(day));
    await counts.replace(day, { force: true });
    await counts.upsert(day, { mode: 'replace' });
    await counts.bulk([{ upsert: day, mode: 'replace' }]);
    await transaction().upsert(counts, day, { mode: 'replace' }).commit();
    expect((await counts.perHour.get(day)).at(13)).toBe(4);
    expect(await methods(() => counts.upsert(day))).toBe('PATCH');
    expect(await methods(() => counts.upsert(day, { mode: 'replace' }))).toBe('GET PUT');
    await counts.delete(day, { force: true });
    await counts.upsert(day, { mode: 'replace' });
    expect((await counts.perHour.get(day)).at(13)).toBe(0);
  });

  it('of another type, or of newer code, is left alone', async () => {
    const raw = storage.emulator.rawTable(table);
    await raw.createTable();
    await raw.createEntity({ partitionKey: 'A', rowKey: 'sensor_001', Kind: 'Lamp' });
    const missing = expect.objectContaining({ code: 'ENTITY_NOT_FOUND' });
    await expect(sensors.alarms.set(key1, 1, 1)).rejects.toEqual(missing);
    await expect(sensors.alarms.increment(key1, 1)).rejects.toEqual(missing);
    await expect(sensors.readings.set(key1, 9, 1n)).rejects.toEqual(missing);
    expect((await sensors.alarms.get(key1)).exists).toBe(false);
    await raw.upsertEntity(
      { partitionKey: 'A', rowKey: 'sensor_001', Kind: 'Sensor', tw__version: 3 },
      'Replace',
    );
    const newer = expect.objectContaining({ code: 'ENTITY_NEWER' });
    await expect(sensors.alarms.set(key1, 1, 1)).rejects.toEqual(newer);
    await expect(sensors.alarms.increment(key1, 1)).rejects.toEqual(newer);
    await expect(sensors.readings.increment(key1, 9)).rejects.toEqual(newer);
    expect(Object.keys(await rows('A'))).toEqual(['sensor_001']);
  });
});
