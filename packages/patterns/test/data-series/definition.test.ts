import {
  type DefinitionError,
  Entity,
  Int32,
  key,
  Repository,
  TableStore,
  Text,
  verify,
} from '@tablewright/core';
import {
  type CountingSeries,
  DataSeries,
  hoursOfDay,
  minutesOfDay,
  type Series,
  type SlotValues,
  slots,
  wholeNumbers,
} from '@tablewright/patterns/data-series';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { Summary } from '@tablewright/patterns/summary';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Counts, day, MessageCounts, Minutes, type Weekday, type weekdays } from './counts.js';

const storage = useStorage();

@Entity({ table: 'Rooms' })
class Room {
  static readonly key = key({ partition: '{house}', row: 'room_{id:03}' });
  @Text() house!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Int32() Count07?: number;
}

@Entity({ table: 'Halls' })
class Hall {
  static readonly key = key({ partition: '{house}', row: 'hall_{id:03}' });
  @Text() house!: string;
  @Int32() id!: number;
  @Text({ optional: false }) name!: string;
  @Int32() seats?: number;
}

const hours = { slots: hoursOfDay(), type: 'int32', column: 'C{slot}' } as const;
const refused = (define: () => unknown): DefinitionError => {
  try {
    define();
  } catch (error) {
    expect(error).toMatchObject({ code: 'DEFINITION_INVALID' });
    return error as DefinitionError;
  }
  throw new Error('it was accepted');
};

