import {
  Bool,
  DateTime,
  Double,
  Entity,
  Enum,
  Guid,
  Int32,
  Int64,
  Json,
  key,
  MixedTable,
  Repository,
  Text,
} from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const upper = { to: (value: string) => value.toUpperCase(), from: (stored: string) => stored.toLowerCase() };

@Entity({
  table: 'Orders',
  type: 'Order',
  version: 2,
  discriminator: 'kind',
  upgrade: { 1: (columns) => columns },
})
class Order {
  static readonly key = key({ partition: '{shop}', row: 'order_{number:04}' });
  @Text({ convert: upper }) shop!: string;
  @Int32({ store: true }) number!: number;
  @Text({ name: 'CustomerCode', convert: upper }) customer!: string;
  @Enum(['open', 'paid']) status!: 'open' | 'paid';
  @Bool({ default: true }) visible?: boolean;
  @Guid() token?: string;
  @Int64() cents?: bigint;
  @Double({ nullable: true }) weight?: number | null;
  @DateTime() due?: Date;
  @Json() lines?: number[];
  @Text() get label(): string {
    return `${this.customer}/${this.status}`;
  }
}

class Orders extends Repository(Order).with(
  IntraPartitionIndex({
    byCustomer: { row: 'customer_{customer}_{status}', project: ['cents', 'label'] },
    byToken: { row: 'token_{token}', unique: true },
    byLabel: { row: 'label_{label}', project: [] },
    visible: { row: 'visible', where: { visible: true, status: 'open' }, project: ['weight'] },
    first: { row: 'first_{status}', where: { number: 1, shop: 'north' } },
    byLine: { row: 'line_{lines}', unique: true, each: { lines: 'int32' } },
    byCents: { row: 'cents_{cents}' },
    byDue: { row: 'due_{due}_{weight}', project: ['customer'] },
  }),
) {}

const storage = useStorage();
const north = { shop: 'north' };
const token = '0F8FAD5B-D9CB-469F-A165-70867728950E';
const order = (number: number, more: Partial<Order> = {}) =>
  Object.assign(new Order(), { ...north, number, customer: `c${number}`, status: 'open' }, more);
let table: string;
let orders: Orders;
const stored = () => storedRows(storage.emulator, table, 'NORTH');
const numbers = async (query: { all(): Promise<readonly { readonly number: number }[]> }) =>
  (await query.all()).map(({ number }) => number);

beforeEach(() => {
  table = storage.emulator.uniqueName('Orders');
  orders = new Orders(storage.store(), { table });
});

