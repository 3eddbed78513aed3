import { DateTime, Double, Entity, Guid, Int32, Int64, Json, key, Repository, Text } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

class Money {
  constructor(readonly cents: bigint) {}
}

@Entity({ table: 'Orders' })
class Order {
  static readonly key = key({ partition: '{customer}', row: '{id}' });
  @Text({ convert: { to: (v: string) => v.toLowerCase(), from: (v: string) => v } }) customer!: string;
  @Text() id!: string;
  @DateTime() placed?: Date;
  @Double() weight?: number;
  @Int64() units?: bigint;
  @Guid() ticket?: string;
  @Json() lines?: unknown;
  @Int32({ default: 7 }) rank?: number;
  @Int64({ name: 'totalCents', convert: { to: (m: Money) => m.cents, from: (c: bigint) => new Money(c) } })
  total?: Money;
  @Text() note?: string;
}

class OrderRepository extends Repository(Order) {}
let orders: OrderRepository;
const at = { customer: 'jo', id: 'a' };
const raw = () => storage.emulator.rawTable(orders.context.table);

beforeEach(async () => {
  orders = new OrderRepository(storage.store(), { table: storage.emulator.uniqueName('Orders') });
  await orders.context.store.createTable(orders.context.table);
});

async function bodies(run: () => Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map((request) => request.body);
}

describe('what an update sends', () => {
  it('is nothing for a row of another client that means the same', async () => {
    await raw().createEntity({
      partitionKey: 'jo',
      rowKey: 'a',
      placed: { type: 'DateTime', value: '2014-07-31T18:00:00.1234567Z' },
      weight: { type: 'Int32', value: '5' },
      units: { type: 'Int32', value: '9' },
      ticket: { type: 'Guid', value: '0F8FAD5B-D9CB-469F-A165-70867728950E' },
      lines: '{ "b": 1,  "a": [ 1, 2 ] }',
      unknown: { type: 'Double', value: '5' },
    });
    const order = await orders.getOrThrow(at);
    expect(order).toMatchObject({ weight: 5, units: 9n, rank: 7, lines: { a: [1, 2], b: 1 } });
    expect(order.ticket).toBe('0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(await bodies(() => orders.update(order))).toEqual([]);
    expect(await bodies(() => orders.update(order, { note: 'hi' }))).toEqual(['{"note":"hi"}']);
    const row = await raw().getEntity('jo', 'a', { disableTypeConversion: true });
    expect(row['placed']).toEqual({ type: 'DateTime', value: '2014-07-31T18:00:00.1234567Z' });
    expect(row['weight']).toEqual({ type: 'Int32', value: '5' });
  });

  it('keeps columns that the class does not know, even when one goes away', async () => {
    await orders.insert(Object.assign(new Order(), at, { note: 'x', weight: 2 }));
    await raw().updateEntity(
      {
        partitionKey: 'jo',
        rowKey: 'a',
        big: { type: 'Int64', value: '9007199254740993' },
        whole: { type: 'Double', value: '5' },
        plain: 7,
        when: { type: 'DateTime', value: '2014-07-31T18:00:00.1234567Z' },
      },
      'Merge',
    );
    const before = await raw().getEntity('jo', 'a', { disableTypeConversion: true });
    const order = await orders.getOrThrow(at);
    delete order.note;
    await orders.update(order);
    await orders.update(at, { weight: null });
    const after = await raw().getEntity('jo', 'a', { disableTypeConversion: true });
    for (const column of ['big', 'whole', 'plain', 'when', 'rank'])
      expect(after[column]).toEqual(before[column]);
    expect(after).not.toHaveProperty('note');
    expect(after).not.toHaveProperty('weight');
  });

  it('goes through converters, in keys too', async () => {
    const order = Object.assign(new Order(), { customer: 'JO', id: 'a', total: new Money(1250n) });
    await orders.insert(order);
    expect(await raw().getEntity('jo', 'a')).toMatchObject({ totalCents: 1250n });
    const read = await orders.getOrThrow({ customer: 'Jo', id: 'a' });
    expect(read.total).toEqual(new Money(1250n));
    read.total = new Money(1n);
    expect(await bodies(() => orders.update(read))).toEqual([
      '{"totalCents":"1","totalCents@odata.type":"Edm.Int64"}',
    ]);
  });

  it('undefined keeps, null takes away', async () => {
    await orders.insert(Object.assign(new Order(), at, { note: 'x', weight: 2 }));
    await orders.update(at, { note: undefined, weight: 3 });
    expect(await orders.getOrThrow(at)).toMatchObject({ note: 'x', weight: 3 });
    await orders.update(at, { note: null });
    expect((await orders.getOrThrow(at)).note).toBeUndefined();
    await expect(orders.update(at, {})).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    await expect(orders.update(at, { note: undefined })).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    await expect(orders.update(at, { nope: 1 } as never)).rejects.toMatchObject({ code: 'PROPERTY_UNKNOWN' });
    await expect(orders.update(at, { id: 'b' } as never)).rejects.toMatchObject({ code: 'KEY_CHANGED' });
  });

  it('leaves the entity as it was when the write fails', async () => {
    const order = await orders.insert(Object.assign(new Order(), at, { note: 'x' }));
    await orders.update(at, { note: 'y' });
    await expect(orders.update(order, { note: 'z' })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    expect(order.note).toBe('x');
  });
});

describe('a stored value that does not fit', () => {
  it.each([
    ['placed', 'yesterday'],
    ['weight', 'heavy'],
    ['units', 'many'],
    ['ticket', 'none'],
    ['lines', '{'],
    ['note', 5],
    ['rank', 'first'],
  ])('in column %s is named, and the row is left alone', async (column, value) => {
    await raw().createEntity({ partitionKey: 'jo', rowKey: 'a', [column]: value });
    await expect(orders.get(at)).rejects.toMatchObject({
      code: 'STORED_VALUE_INVALID',
      details: { entity: 'Order', property: column, column },
    });
  });
});
