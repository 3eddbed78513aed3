import { Entity, Int32, key, Repository, Text, transaction } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { HasMany } from '@tablewright/patterns/relationships';
import type { Exchange } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedRows } from '../support/stored-rows.js';
import { Department, Employee } from './company.js';
import { useCompany } from './open-company.js';

const company = useCompany();
const key1 = (id: number) => ({ department: company.sales, id });
const rows = () =>
  storedRows(company.storage.emulator, company.departments.context.table, company.sales).then(Object.keys);

describe('one transaction for both sides', () => {
  it('writes the one and the many in one request, or nothing of it', async () => {
    const { departments, employees, sales } = company;
    await employees.insert(key1(9));
    const sent = await company.sent(() =>
      transaction()
        .insert(departments, { name: sales, headcount: 2 })
        .insert(employees, key1(1))
        .insert(employees, key1(2))
        .commit(),
    );
    expect(sent).toEqual(['POST $batch']);
    const twice = transaction()
      .update(departments, { name: sales }, { headcount: 3 })
      .insert(employees, key1(3))
      .insert(employees, key1(1));
    await expect(twice.commit()).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
    expect((await departments.getOrThrow({ name: sales })).headcount).toBe(2);
    expect(await rows()).toEqual(['department', 'empid_000001', 'empid_000002', 'empid_000009']);
  });

  it('keeps a count right under many writers that touch the one', async () => {
    const { departments, employees, sales } = company;
    await departments.insert({ name: sales, headcount: 0 });
    const hire = async (id: number) => {
      for (;;) {
        const one = await departments.getOrThrow({ name: sales });
        const both = transaction()
          .update(departments, one, { headcount: one.headcount! + 1 })
          .insert(employees, key1(id));
        try {
          return await both.commit();
        } catch (error) {
          if ((error as { code?: string }).code !== 'ENTITY_CHANGED') throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, id) => hire(id)));
    const { one, many } = await departments.employees.family({ name: sales }).read();
    expect(one?.headcount).toBe(8);
    expect(many).toHaveLength(8);
  });
});

