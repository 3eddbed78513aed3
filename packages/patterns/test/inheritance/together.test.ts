import { Entity, Int32, key, Repository, Text, transaction } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Customer, customer, de, Employee, employee, IndexedPeople, People } from './people.js';

@Entity({ table: 'People' })
class Country {
  static readonly key = key({ partition: '{country}', row: 'country' });
  @Text() country!: string;
  @Int32() people?: number;
}

const storage = useStorage();
let table: string;
let people: People;
const keys = async () => Object.keys(await storedRows(storage.emulator, table, 'DE')).sort();

beforeEach(() => {
  table = storage.emulator.uniqueName('Together');
  people = new People(storage.store(), { table });
});

describe('a transaction', () => {
  it('writes entities of all classes at once, or none of them', async () => {
    await people
      .transaction()
      .insert(employee(1))
      .insert(customer(2, { orders: 1 }))
      .commit();
    const [one, two] = await people.getMany([de(1), de(2)]);
    const together = people
      .transaction()
      .update(one!, { name: 'x' })
      .replace(Object.assign(two!, { name: 'y' }))
      .upsert(customer(3))
      .insert(employee(4));
    expect(together.size).toBe(4);
    expect((await together.explain()).reads).toHaveLength(1);
    const results = await together.commit();
    expect(results[0]).toBe(one);
    expect(await people.getMany([de(1), de(2), de(3), de(4)])).toMatchObject([
      { name: 'x', department: 'Sales' },
      { name: 'y', orders: 1 },
      { name: 'C3' },
      { name: 'E4' },
    ]);
    const failing = people.transaction().delete(one!).insert(customer(4));
    await expect(failing.commit()).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
    expect(await people.exists(de(1))).toBe(true);
    await people.transaction().delete(one!).delete(customer(2), { force: true }).commit();
    expect(await keys()).toEqual(['person_000003', 'person_000004']);
  });

  it('takes what rows() found', async () => {
    await people.insert(customer(1));
    for (const row of await people
      .rows({ partition: { country: 'DE' } })
      .only(Customer)
      .all()) {
      const { requests } = await storage.emulator.http.record(() => people.update(row, { name: 'x' }));
      expect(requests.map(({ method }) => method)).toEqual(['PATCH']);
      await people.transaction().delete(row).commit();
    }
    expect(await keys()).toEqual([]);
  });

  it('joins writes of other repositories', async () => {
    const countries = new (Repository(Country))(storage.store(), { table });
    const all = transaction().insert(countries, { country: 'DE', people: 2 });
    people.transaction(all).insert(employee(1)).insert(customer(2));
    const { requests } = await storage.emulator.http.record(() => all.commit());
    expect(requests.filter(({ url }) => url.includes('$batch')).length).toBeGreaterThan(0);
    expect(await keys()).toEqual(['country', 'person_000001', 'person_000002']);
  });

  it('refuses what it cannot hold, before anything is sent', async () => {
    await people.insert(customer(1));
    const one = await people.getOrThrow(de(1));
    const { requests } = await storage.emulator.http.record(async () => {
      expect(() => people.transaction().insert({ ...employee(2) } as never)).toThrow(/plain object/);
      expect(() =>
        people
          .transaction()
          .insert(employee(2))
          .insert(customer(3, { country: 'FR' })),
      ).toThrow(/another partition/);
      const otherClass = people.transaction().delete(one).insert(employee(1));
      await expect(otherClass.commit()).rejects.toMatchObject({ code: 'TRANSACTION_INVALID' });
      await expect(otherClass.explain()).rejects.toThrow(/changes its class in two transactions/);
      const tooMany = people.transaction();
      for (let id = 1; id <= 101; id++) tooMany.insert(id % 2 ? employee(id) : customer(id));
      await expect(tooMany.commit()).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    });
    expect(requests).toEqual([]);
  });

  it('holds 100 operations, index rows included', async () => {
    const indexed = new IndexedPeople(storage.store(), { table });
    const fits = indexed.transaction();
    // An employee without an e-mail has two rows, a customer without orders one.
    for (let id = 1; id <= 49; id++) fits.insert(employee(id));
    for (let id = 50; id <= 51; id++) fits.insert(customer(id));
    await fits.commit();
    expect(await keys()).toHaveLength(100);
  });
});