describe('definition', () => {
  it.each<readonly [unknown, RegExp]>([
    [undefined, /declare series/],
    [{}, /declare series/],
    [{ a: 1 }, /is an object/],
    [{ a: { ...hours, every: 1 } }, /'every' is not an option/],
    [{ a: { ...hours, type: 'text' } }, /int32, int64, double/],
    [{ a: { ...hours, type: 'toString' } }, /int32, int64, double/],
    [{ a: { ...hours, column: 'C' } }, /\{slot\} once/],
    [{ a: { ...hours, column: 'C{slot}{slot}' } }, /\{slot\} once/],
    [{ a: { ...hours, column: '{slot}' } }, /identifier/],
    [{ a: { ...hours, column: 'a-{slot}' } }, /identifier/],
    [{ a: { ...hours, column: 'tw__{slot}' } }, /Tablewright's own/],
    [{ a: { ...hours, column: 'Count{slot}' } }, /has a column 'Count07'/],
    [{ a: hours, b: { ...hours } }, /name their columns alike/],
    [
      { a: { ...hours, column: 'C1{slot}' }, b: { ...hours, slots: wholeNumbers(100, 150) } },
      /has a column 'C1/,
    ],
    [{ a: { ...hours, missing: 0.5 } }, /missing is a whole number/],
    [{ a: { ...hours, type: 'int64', missing: 0 } }, /missing is a bigint/],
    [{ a: { ...hours, perRow: 0 } }, /1 to 250/],
    [{ a: { ...hours, perRow: 251 } }, /1 to 250/],
    [{ a: { ...hours, create: 1 } }, /true or false/],
    [{ a: { ...hours, slots: 24 } }, /hoursOfDay/],
    [{ a: { ...hours, slots: { ...hoursOfDay(), count: 0 } } }, /hoursOfDay/],
    [{ a: { ...hours, slots: wholeNumbers(0, 22_500) } }, /1 to 22500/],
    [{ a: { ...hours, slots: slots({ count: 3, of: () => 1, at: (n) => n }) } }, /of\(at\(0\)\) is not 0/],
    [{ a: { ...hours, slots: wholeNumbers(0, 9_999), perRow: 50 } }, /199 further rows/],
    [
      { a: { ...hours, slots: minutesOfDay() }, b: { ...hours, column: 'D{slot}', slots: minutesOfDay() } },
      /perRow/,
    ],
    [Object.fromEntries([['then', hours]]), /'then'/],
    [{ insert: hours }, /'insert'/],
  ])('%j is refused', (declarations, message) => {
    const { message: said } = refused(() =>
      Repository(Room).with(DataSeries(declarations as never) as never),
    );
    expect(said).toMatch(message);
  });

  it('once for each repository', () => {
    const defined = Repository(MessageCounts).with(DataSeries({ a: hours }));
    expect(refused(() => defined.with(DataSeries({ b: { ...hours, column: 'D{slot}' } }))).details.rule).toBe(
      'PATTERN_CONFLICTS',
    );
  });

  it('makes no entities that lack something', () => {
    // @ts-expect-error its name must have a value
    const said = refused(() => Repository(Hall).with(DataSeries({ a: { ...hours, create: true } })));
    expect(said.message).toMatch(/'name', which must have a value/);
    Repository(Room).with(DataSeries({ a: { ...hours, create: true } }));
  });

  it('is refused beside patterns that it cannot work with, in either order', () => {
    const series = DataSeries<typeof Room, { readonly a: typeof hours }>({ a: hours });
    expect(refused(() => Repository(Room).with(WideEntity()).with(series)).message).toMatch(/WideEntity/);
    expect(refused(() => Repository(Room).with(series).with(WideEntity())).message).toMatch(/WideEntity/);
    const making = Repository(Room).with(DataSeries({ a: { ...hours, create: true } }));
    const count = Summary<typeof Room, { readonly all: { readonly row: 'all' } }>({ all: { row: 'all' } });
    expect(refused(() => making.with(count)).message).toMatch(/insert the entity first/);
  });

  it('of several rows needs a service that keeps them in order', () => {
    const cosmos = TableStore.fromConnectionString(storage.emulator.connectionString, { profile: 'cosmos' });
    expect(refused(() => new Minutes(cosmos)).message).toMatch(/no order/);
    expect(new Counts(cosmos)).toBeDefined();
  });
});

class Rooms extends Repository(Room)
  .with(DataSeries({ visits: { slots: hoursOfDay(), type: 'int32', column: 'Visits{slot}', missing: 0 } }))
  .with(IntraPartitionIndex({ byName: { row: 'name_{name}' } }))
  .with(IndexEntities({ named: { row: 'named_{name}' } }))
  .with(Summary({ all: { row: 'summary', count: 'RoomCount' } })) {}

class LongRooms extends Repository(Room)
  .with(Summary({ all: { row: 'summary', count: 'RoomCount' } }))
  .with(IntraPartitionIndex({ byName: { row: 'name_{name}', project: [] } }))
  .with(
    DataSeries({ visits: { slots: minutesOfDay(), type: 'int32', column: 'Visits{slot}', missing: 0 } }),
  ) {}

describe.each([
  ['one row', Rooms],
  ['several rows', LongRooms],
])('a series of %s beside an index, a list and a summary', (_, Which) => {
  it('leaves them right, and makes no entity behind their backs', async () => {
    const table = storage.emulator.uniqueName('Beside');
    const rooms = new Which(storage.store(), { table }) as Rooms;
    const one = { house: 'h', id: 1 };
    await storage.store().createTable(table);
    await expect(rooms.visits.set(one, 8, 1)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    await expect(rooms.visits.increment(one, 23)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    expect(await storedRows(storage.emulator, table, 'h')).toEqual({});
    await rooms.insert({ ...one, name: 'Hall' });
    await rooms.visits.set(one, 8, 1);
    await rooms.visits.increment(one, 23, 4);
    if (Which === LongRooms) await rooms.visits.increment(one, 1_000, 7);
    await rooms.update(one, { name: 'Attic' });
    await rooms.replace({ ...one, name: 'Cellar' }, { force: true });
    const visits = await rooms.visits.get(one);
    expect([visits.at(8), visits.at(23)]).toEqual([1, 4]);
    if (Which === LongRooms) expect(visits.at(1_000)).toBe(7);
    expect((await rooms.all.get({ house: 'h' })).count).toBe(1);
    expect((await rooms.query({ house: 'h', name: 'Cellar' }).all()).map(({ id }) => id)).toEqual([1]);
    expect(await verify(rooms)).toMatchObject({ clean: true });
    await rooms.delete(one, { force: true });
    expect(await storedRows(storage.emulator, table, 'h')).toEqual({});
  });
});

describe('bad input is refused before anything is sent', () => {
  const counts = () => new Counts(storage.store());

  it.each<readonly [string, unknown]>([
    ['too large', 24],
    ['too small', -1],
    ['a fraction', 1.5],
    ['text', '13'],
    ['no number', Number.NaN],
    ['nothing', undefined],
    ['null', null],
    ['a bigint', 13n],
    ['an object', {}],
  ])('a slot that is %s', async (_, slot) => {
    const invalid = expect.objectContaining({ code: 'OPTIONS_INVALID', details: { option: 'slot' } });
    const { requests } = await storage.emulator.http.record(async () => {
      await expect(counts().perHour.set(day, slot as number, 1)).rejects.toEqual(invalid);
      await expect(counts().perHour.increment(day, slot as number)).rejects.toEqual(invalid);
      await expect(counts().perHour.range(day, slot as number, 23)).rejects.toEqual(invalid);
      await expect(counts().perHour.range(day, 0, slot as number)).rejects.toEqual(invalid);
      await expect(counts().load.set(day, slot as Weekday, 1)).rejects.toEqual(invalid);
    });
    expect(requests).toEqual([]);
  });

  it('values, keys, ranges and options', async () => {
    const { requests } = await storage.emulator.http.record(async () => {
      const value = expect.objectContaining({ code: 'VALUE_INVALID' });
      for (const bad of [1.5, 2 ** 31, '1', 1n, null, undefined, Number.NaN]) {
        await expect(counts().perHour.set(day, 1, bad as number)).rejects.toEqual(value);
        if (bad !== undefined)
          await expect(counts().perHour.increment(day, 1, bad as number)).rejects.toEqual(value);
      }
      for (const bad of [1, 2n ** 63n, '1'])
        await expect(counts().bytes.set(day, 1, bad as bigint)).rejects.toEqual(value);
      for (const bad of ['1', 1n, null])
        await expect(counts().load.set(day, 'mon', bad as never)).rejects.toEqual(value);
      const option = expect.objectContaining({ code: 'OPTIONS_INVALID' });
      await expect(counts().perHour.range(day, 9, 8)).rejects.toEqual(option);
      await expect(counts().perHour.get(null as never)).rejects.toEqual(option);
      await expect(counts().perHour.get(day, null as never)).rejects.toEqual(option);
      await expect(
        (counts().load as never as Counts['perHour']).increment(day, 'mon' as never),
      ).rejects.toEqual(option);
      await expect(counts().perHour.get({ employee: '42' } as never)).rejects.toMatchObject({
        code: 'KEY_VALUE_INVALID',
      });
      const long = { employee: '42', day: 'd'.repeat(505) };
      await expect(new Minutes(storage.store()).perMinute.set(long, 1_000, 1)).rejects.toMatchObject({
        code: 'LIMIT_EXCEEDED',
      });
    });
    expect(requests).toEqual([]);
  });

  it('sums that no column holds', async () => {
    const series = new Counts(storage.store(), { table: storage.emulator.uniqueName('Most') });
    await series.perHour.set(day, 1, 2 ** 31 - 1);
    await series.bytes.set(day, 1, -(2n ** 63n));
    const value = expect.objectContaining({ code: 'VALUE_INVALID' });
    await expect(series.perHour.increment(day, 1)).rejects.toEqual(value);
    await expect(series.bytes.increment(day, 1, -1n)).rejects.toEqual(value);
    expect(await series.perHour.increment(day, 1, -1)).toBe(2 ** 31 - 2);
  });
});

it('types', () => {
  const use = async (counts: Counts) => {
    expectTypeOf(await counts.perHour.get(day)).toEqualTypeOf<SlotValues<number, number>>();
    expectTypeOf(await counts.bytes.get(day)).toEqualTypeOf<SlotValues<number, bigint | undefined>>();
    expectTypeOf(await counts.load.range(day, 'mon', 'fri')).toEqualTypeOf<
      SlotValues<Weekday, number | undefined>
    >();
    expectTypeOf(await counts.bytes.increment(day, 1)).toEqualTypeOf<bigint>();
    expectTypeOf(counts.load).toExtend<
      Series<typeof MessageCounts, { slots: typeof weekdays; type: 'double'; column: string }>
    >();
    expectTypeOf(counts.perHour).not.toEqualTypeOf<CountingSeries<typeof Room, typeof hours>>();
    // @ts-expect-error doubles cannot be incremented
    await counts.load.increment(day, 'mon');
    // @ts-expect-error not a slot of this series
    await counts.load.set(day, 'someday', 1);
    // @ts-expect-error a bigint is asked for
    await counts.bytes.set(day, 1, 1);
    // @ts-expect-error half of the key
    await counts.perHour.get({ employee: '42' });
    // @ts-expect-error no {slot}
    Repository(Room).with(DataSeries({ a: { ...hours, column: 'C' } }));
    // @ts-expect-error of another type than the values
    Repository(Room).with(DataSeries({ a: { ...hours, missing: 0n } }));
    // @ts-expect-error not an option
    Repository(Room).with(DataSeries({ a: { ...hours, every: 1 } }));
    // @ts-expect-error a member of that name is there already
    Repository(Room).with(DataSeries({ insert: hours }));
  };
  expectTypeOf(use).toBeFunction();
});
