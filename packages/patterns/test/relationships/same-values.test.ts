import { Entity, Guid, Int32, key, Repository, Text } from '@tablewright/core';
import { HasMany, HasOne } from '@tablewright/patterns/relationships';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const storage = useStorage();
const lower = 'c9da6455-213d-42c9-9a79-3e9149a57833';
const upper = lower.toUpperCase();
const convert = { to: (value: string) => value.toLowerCase(), from: (stored: string) => stored };

@Entity({ table: 'Orders' })
class Order {
  static readonly key = key({ partition: '{order}_{region}', row: 'order' });
  @Guid() order!: string;
  @Text({ convert }) region!: string;
}

@Entity({ table: 'Orders' })
class Line {
  static readonly key = key({ partition: '{order}_{region}', row: 'line_{no:03}' });
  @Guid() order!: string;
  @Text({ convert }) region!: string;
  @Int32() no!: number;
}

class Lines extends Repository(Line).with(HasOne({ order: { of: Order } })) {}
class Orders extends Repository(Order).with(
  HasMany({
    lines: { of: Lines, by: { order: 'order', region: 'region' }, samePartition: true },
  }),
) {}

describe('a GUID in another case, and what a converter makes the same', () => {
  let orders: Orders;
  let lines: Lines;
  beforeEach(async () => {
    const table = storage.emulator.uniqueName('Orders');
    [orders, lines] = [new Orders(storage.store(), { table }), new Lines(storage.store(), { table })];
    await orders.insert({ order: lower, region: 'north' });
    await lines.bulk([1, 2].map((no) => ({ insert: { order: lower, region: 'north', no } })));
  });

  it('are the same family, of which none is left behind', async () => {
    const family = orders.lines.family({ order: upper, region: 'North' });
    const { one, many } = await family.read();
    expect([one?.order, many.map(({ no }) => no)]).toEqual([lower, [1, 2]]);
    expect(await family.delete()).toBe(3);
    expect(await storedRows(storage.emulator, orders.context.table)).toEqual({});
  });

  it('are one query', async () => {
    const ones = [
      { order: upper, region: 'North' },
      { order: lower, region: 'north' },
    ];
    const { result, requests } = await storage.emulator.http.record(() => orders.lines.ofMany(ones));
    expect(result.map((many) => many.length)).toEqual([2, 2]);
    expect(requests).toHaveLength(1);
    expect(orders.lines.explain(ones).reads).toHaveLength(1);
  });

  it('are no change of a key', async () => {
    const line = await lines.getOrThrow({ order: lower, region: 'north', no: 1 });
    expect(lines.order.link(line, { order: upper, region: 'North' })).toBe(line);
    expect(() => lines.order.link(line, { order: lower, region: 'south' })).toThrow(
      expect.objectContaining({ code: 'KEY_CHANGED' }),
    );
  });
});
