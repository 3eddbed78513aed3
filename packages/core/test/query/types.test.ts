import {
  and,
  Bool,
  DateTime,
  Double,
  Entity,
  Enum,
  Int32,
  Int64,
  Json,
  key,
  not,
  or,
  type Query,
  type QueryArgs,
  type RangeEnd,
  Repository,
  TableStore,
  Text,
  transaction,
  type View,
} from '@tablewright/core';
import { describe, expect, expectTypeOf, it } from 'vitest';

enum Level {
  Low = 1,
  High = 2,
}
type UserId = string & { readonly brand: 'user' };

@Entity({ table: 'Readings' })
class Reading {
  static readonly key = key({ partition: '{site}_{device}', row: '{year:04}_{month:02}_{name}' });
  @Text() site!: string;
  @Text() device!: string;
  @Int32() year!: number;
  @Int32() month!: number;
  @Text() name!: string;
  @Text() user!: UserId;
  @Double() value!: number;
  @Int64() total!: bigint;
  @DateTime() at!: Date;
  @Bool() active!: boolean;
  @Enum(['a', 'b']) role!: 'a' | 'b';
  @Enum(Level) level!: Level;
  @Text() nick?: string;
  @Text({ nullable: true }) note!: string | null;
  @Json() tags?: string[];
  @Json() address?: { city: string };
  greet(): string {
    return this.name;
  }
}

const store = TableStore.fromConnectionString('UseDevelopmentStorage=true');
const readings = new (Repository(Reading))(store);
const partition = { site: 's', device: 'd' };

