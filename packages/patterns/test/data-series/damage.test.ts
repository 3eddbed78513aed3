import { repair, verify } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Counts, day, Minutes } from './counts.js';

const storage = useStorage();
let table: string;
let counts: Counts;
let minutes: Minutes;

beforeEach(() => {
  table = storage.emulator.uniqueName('Damage');
  counts = new Counts(storage.store(), { table });
  minutes = new Minutes(storage.store(), { table });
});

const raw = () => storage.emulator.rawTable(table);
const row = { partitionKey: '42', rowKey: 'day_2014-07-31' };
const further = `${row.rowKey} \uffeeMin_0001`;

describe('a slot that something else wrote', () => {
  it.each<readonly ['perHour' | 'bytes' | 'load', number | string, object]>([
    ['perHour', 5, { Count05: 'five' }],
    ['perHour', 5, { Count05: { type: 'Int64', value: '5' } }],
    ['perHour', 5, { Count05: 1.5 }],
    ['bytes', 5, { Bytes05: 'many' }],
    ['bytes', 5, { Bytes05: { type: 'Double', value: '0.5' } }],
    ['load', 'tue', { Load1Avg: 'much' }],
  ])('%s %s %j is refused, and left as it is', async (name, slot, columns) => {
    await counts.insert(day);
    await raw().updateEntity({ ...row, ...columns }, 'Merge');
    const invalid = expect.objectContaining({ code: 'STORED_VALUE_INVALID' });
    const series = counts[name] as Counts['perHour'];
    await expect(series.get(day)).rejects.toEqual(invalid);
    if (name !== 'load') {
      const by = (name === 'bytes' ? 1n : 1) as number;
      await expect(series.increment(day, slot as number, by)).rejects.toEqual(invalid);
    }
    const first = name === 'load' ? 'mon' : 1;
    expect((await series.range(day, first as number, first as number)).exists).toBe(true);
    await series.set(day, slot as number, (name === 'bytes' ? 3n : 3) as number);
    expect((await series.get(day)).at(slot as number)).toEqual(name === 'bytes' ? 3n : 3);
  });

  it('may be a small number in a column of large ones', async () => {
    await counts.insert(day);
    await raw().updateEntity({ ...row, Bytes05: 5 }, 'Merge');
    expect((await counts.bytes.get(day)).at(5)).toBe(5n);
    expect(await counts.bytes.increment(day, 5)).toBe(6n);
  });
});

it('what something else wrote among the operations does no harm', async () => {
  await counts.insert(day);
  await raw().updateEntity({ ...row, tw__ops: 'nonsense 1 2 3' }, 'Merge');
  expect(await counts.perHour.increment(day, 5)).toBe(1);
  await raw().updateEntity({ ...row, tw__ops: 7 }, 'Merge');
  expect(await counts.perHour.increment(day, 5)).toBe(2);
});

describe('a further row', () => {
  it('that is lost is noticed by whoever reads it, and by the entity', async () => {
    await minutes.perMinute.set(day, 5, 1);
    await minutes.perMinute.set(day, 200, 2);
    await raw().deleteEntity(row.partitionKey, further);
    const torn = expect.objectContaining({ code: 'ENTITY_TORN' });
    await expect(minutes.perMinute.get(day)).rejects.toEqual(torn);
    await expect(minutes.perMinute.range(day, 5, 200)).rejects.toEqual(torn);
    await expect(minutes.get(day)).rejects.toEqual(torn);
    expect((await verify(minutes)).clean).toBe(false);
    expect((await minutes.perMinute.range(day, 5, 9)).at(5)).toBe(1);
    expect(await minutes.perMinute.increment(day, 200)).toBe(1);
    expect((await minutes.perMinute.get(day)).at(200)).toBe(1);
    expect((await verify(minutes)).clean).toBe(true);
  });

  it('that is lost is given up by writing the entity anew', async () => {
    await minutes.perMinute.set(day, 5, 1);
    await minutes.perMinute.set(day, 200, 2);
    await minutes.perMinute.set(day, 400, 3);
    await raw().deleteEntity(row.partitionKey, further);
    await minutes.replace(day, { force: true });
    const series = await minutes.perMinute.get(day);
    expect([series.at(5), series.at(200), series.at(400)]).toEqual([1, 0, 3]);
  });

  it('of which the entity does not know any more is still its own', async () => {
    await minutes.perMinute.set(day, 200, 2);
    await raw().updateEntity(row, 'Replace');
    expect((await minutes.perMinute.get(day)).at(200)).toBe(2);
    expect((await verify(minutes)).clean).toBe(true);
    await minutes.delete(await minutes.getOrThrow(day));
    await expect(raw().getEntity(row.partitionKey, further)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('without an entity is found, and cleared away', async () => {
    await minutes.perMinute.set(day, 200, 2);
    await raw().deleteEntity(row.partitionKey, row.rowKey);
    expect(await minutes.get(day)).toBeUndefined();
    expect((await verify(minutes)).findings).toMatchObject([{ kind: 'stray', rowKey: further }]);
    expect(await repair(minutes)).toMatchObject({ clean: true });
    expect((await minutes.perMinute.get(day)).exists).toBe(false);
  });
});