describe('entities of every sort', () => {
  it('have converted, renamed, defaulted, computed and stored key properties in their copies', async () => {
    await orders.insert(order(1, { token, cents: 5n, weight: 1.5, due: new Date(0), lines: [7, -1] }));
    const rows = await stored();
    expect(Object.keys(rows).sort()).toEqual([
      'cents_0000000000000000005  order_0001',
      'customer_C1_open  order_0001',
      'due_1970-01-01T00:00:00.000Z_bff8000000000000  order_0001',
      'first_open  order_0001',
      'label_c1~2Fopen  order_0001',
      'line_-9999999998',
      'line_0000000007',
      'order_0001',
      `token_${token.toLowerCase()}`,
      'visible  order_0001',
    ]);
    expect(rows['customer_C1_open  order_0001']).toEqual({
      number: 'Int32:1',
      cents: 'Int64:5',
      label: 'String:c1/open',
      kind: 'String:Order',
      tw__version: 'Int32:2',
      tw__row: 'String:order_0001',
    });
    expect(rows['line_0000000007']).toEqual({ ...rows.order_0001, tw__row: 'String:order_0001' });
    expect({ ...(await orders.byCustomer.query({ ...north, customer: 'c1' }).first()) }).toEqual({
      ...north,
      number: 1,
      customer: 'c1',
      status: 'open',
      cents: 5n,
      label: 'c1/open',
    });
  });

  it('are found by every index', async () => {
    await orders.insert(order(1, { token, cents: -5n, weight: 1.5, due: new Date(0), lines: [7, -1] }));
    await orders.insert(order(2, { cents: 3n, weight: -1, due: new Date(0), status: 'paid' }));
    await orders.insert(order(3, { visible: false, lines: [8] }));
    await orders.insert(order(4, { weight: null }));
    expect((await orders.byToken.get({ ...north, token: token.toLowerCase() }))?.number).toBe(1);
    expect((await orders.byToken.get({ ...north, token }))?.label).toBe('c1/open');
    expect((await orders.byLine.get({ ...north, lines: -1 }))?.lines).toEqual([7, -1]);
    expect(await orders.byLine.get({ ...north, lines: 9 })).toBeUndefined();
    expect(await numbers(orders.byLabel.query({ ...north, label: 'c3/open' }))).toEqual([3]);
    expect(await numbers(orders.visible.query(north).scan('partition'))).toEqual([1, 4]);
    expect(await numbers(orders.first.query({ ...north, status: 'open' }))).toEqual([1]);
    expect(await numbers(orders.byCents.query(north).between({ cents: -10n }, { cents: 10n }))).toEqual([
      1, 2,
    ]);
    expect(await numbers(orders.byDue.query({ ...north, due: new Date(0) }))).toEqual([2, 1]);
    const byNumber = orders.byCustomer.query({ ...north, customer: 'c2' }).where({ number: 2 });
    expect(await numbers(byNumber)).toEqual([2]);
    await expect(orders.insert(order(5, { lines: [1, 8] }))).rejects.toMatchObject({
      details: { index: 'byLine' },
    });
  });

  it('are the same through a covering copy as through their own row', async () => {
    await orders.insert(order(1, { token, cents: 5n, weight: null, due: new Date(0), lines: [7] }));
    const query = orders.query({ ...north, token }).readonly();
    expect(query.explain()).toMatchObject({ path: 'byToken', fetchPrimary: false });
    const [copy] = await query.all();
    expect(copy).toBeInstanceOf(Order);
    expect(copy).toEqual(await orders.get({ ...north, number: 1 }));
    expect(copy?.label).toBe('c1/open');
  });

  it('are told from their copies in mixed tables', async () => {
    await orders.insert(order(1, { token, lines: [7] }));
    const Mixed = MixedTable([Order]);
    const found: unknown[] = [];
    for await (const item of new Mixed(storage.store(), { table }).query({ partitionKey: 'NORTH' })) {
      if (item instanceof Order) found.push(item.number);
    }
    expect(found).toEqual([1]);
    expect(await orders.query(north).scan('partition').count()).toBe(1);
  });

  it('may have been written by other clients, with small integers for large ones', async () => {
    await orders.insert(order(1, { cents: 5n }));
    const raw = storage.emulator.rawTable(table);
    const row = await raw.getEntity<Record<string, unknown>>('NORTH', 'order_0001', {
      disableTypeConversion: true,
    });
    await raw.updateEntity(
      { ...row, partitionKey: 'NORTH', rowKey: 'order_0001', cents: { type: 'Int32', value: '5' } },
      'Replace',
    );
    const loaded = await orders.getOrThrow({ ...north, number: 1 });
    await orders.update(loaded, { status: 'paid' });
    const rows = await stored();
    expect(rows['customer_C1_paid  order_0001']?.cents).toBe('Int64:5');
    expect(rows['cents_0000000000000000005  order_0001']?.status).toBe('String:paid');
    expect(rows['customer_C1_open  order_0001']).toBeUndefined();
  });

  it('keep to the shorter keys of Cosmos DB', async () => {
    const cosmos = new Orders(storage.store({ profile: 'cosmos' }), { table });
    const long = order(1, { customer: 'x'.repeat(240) });
    const { requests, result } = await storage.emulator.http.record(() =>
      cosmos.insert(long).then(undefined, (error: unknown) => error),
    );
    expect(result).toMatchObject({ code: 'LIMIT_EXCEEDED', details: { limit: 'KEY_BYTES' } });
    expect(requests).toEqual([]);
  });
});
