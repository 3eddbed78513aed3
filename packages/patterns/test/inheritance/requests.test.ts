import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type Customer, customer, de, type Employee, employee, IndexedPeople, People } from './people.js';

const storage = useStorage();
let people: People;
let indexed: IndexedPeople;
let loaded: Employee | Customer;
let indexedLoaded: Employee | Customer;

beforeEach(async () => {
  people = new People(storage.store(), { table: storage.emulator.uniqueName('Counted') });
  indexed = new IndexedPeople(storage.store(), { table: storage.emulator.uniqueName('Counted') });
  await people.bulk([{ insert: employee(1, { email: 'a' }) }, { insert: customer(2) }]);
  await indexed.bulk([{ insert: employee(1, { email: 'a' }) }, { insert: customer(2, { orders: 1 }) }]);
  loaded = await people.getOrThrow(de(1));
  indexedLoaded = await indexed.getOrThrow(de(1));
});

async function methods(run: () => Promise<unknown>): Promise<string> {
  const { requests } = await storage.emulator.http.record(run);
  return requests.map(({ method }) => method).join(' ');
}

/** Without retries, and with the table in place. */
describe('requests per operation', () => {
  it.each<readonly [string, () => Promise<unknown>, string]>([
    ['get', () => people.get(de(1)), 'GET'],
    ['exists', () => people.exists(de(1)), 'GET'],
    ['getMany', () => people.getMany([de(1), de(2), de(1)]), 'GET GET'],
    ['insert', () => people.insert(employee(3)), 'POST'],
    ['insert with indexes', () => indexed.insert(employee(3, { email: 'b' })), 'POST'],
    ['update', () => people.update(loaded, { name: 'x' }), 'PATCH'],
    ['update with indexes', () => indexed.update(indexedLoaded, { name: 'x' }), 'POST'],
    ['update of nothing', () => people.update(loaded), ''],
    ['update that removes', () => people.update(loaded as Employee, { email: null }), 'GET PUT'],
    ['update by key', () => people.update(de(1), { name: 'x' }), 'GET PATCH'],
    ['update by key with indexes', () => indexed.update(de(1), { name: 'x' }), 'GET POST'],
    ['update by key of nothing', () => people.update(de(1), { name: 'E1' }), 'GET'],
    ['replace', () => people.replace(Object.assign(loaded, { name: 'x' })), 'PUT'],
    ['forced replace', () => people.replace(employee(1), { force: true }), 'GET PUT'],
    ['upsert', () => people.upsert(employee(1)), 'GET PATCH'],
    ['upsert of a new one', () => people.upsert(customer(3)), 'GET POST'],
    ['delete', () => people.delete(loaded), 'DELETE'],
    ['delete with indexes', () => indexed.delete(indexedLoaded), 'POST'],
    ['delete by key', () => people.delete(de(1), { force: true }), 'GET DELETE'],
    ['delete by key with indexes', () => indexed.delete(de(1), { force: true }), 'GET POST'],
    ['delete of nothing', () => people.delete(de(9), { force: true }), 'GET'],
    [
      'modify',
      () =>
        people.modify(de(1), (p) => {
          p.name = 'x';
        }),
      'GET PATCH',
    ],
    ['modify of nothing', () => people.modify(de(1), () => {}), 'GET'],
    ['query', () => people.query({ country: 'DE' }).scan('partition').all(), 'GET'],
    ['rows', () => people.rows({ partition: { country: 'DE' } }).all(), 'GET'],
    ['transaction', () => people.transaction().insert(employee(3)).insert(customer(4)).commit(), 'POST'],
    [
      'bulk of both classes in one partition',
      () => people.bulk([3, 4, 5, 6].map((id) => ({ insert: id % 2 ? employee(id) : customer(id) }))),
      'POST',
    ],
  ])('%s', async (_, run, expected) => {
    expect(await methods(run)).toBe(expected);
  });

  it('a query of more than a page asks once for each', async () => {
    const items = Array.from({ length: 1_200 }, (_, i) => ({
      insert: i % 2 ? employee(i + 10) : customer(i + 10),
    }));
    const { requests } = await storage.emulator.http.record(() => people.bulk(items));
    expect(requests).toHaveLength(12);
    const query = people.query({ country: 'DE' }).scan('partition');
    expect(await methods(async () => expect(await query.all()).toHaveLength(1_202))).toBe('GET GET');
    expect(await methods(async () => expect(await query.count()).toBe(1_202))).toBe('GET GET');
  });
});

describe('explain', () => {
  it('shows the plan that is sent, or why the row is read first', async () => {
    const insert = await indexed.explain.insert(employee(3, { email: 'b' }));
    expect(insert.requests).toEqual({ least: 1, most: 1 });
    expect(insert.write?.operations.map(({ row }) => row.rowKey)).toEqual([
      'person_000003',
      'email_b',
      'dept_Sales  person_000003',
    ]);
    const { requests } = await storage.emulator.http.record(() =>
      indexed.insert(employee(3, { email: 'b' })),
    );
    expect(requests).toHaveLength(1);
    // Each part of the transaction is a request of its own.
    expect(String(requests[0]!.body).match(/ HTTP\/1\.1/g)).toHaveLength(3);
    expect((await people.explain.update(loaded, { name: 'x' })).write?.operations).toHaveLength(1);
    expect(await people.explain.update(de(1), { name: 'x' })).toMatchObject({
      reads: [{ kind: 'pointRead', partitionKey: 'DE', rowKey: 'person_000001' }],
      requests: { least: 1, most: 3 },
    });
    expect(await people.explain.delete(de(1), { force: true })).toMatchObject({
      requests: { least: 1, most: 2 },
    });
    expect((await people.explain.delete(loaded)).write?.operations[0]).toMatchObject({ kind: 'delete' });
    expect((await people.explain.replace(loaded)).requests).toEqual({ least: 1, most: 1 });
    expect((await people.explain.upsert(customer(3))).reads).toHaveLength(1);
    expect((await people.explain.get(de(1))).reads).toHaveLength(1);
    expect((await people.explain.getOrThrow(de(1))).reads).toHaveLength(1);
    expect((await people.explain.exists(de(1))).reads[0]).toMatchObject({
      select: ['RowKey', 'Timestamp', 'EntityType'],
    });
    expect((await people.explain.getMany([de(1), de(2)])).reads).toHaveLength(2);
    expect((await people.explain.modify(de(1))).requests).toEqual({ least: 1 });
    const bulk = await people.explain.bulk([{ insert: employee(3) }, { insert: customer(4) }]);
    expect(bulk.writes.map(({ entity, operations }) => [entity, operations.length])).toEqual([
      ['employee, customer', 2],
    ]);
    await expect(people.explain.insert({ ...employee(3) } as never)).rejects.toThrow(/plain object/);
    await expect(people.explain.delete(de(1))).rejects.toMatchObject({ code: 'ETAG_MISSING' });
  });
});
