import { Entity, Int32, key, PropertyBag, PropertyBags, Repository, Text } from '@tablewright/core';
import { Heterogeneous } from '@tablewright/patterns/inheritance';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

@Entity({ table: 'Staff' })
class Department {
  static readonly key = key({ partition: '{department}', row: 'dept' });
  @Text() department!: string;
  @Int32() headcount?: number;
}
@Entity({ table: 'Staff' })
class Worker {
  static readonly key = key({ partition: '{department}', row: 'emp_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() email?: string;
}
@Entity({ table: 'Staff', discriminator: 'Type', type: 'review' })
class Review {
  static readonly key = key({ partition: '{department}', row: 'rev_{id:06}_{year:04}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Int32() year!: number;
}
class Workers extends Repository(Worker).with(
  IntraPartitionIndex({ byEmail: { row: 'email_{email}', unique: true } }),
) {}
class Staff extends Heterogeneous([Department, Workers, Review]) {}

const storage = useStorage();
let table: string;
let staff: Staff;
const make = <T extends object>(Class: new () => T, values: Partial<T>): T =>
  Object.assign(new Class(), values);
const sales = { department: 'Sales' };
const department = () => make(Department, { ...sales, headcount: 1 });
const worker = (id: number) => make(Worker, { ...sales, id, email: `w${id}` });
const review = () => make(Review, { ...sales, id: 1, year: 2014 });

beforeEach(() => {
  table = storage.emulator.uniqueName('Staff');
  staff = new Staff(storage.store(), { table });
});

describe('classes with keys of their own', () => {
  it('are written by their class, together', async () => {
    await staff.insert(department());
    const added = staff
      .transaction()
      .update(await staff.of(Department).getOrThrow(sales), { headcount: 2 })
      .insert(worker(1))
      .insert(review());
    const { requests } = await storage.emulator.http.record(() => added.commit());
    expect(requests).toHaveLength(1);
    expect(Object.keys(await storedRows(storage.emulator, table)).sort()).toEqual([
      'dept',
      'email_w1',
      'emp_000001',
      'rev_000001_2014',
    ]);
    expect(await staff.of(Worker).byEmail.get({ ...sales, email: 'w1' })).toMatchObject({ id: 1 });
    const one = await staff.of(Worker).getOrThrow({ ...sales, id: 1 });
    await staff.update(one, { email: 'new' });
    await staff.replace(Object.assign(one, { email: 'newer' }));
    await staff.upsert(make(Review, { ...sales, id: 2, year: 2015 }));
    expect(await staff.delete(one)).toBe(true);
    expect(Object.keys(await storedRows(storage.emulator, table)).sort()).toEqual([
      'dept',
      'rev_000001_2014',
      'rev_000002_2015',
    ]);
  });

  it('bulk takes as few transactions as they fit into', async () => {
    await staff.insert(department());
    const items = [
      ...[1, 2, 3].map((id) => ({ insert: worker(id) })),
      { insert: review() },
      { insert: { ...sales, id: 9 } },
    ];
    const { result, requests } = await storage.emulator.http.record(() => staff.bulk(items as never));
    expect(result).toMatchObject({ done: 4, failed: 1 });
    expect(requests.map(({ method }) => method)).toEqual(['POST']);
    const plan = await staff.explain.bulk([{ insert: worker(5) }, { delete: worker(6), force: true }]);
    expect(plan.reads).toHaveLength(1);
    expect((await staff.explain.insert(worker(5))).write?.operations).toHaveLength(2);
  });

  it('are read together, one request for a page', async () => {
    await staff
      .transaction()
      .insert(department())
      .insert(worker(1))
      .insert(worker(2))
      .insert(review())
      .commit();
    await new PropertyBags(storage.store(), { table }).insert(
      new PropertyBag('Sales', 'note_1').set('text', 'x'),
    );
    const query = staff.query({ partition: sales });
    const { result, requests } = await storage.emulator.http.record(() => query.all());
    expect(result.map((item) => item.constructor)).toEqual([Department, Worker, Worker, Review]);
    expect(requests).toHaveLength(1);
    for await (const item of query) {
      if (item instanceof Worker) expect(item.email).toBe(`w${item.id}`);
    }
    const rows = await staff.rows({ partition: sales }).all();
    expect(rows.map((row) => row.constructor)).toEqual([Department, Worker, Worker, PropertyBag, Review]);
    const employees = await staff.query({ partition: sales, rowKey: { startsWith: 'emp_' } }).all();
    expect(employees).toEqual([worker(1), worker(2)]);
    expect(await staff.query({ partition: sales }).only(Review).first()).toEqual(review());
    expect(await staff.query({ partition: { department: 'None' } }).first()).toBeUndefined();
    const page = await query.page({ size: 2 });
    const rest = await query.page({ size: 9, token: page.token });
    expect([...page.items, ...rest.items]).toEqual(result);
    expect(() => staff.query({} as never).explain()).toThrow(/whole table/);
  });

  it('refuses what is of no class', async () => {
    await expect(staff.insert({ ...worker(1) } as never)).rejects.toThrow(/of\(Department\)/);
    await expect(staff.delete({ ...sales } as never, { force: true })).rejects.toThrow(/plain object/);
    expect(() => staff.query({ partition: sales }).only()).toThrow(/takes classes/);
  });
});