describe('reading both', () => {
  it('is one request, whose plan is explained', async () => {
    const { departments, employees, sales } = company;
    await departments.insert({ name: sales, location: 'Oslo' });
    await employees.bulk([2, 1].map((id) => ({ insert: key1(id) })));
    const family = departments.employees.family({ name: sales });
    const { result, requests } = await company.storage.emulator.http.record(() => family.read());
    expect(result.one).toBeInstanceOf(Department);
    expect(result.many.map((e) => [e instanceof Employee, e.id])).toEqual([
      [true, 1],
      [true, 2],
    ]);
    const [part] = family.explain().parts;
    expect(requests.map(({ url }) => new URL(url).searchParams.get('$filter'))).toEqual([
      part && 'filter' in part && part.filter,
    ]);
    // They are written through their repositories, at the version that was read.
    await departments.update(result.one!, { location: 'Bergen' });
    await employees.update(result.many[0]!, { name: 'Ann' });
  });

  it('finds what is there, be it one side only or nothing', async () => {
    const { departments, employees, sales } = company;
    const read = () => departments.employees.family({ name: sales }).read();
    expect(await read()).toEqual({ one: undefined, many: [] });
    await employees.insert(key1(1));
    expect(await read()).toMatchObject({ one: undefined, many: [{ id: 1 }] });
    await departments.insert({ name: sales });
    await employees.delete(key1(1), { force: true });
    expect(await read()).toMatchObject({ one: { name: sales }, many: [] });
  });

  it('may be of one class', async () => {
    class Employees extends Repository(Employee).with(
      HasMany({
        reports: { of: Employee, by: { department: 'department', managerId: 'id' }, samePartition: true },
      }),
    ) {}
    const employees = new Employees(company.storage.store(), { table: company.employees.context.table });
    const managers = [undefined, 1, 1, 2, 4];
    await employees.bulk(
      managers.map((managerId, id) => ({
        insert: { ...key1(id), ...(managerId !== undefined && { managerId }) },
      })),
    );
    const family = async (id: number) => {
      const { one, many } = await employees.reports.family(key1(id)).read();
      return [one?.id, many.map((e) => e.id)];
    };
    expect(await family(1)).toEqual([1, [2]]);
    expect(await family(4)).toEqual([4, []]);
    expect(await employees.reports.family(key1(1)).delete()).toBe(2);
    expect(await rows()).toEqual(['empid_000000', 'empid_000003', 'empid_000004']);
  });

  it('goes on over pages', async () => {
    const { departments, employees, sales } = company;
    await employees.bulk(Array.from({ length: 1_001 }, (_, id) => ({ insert: key1(id) })));
    await departments.insert({ name: sales });
    const sent = await company.sent(async () => {
      const { one, many } = await departments.employees.family({ name: sales }).read();
      expect(one?.name).toBe(sales);
      expect(many).toHaveLength(1_001);
    });
    expect(sent).toHaveLength(2);
  });

  it('ends with its signal', async () => {
    const family = company.departments.employees.family({ name: company.sales });
    const signal = AbortSignal.abort();
    await expect(family.read({ signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(family.delete({ signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(family.delete({ timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('deleting both', () => {
  it('is one read and one transaction', async () => {
    const { departments, employees, sales } = company;
    await departments.insert({ name: sales });
    await employees.bulk([1, 2].map((id) => ({ insert: key1(id) })));
    const family = departments.employees.family({ name: sales });
    const sent = await company.sent(async () => expect(await family.delete()).toBe(3));
    expect(sent).toEqual(['GET Company()', 'POST $batch']);
    expect(await rows()).toEqual([]);
    expect(await company.sent(async () => expect(await family.delete()).toBe(0))).toHaveLength(1);
  });

  it.each([
    [99, true],
    [100, false],
  ])('of one with %i: %s', async (count, fits) => {
    const { departments, employees, sales } = company;
    await departments.insert({ name: sales });
    await employees.bulk(Array.from({ length: count }, (_, id) => ({ insert: key1(id) })));
    const deleted = departments.employees.family({ name: sales }).delete();
    if (fits) {
      expect(await deleted).toBe(count + 1);
      expect(await rows()).toEqual([]);
    } else {
      await expect(deleted).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
      expect(await rows()).toHaveLength(count + 1);
    }
  });

  it('deletes nothing if one of them was changed meanwhile', async () => {
    const { departments, employees, sales } = company;
    await departments.insert({ name: sales });
    await employees.bulk([1, 2].map((id) => ({ insert: key1(id) })));
    const rival = {
      name: 'rival',
      run: async ({ send }: Exchange) => {
        await company.storage.emulator
          .rawTable(employees.context.table)
          .updateEntity({ partitionKey: sales, rowKey: 'empid_000002', name: 'changed' });
        return send();
      },
    };
    company.storage.emulator.http.inject(rival, { when: ({ path }) => path === '$batch' });
    await expect(departments.employees.family({ name: sales }).delete()).rejects.toMatchObject({
      code: 'ENTITY_CHANGED',
    });
    expect(await rows()).toHaveLength(3);
  });
});

describe('beside other rows', () => {
  @Entity({ table: 'Orders', discriminator: 'kind' })
  class Order {
    static readonly key = key({ partition: '{customer}', row: 'o_{no}' });
    @Text() customer!: string;
    @Text() no!: string;
    @Text() state?: string;
  }
  @Entity({ table: 'Orders', discriminator: 'kind' })
  class Line {
    static readonly key = key({ partition: '{buyer}', row: 'o_{order}_{line:03}' });
    @Text() buyer!: string;
    @Text() order!: string;
    @Int32() line!: number;
    @Text() article?: string;
  }
  class LineRepository extends Repository(Line).with(
    IntraPartitionIndex({ byArticle: { row: 'article_{article}' } }),
  ) {}
  class OrderRepository extends Repository(Order)
    .with(IntraPartitionIndex({ byState: { row: 'state_{state}' } }))
    .with(
      HasMany({ lines: { of: LineRepository, by: { buyer: 'customer', order: 'no' }, samePartition: true } }),
    ) {}
  const customer = "O'Hara #1";
  let orders: OrderRepository;
  let lines: LineRepository;
  beforeEach(async () => {
    const table = company.storage.emulator.uniqueName('Orders');
    orders = new OrderRepository(company.storage.store(), { table });
    lines = new LineRepository(company.storage.store(), { table });
    for (const no of ['7', '70', '7_', '8']) {
      const order = await orders.insert({ customer, no, state: 'open' });
      await lines.insert({ ...orders.lines.linkTo(order), line: 1, article: 'pen' });
      await lines.insert({ ...orders.lines.linkTo(order), line: 2, article: 'ink' });
    }
  });

  it('reads the rows of one family by its range of a compound key', async () => {
    const family = orders.lines.family({ customer, no: '7' });
    const sent = await company.sent(async () => {
      const { one, many } = await family.read();
      expect(one?.no).toBe('7');
      expect(many.map(({ order, line }) => [order, line])).toEqual([
        ['7', 1],
        ['7', 2],
      ]);
    });
    expect(sent).toHaveLength(1);
    expect((await orders.lines.of({ customer, no: '7_' }).all()).map(({ line }) => line)).toEqual([1, 2]);
  });

  it('deletes index rows along', async () => {
    expect(await orders.lines.family({ customer, no: '70' }).delete()).toBe(3);
    const left = Object.keys(
      await storedRows(company.storage.emulator, orders.context.table, "O''Hara ~231"),
    );
    // 3 families of 3 entities, each with one index row.
    expect(left).toHaveLength(18);
    expect(left.filter((rowKey) => rowKey.includes('o_70'))).toEqual([]);
  });

  it('reads all of it wherever the one lies among its many', async () => {
    @Entity({ table: 'Orders', discriminator: 'kind' })
    class Head {
      static readonly key = key({ partition: '{buyer}', row: '{place}' });
      @Text() buyer!: string;
      @Text() place!: string;
    }
    class Heads extends Repository(Head).with(
      HasMany({ lines: { of: Line, by: { buyer: 'buyer' }, samePartition: true } }),
    ) {}
    const heads = new Heads(company.storage.store(), { table: orders.context.table });
    for (const place of ['', 'a', 'o', 'o_', 'o_7', 'o_7_001', 'o_9', 'z']) {
      await heads.upsert({ buyer: 'someone', place });
      await heads.lines.repository.upsert({ buyer: 'someone', order: 'x', line: 1 });
      await heads.lines.repository.upsert({ buyer: 'someone', order: '5', line: 1 });
      const { one, many } = await heads.lines.family({ buyer: 'someone', place }).read();
      expect([place, one?.place, many.map(({ order }) => order)]).toEqual([place, place, ['5', 'x']]);
    }
  });

  it('refuses sides that are apart after all', () => {
    const elsewhere = new LineRepository(company.storage.store(), { table: 'Elsewhere' });
    expect(() => orders.lines.using(elsewhere).of({ customer, no: '7' })).not.toThrow();
    const apart = orders.lines.using(elsewhere) as typeof orders.lines;
    expect(() => apart.family({ customer, no: '7' })).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID' }),
    );
    const { contracts } = company.departments as unknown as {
      contracts: { family(one: object): unknown; refreshCopies(one: object): Promise<unknown> };
    };
    expect(() => contracts.family({ name: 'x' })).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID' }),
    );
  });

  it('reads a key of the greatest length that leaves room for the others', async () => {
    const no = 'x'.repeat(509);
    await orders.insert({ customer, no });
    expect((await orders.lines.family({ customer, no }).read()).one?.no).toBe(no);
    await expect(orders.lines.family({ customer, no: `${no}x` }).read()).rejects.toMatchObject({
      code: 'KEY_TOO_LONG',
    });
  });
});
