import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Customer, customer, de, Employee, employee, People } from './people.js';

const storage = useStorage();
let table: string;
let people: People;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Queries');
  people = new People(storage.store(), { table });
  await people.bulk([
    ...[1, 3, 5].map((id) => ({ insert: employee(id, { born: new Date(id * 1_000) }) })),
    ...[2, 4].map((id) => ({ insert: customer(id, { orders: id }) })),
    { insert: customer(6, { country: 'FR' }) },
  ]);
});

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

/** The filters and columns that were sent, and what came of it. */
async function sent<T>(run: () => Promise<T>) {
  const { requests, result } = await storage.emulator.http.record(run);
  const asked = requests.map(({ url }) => new URL(url).searchParams);
  return { result, filters: asked.map((each) => each.get('$filter')), asked };
}

describe('a query over all classes', () => {
  it('a range of keys is one request, and gives instances of their classes in the order of keys', async () => {
    const query = people.query({ country: 'DE' }).between({ id: 2 }, { id: 4 });
    const { result, filters } = await sent(() => query.all());
    expect(names(result)).toEqual(['C2', 'E3', 'C4']);
    expect(result.map((p) => p.constructor)).toEqual([Customer, Employee, Customer]);
    expect(query.explain().parts.map((part) => part.kind === 'scan' && part.filter)).toEqual(filters);
    expect(filters).toEqual([
      "PartitionKey eq 'DE' and RowKey ge 'person_000002' and RowKey lt 'person_000005' and (EntityType eq 'employee' or EntityType eq 'customer')",
    ]);
  });

  it('a whole key is a point read', async () => {
    const { result, asked } = await sent(() => people.query(de(3)).all());
    expect(names(result)).toEqual(['E3']);
    expect(asked).toHaveLength(1);
    expect(await people.query(de(9)).all()).toEqual([]);
  });

  it('a scan has to be allowed', async () => {
    expect(() => people.query({ country: 'DE' }).explain()).toThrow(
      /Person rows of a partition.*scan\('partition'\)/,
    );
    expect(() => people.query({ name: 'E1' }).explain()).toThrow(/scan\('table'\)/);
    expect(names(await people.query().scan('table').all())).toEqual(['E1', 'C2', 'E3', 'C4', 'E5', 'C6']);
  });

  it('filters on properties of the base class are sent to the service', async () => {
    const named = people
      .query({ country: 'DE' })
      .where({ name: { startsWith: 'C' } })
      .scan('partition');
    const { result, filters } = await sent(() => named.all());
    expect(names(result)).toEqual(['C2', 'C4']);
    expect(filters[0]).toContain("name ge 'C' and name lt 'D'");
    const unborn = await people.query({ country: 'DE' }).where({ born: null }).scan('partition').all();
    expect(names(unborn)).toEqual(['C2', 'C4']);
    const late = await people
      .query({ country: 'DE' })
      .where({ born: { ge: new Date(3_000) } })
      .scan('partition')
      .all();
    expect(names(late)).toEqual(['E3', 'E5']);
  });

  it('properties of a subclass are refused', () => {
    expect(() => people.query({ country: 'DE', orders: 2 } as never).explain()).toThrow(
      /Person does not map 'orders'/,
    );
    expect(() => people.query({ country: 'DE' }).select('orders' as never)).toThrow(/'orders'/);
  });

  it('projections fetch what they name, and the type', async () => {
    const query = people.query({ country: 'DE' }).select('name').scan('partition');
    const { result, asked } = await sent(() => query.all());
    expect(result.map((view) => ({ ...view }))).toEqual(
      ['E1', 'C2', 'E3', 'C4', 'E5'].map((name, i) => ({ country: 'DE', id: i + 1, name })),
    );
    expect(asked.map((each) => each.get('$select'))).toEqual([
      'PartitionKey,RowKey,Timestamp,tw__version,name,EntityType',
    ]);
  });

  it('count, first, take and pages', async () => {
    const all = people.query({ country: 'DE' }).scan('partition');
    const counted = await sent(() => all.count());
    expect(counted.result).toBe(5);
    expect(counted.asked).toHaveLength(1);
    expect((await all.first())?.name).toBe('E1');
    const taken = await sent(() => all.take(2).all());
    expect(names(taken.result)).toEqual(['E1', 'C2']);
    expect(taken.asked.map((each) => each.get('$top'))).toEqual(['2']);
    const page = await all.page({ size: 2 });
    const next = await all.page({ size: 2, token: page.token });
    expect([...names(page.items), ...names(next.items)]).toEqual(['E1', 'C2', 'E3', 'C4']);
    const iterated: string[] = [];
    for await (const person of all) iterated.push(person.describe());
    expect(iterated).toEqual(['E1 of Sales', 'C2, 2 orders', 'E3 of Sales', 'C4, 4 orders', 'E5 of Sales']);
  });

  it('several keys are point reads side by side', async () => {
    const query = people.query({ country: 'DE' }).where({ id: { in: [5, 2] } });
    const { result, asked } = await sent(() => query.all());
    expect(names(result)).toEqual(['C2', 'E5']);
    expect(asked).toHaveLength(2);
  });

  it('what it finds can be written, unless it was asked for read-only', async () => {
    const all = people.query({ country: 'DE' }).scan('partition');
    for (const person of await all.all()) await people.update(person, { name: `${person.name}!` });
    expect(names(await all.all())).toEqual(['E1!', 'C2!', 'E3!', 'C4!', 'E5!']);
    const [first] = await all.readonly().all();
    await expect(people.update(first!, { name: 'x' })).rejects.toMatchObject({ code: 'ETAG_MISSING' });
  });
});

describe('one class', () => {
  it('is an ordinary repository, and sees its own rows only', async () => {
    const employees = people.of(Employee);
    const sales = await employees.query({ country: 'DE', department: 'Sales' }).scan('partition').all();
    expect(names(sales)).toEqual(['E1', 'E3', 'E5']);
    expect(await employees.get(de(2))).toBeUndefined();
    await employees.insert({ country: 'DE', id: 7, name: 'E7', department: 'IT' } as Employee);
    expect(await people.get(de(7))).toBeInstanceOf(Employee);
    expect(people.of(Employee)).toBe(employees);
    const many = await people
      .of(Customer)
      .query({ country: 'DE' })
      .where({ orders: { ge: 3 } })
      .scan('partition')
      .all();
    expect(names(many)).toEqual(['C4']);
  });
});

describe('hostile keys and values', () => {
  it('come back as they were', async () => {
    for (const [n, country] of ["O'Neil", 'a/b#c?d\\e', 'Ünïcödé 🎉', ' ', '~', "' or true"].entries()) {
      const name = `${country}' and EntityType eq 'x`;
      const put = n % 2 === 0 ? employee(n, { country, name }) : customer(n, { country, name });
      await people.insert(put);
      expect(await people.get({ country, id: n })).toEqual(put);
      const found = await people.query({ country, name }).scan('partition').all();
      expect(found).toEqual([put]);
      expect(await people.delete(found[0]!)).toBe(true);
    }
    await expect(people.insert(employee(1, { country: 'x'.repeat(1_025) }))).rejects.toMatchObject({
      code: 'KEY_TOO_LONG',
    });
  });
});