/** Only compiled: nothing here is sent. */
describe('the types of queries', () => {
  it('take the key from left to right, without gaps, and any other property', () => {
    readings.query();
    readings.query({});
    readings.query(partition);
    readings.query({ ...partition, year: 2024 });
    readings.query({ ...partition, year: 2024, month: 1, name: 'n' });
    readings.query({ ...partition, active: true, level: Level.Low, nick: 'n' });
    readings.query({ value: 1.5 });
    // @ts-expect-error the partition is known as a whole or not at all
    readings.query({ site: 's' });
    // @ts-expect-error a gap: no range of keys begins with a month
    readings.query({ ...partition, month: 1 });
    // @ts-expect-error the row without the partition
    readings.query({ year: 2024 });
    // @ts-expect-error no such property
    readings.query({ ...partition, nope: 1 });
    // @ts-expect-error a number
    readings.query({ ...partition, year: '2024' });
    expect(() => {
      // @ts-expect-error undefined would widen the result to everything
      readings.query({ ...partition, active: undefined });
    }).toThrow();
    // @ts-expect-error JSON has no equality
    readings.query({ ...partition, address: { city: 'x' } });
    // @ts-expect-error a method is no property
    readings.query({ ...partition, greet: 'x' });
  });

  it('compare each property in the ways of its type', () => {
    const query = readings.query(partition);
    query.where({ value: { ge: 1, lt: 2 }, total: { gt: 1n }, at: { le: new Date() } });
    query.where({ name: { startsWith: 'x', in: ['a'], ne: 'b' }, user: { gt: 'x' as UserId } });
    query.where({ active: true, role: { in: ['a', 'b'] }, level: { ne: Level.Low } });
    query.where({ nick: null, note: { ne: null }, tags: { contains: 'x' } });
    query.where({ nick: { eq: 'x' }, month: 1 });
    // @ts-expect-error booleans have no order
    query.where({ active: { lt: true } });
    // @ts-expect-error nor have enums
    query.where({ role: { ge: 'a' } });
    // @ts-expect-error nor have numeric ones
    query.where({ level: { gt: Level.Low } });
    // @ts-expect-error only text begins with something
    query.where({ value: { startsWith: '1' } });
    // @ts-expect-error of another type
    query.where({ value: { in: ['1'] } });
    // @ts-expect-error it always has a value
    query.where({ name: null });
    // @ts-expect-error an array is asked for its elements
    query.where({ tags: { contains: 1 } });
    // @ts-expect-error no such property
    query.where({ nope: 1 });
    // @ts-expect-error JSON cannot be compared
    query.where({ address: { eq: { city: 'x' } } });
    expect(() => {
      // @ts-expect-error no such comparison
      query.where({ value: { between: 1 } });
    }).toThrow();
  });

  it('reach into and, or and not', () => {
    const query = readings.query(partition);
    query.where(or({ value: 1 }, and({ active: true }, not({ name: { startsWith: 'x' } }))));
    query.where(not(or({ nick: null }, { role: 'a' })));
    // @ts-expect-error no such property
    query.where(or({ value: 1 }, { nope: 1 }));
    // @ts-expect-error of another type, however deep
    query.where(or({ value: 1 }, not(and({ active: 'yes' }))));
    const apart = or<Reading>({ value: 1 }, { active: true });
    query.where(apart);
    // @ts-expect-error a combination over another entity
    query.where(or<{ other: string }>({ other: 'x' }));
  });

  it('range over neighbouring variables of the row', () => {
    const query = readings.query(partition);
    query.between({ year: 1 }, { year: 2 });
    query.between({ year: 1, month: 2 });
    query.between(undefined, { year: 1, month: 2, name: 'x' });
    query.between({ month: 1 }, { month: 2, name: 'z' });
    query.startsWith({ name: 'x' });
    // @ts-expect-error a gap
    query.between({ year: 1, name: 'x' });
    // @ts-expect-error not part of the row
    query.between({ value: 1 });
    // @ts-expect-error not part of the row
    query.between({ site: 'x' });
    expect(() => {
      // @ts-expect-error year is a number
      query.startsWith({ year: 2 });
    }).toThrow();
    // @ts-expect-error not part of the row
    query.startsWith({ nick: 'x' });
    expectTypeOf<RangeEnd<Reading, { partition: '{site}'; row: 'all' }>>().toBeNever();
  });

  it('give entities, or views of what was selected and the key', () => {
    type Keys = 'site' | 'device' | 'year' | 'month' | 'name';
    const query = readings.query(partition);
    expectTypeOf(query.first).returns.resolves.toEqualTypeOf<Reading | undefined>();
    expectTypeOf(query.readonly().all).returns.resolves.toEqualTypeOf<Reading[]>();
    const selected = query.select('value', 'nick').take(3).where({ active: true });
    expectTypeOf(selected.all).returns.resolves.toEqualTypeOf<
      View<Pick<Reading, Keys | 'value' | 'nick'>>[]
    >();
    expectTypeOf<Awaited<ReturnType<typeof selected.page>>['items'][number]['nick']>().toEqualTypeOf<
      string | undefined
    >();
    // @ts-expect-error not selected
    void (async () => (await selected.first())?.active);
    // @ts-expect-error a view is read only
    void (async () => ((await selected.first())!.value = 1));
    expect(() => {
      // @ts-expect-error a method is no property
      query.select('greet');
    }).toThrow();
    expectTypeOf(query.iterate().next).returns.resolves.toMatchTypeOf<IteratorResult<Reading, undefined>>();
  });

  it('are loose where the template is not known', () => {
    type Loose = QueryArgs<Reading, { partition: string; row: string }>;
    expectTypeOf<{ month: 1 }>().toExtend<Loose>();
    expectTypeOf<{ nope: 1; month: 1 }>().not.toEqualTypeOf<Loose>();
    expectTypeOf<Query<Reading, { partition: string; row: string }>['between']>()
      .parameter(0)
      .toExtend<object | undefined>();
  });
});

describe('the types of writes', () => {
  it('refuse views, even those with all that a write needs', () => {
    class Point {
      static readonly key = key({ partition: '{x}', row: '{y}' });
      @Text() x!: string;
      @Text() y!: string;
      @Text() z?: string;
    }
    const points = new (Repository(Point))(store, { table: 'Points' });
    const view = {} as View<Pick<Point, 'x' | 'y' | 'z'>>;
    const never = () => {
      // @ts-expect-error a view
      void points.insert(view);
      // @ts-expect-error a view
      void points.replace(view, { force: true });
      // @ts-expect-error a view
      void points.upsert(view);
      // @ts-expect-error a view
      void points.update(view);
      // @ts-expect-error a view
      void points.update(view, { z: 'z' });
      // @ts-expect-error a view
      void points.delete(view, { force: true });
      // @ts-expect-error a view
      transaction().insert(points, view);
      // @ts-expect-error a view
      void points.explain.upsert(view);
      void points.get(view);
      void points.getMany([view]);
      void points.exists(view);
      void points.delete({ x: view.x, y: view.y }, { force: true });
    };
    expect(never).toBeTypeOf('function');
  });
});