describe('bulk', () => {
  it('writes all classes of a partition together, and tells what became of each', async () => {
    await people.insert(employee(1));
    const one = await people.getOrThrow(de(1));
    const outcomes: string[] = [];
    const items = [
      { update: one, changes: { name: 'x' } },
      { insert: customer(2) },
      { insert: { ...employee(3) } },
      { insert: employee(1) },
      { upsert: employee(4) },
      { insert: customer(5, { country: 'FR' }) },
      people.of(Employee).bulkItem({ delete: de(9), force: true }),
      { delete: de(2), force: true },
      null,
    ];
    const report = await people.bulk(items as never, {
      onOutcome: ({ index, status, item }) => {
        expect(item).toBe(items[index]);
        outcomes[index] = status;
      },
    });
    expect(outcomes).toEqual([
      'done',
      'done',
      'failed',
      'failed',
      'done',
      'done',
      'done',
      'failed',
      'failed',
    ]);
    expect(report).toMatchObject({ read: 9, done: 5, failed: 4, unknown: 0 });
    expect(report.failures.map(({ error }) => (error as { code: string }).code).sort()).toEqual([
      'ENTITY_EXISTS',
      'OPTIONS_INVALID',
      'OPTIONS_INVALID',
      'OPTIONS_INVALID',
    ]);
    expect(String((report.failures.find(({ index }) => index === 2) as { error: unknown }).error)).toMatch(
      /of\(Employee\)/,
    );
    expect(await keys()).toEqual(['person_000001', 'person_000002', 'person_000004']);
  });

  it('as outcomes, from an asynchronous source', async () => {
    async function* source() {
      for (let id = 1; id <= 250; id++) yield { insert: id % 2 ? employee(id) : customer(id) };
    }
    const { requests } = await storage.emulator.http.record(async () => {
      let done = 0;
      for await (const outcome of people.bulkOutcomes(source())) {
        if (outcome.status === 'done' && outcome.result instanceof Customer) done++;
      }
      expect(done).toBe(125);
    });
    const batches = requests.filter(({ url, method }) => method === 'POST' && url.includes('$batch'));
    // The first one finds that the table is missing.
    expect(batches).toHaveLength(4);
  });
});

describe('many writers', () => {
  it('count together on entities of both classes, and nothing is lost', async () => {
    await people.bulk([{ insert: customer(1, { orders: 0 }) }, { insert: employee(2, { name: '0' }) }]);
    const writers = Array.from({ length: 12 }, () => new People(storage.store(), { table }));
    await Promise.all(
      writers.map(async (writer, n) => {
        for (let i = 0; i < 3; i++) {
          await writer.modify(de(1 + ((n + i) % 2)), (p) => {
            if (p instanceof Customer) p.orders = (p.orders ?? 0) + 1;
            else p.name = String(Number(p.name) + 1);
          });
          await writer.update(de(1 + ((n + i) % 2)), { born: new Date(n) });
        }
      }),
    );
    const [one, two] = await people.getMany([de(1), de(2)]);
    expect((one as Customer).orders! + Number(two!.name)).toBe(36);
    expect(one!.born).toBeInstanceOf(Date);
  });

  it('gives up after so many attempts', async () => {
    await people.insert(customer(1));
    let turns = 0;
    const race = people.modify(
      de(1),
      async (p) => {
        await people.of(Customer).update(de(1), { orders: ++turns });
        p.name = 'never';
      },
      { attempts: 3 },
    );
    await expect(race).rejects.toMatchObject({ code: 'CONGESTION' });
    expect(turns).toBe(3);
    expect((await people.getOrThrow(de(1))).name).toBe('C1');
  });

  it('may change the class of a row in between', async () => {
    await people.insert(customer(1));
    let turns = 0;
    const done = await people.modify(de(1), async (p) => {
      if (turns++ === 0) {
        await people.delete(de(1), { force: true });
        await people.insert(employee(1));
      }
      p.name = 'last';
    });
    expect(done).toBeInstanceOf(Employee);
    expect(await people.get(de(1))).toMatchObject({ name: 'last', department: 'Sales' });
  });

  it('delete by key starts over, and leaves nothing', async () => {
    await people.insert(customer(1));
    const results = await Promise.all([
      ...Array.from({ length: 4 }, (_, n) => people.update(de(1), { name: `${n}` }).catch(() => undefined)),
      ...Array.from({ length: 4 }, () => people.delete(de(1), { force: true })),
    ]);
    expect(results.filter((result) => result === true)).toHaveLength(1);
    expect(await keys()).toEqual([]);
  });
});
