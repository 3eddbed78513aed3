import {
  Entity,
  EntityChangedError,
  EntityExistsError,
  etagOf,
  Int32,
  key,
  LimitError,
  OptionsError,
  OutcomeUnknownError,
  Repository,
  Text,
  TransactionShapeError,
  transaction,
} from '@tablewright/core';
import { faults, uniqueName } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Department, Departments, Worker, Workers, worker } from './support.js';

/** Two classes with keys of one form. */
@Entity({ discriminator: 'Kind' })
class KindOfWorker {
  static readonly key = key({ partition: '{site}', row: 'person_{id:03}' });
  @Text() site!: string;
  @Int32() id!: number;
}
@Entity({ discriminator: 'Kind' })
class KindOfGuest extends KindOfWorker {}

describe('a transaction', () => {
  const storage = useStorage();

  function company() {
    const table = uniqueName('company');
    const store = storage.store();
    return {
      table,
      store,
      workers: new Workers(store, { table }),
      departments: new Departments(store, { table }),
    };
  }

  it('writes entities of several types of one partition in one request', async () => {
    const { workers, departments, store, table } = company();
    await store.createTable(table);
    storage.emulator.http.clear();
    const results = await transaction()
      .insert(workers, worker(1))
      .insert(workers, worker(2))
      .upsert(departments, { name: 'Sales', employeeCount: 2 })
      .commit();
    expect(storage.emulator.http.requests).toHaveLength(1);
    expect(results).toEqual([worker(1), worker(2), expect.any(Department)]);
    expect((await departments.getOrThrow({ name: 'Sales' })).employeeCount).toBe(2);
    expect(await workers.getMany([1, 2].map((id) => ({ department: 'Sales', id })))).toEqual([
      worker(1),
      worker(2),
    ]);
  });

  it('gives every entity its new version, so that it can be changed further', async () => {
    const { workers } = company();
    const [a, b] = [worker(1), worker(2)];
    await transaction().insert(workers, a).insert(workers, b).commit();
    expect(etagOf(a)).toBe(etagOf(await workers.getOrThrow({ department: 'Sales', id: 1 })));
    a.age = 30;
    await transaction().update(workers, a).delete(workers, b).commit();
    a.age = 31;
    await workers.update(a);
    expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(worker(1, { age: 31 }));
    expect(await workers.get({ department: 'Sales', id: 2 })).toBeUndefined();
  });

  it('does nothing at all when one of its writes fails, and names that one', async () => {
    const { workers, departments } = company();
    await workers.insert(worker(2));
    const error = await transaction()
      .insert(workers, worker(1))
      .upsert(departments, { name: 'Sales', employeeCount: 9 })
      .insert(workers, worker(2))
      .commit()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EntityExistsError);
    expect((error as EntityExistsError).details).toMatchObject({
      entity: 'Worker',
      operation: 'insert',
      item: 2,
    });
    expect((error as Error).message).toContain('write 2 of the transaction: insert of Worker');
    expect(await workers.get({ department: 'Sales', id: 1 })).toBeUndefined();
    expect(await departments.get({ name: 'Sales' })).toBeUndefined();
  });

  it('is refused when an entity was changed since it was read', async () => {
    const { workers } = company();
    const mine = await workers.insert(worker(1));
    await workers.update({ department: 'Sales', id: 1 }, { age: 50 });
    mine.name = 'other';
    const change = transaction().insert(workers, worker(2)).update(workers, mine);
    await expect(change.commit()).rejects.toThrow(EntityChangedError);
    expect(await workers.get({ department: 'Sales', id: 2 })).toBeUndefined();
  });

  describe('folds the writes of one entity', () => {
    it('insert and update', async () => {
      const { workers, table, store } = company();
      await store.createTable(table);
      storage.emulator.http.clear();
      const jones = worker(1);
      const change = transaction().insert(workers, jones);
      jones.age = 40;
      change.update(workers, jones).update(workers, { department: 'Sales', id: 1 }, { active: true });
      await change.commit();
      expect(storage.emulator.http.requests).toHaveLength(1);
      expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(worker(1, { age: 40, active: true }));
    });

    it('update and update, with the guard of the loaded entity', async () => {
      const { workers } = company();
      const jones = await workers.insert(worker(1));
      const change = transaction()
        .update(workers, jones, { age: 1 })
        .update(workers, { department: 'Sales', id: 1 }, { name: 'both' });
      await change.commit();
      expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(worker(1, { age: 1, name: 'both' }));
      // The instance has not seen the other change, so it must not write over it.
      await expect(workers.replace(jones)).rejects.toThrow(EntityChangedError);
    });

    it('update and removal of a value', async () => {
      const { workers } = company();
      const jones = await workers.insert(worker(1, { age: 3 }));
      await transaction()
        .update(workers, jones, { active: true })
        .update(workers, { department: 'Sales', id: 1 }, { age: null })
        .commit();
      expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(worker(1, { active: true }));
    });

    it('delete and insert: the new entity in place of the old one', async () => {
      const { workers } = company();
      const old = await workers.insert(worker(1, { age: 70 }));
      await transaction()
        .delete(workers, old)
        .insert(workers, worker(1, { name: 'new' }))
        .commit();
      expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(worker(1, { name: 'new' }));
    });

    it('refuses what cannot follow, and writes nothing', async () => {
      const { workers } = company();
      const jones = await workers.insert(worker(1));
      const named = (item: number, operation: string) => ({ details: { item, operation } });
      const deleted = transaction().delete(workers, jones).update(workers, jones, { age: 1 });
      await expect(deleted.commit()).rejects.toMatchObject({
        code: 'ENTITY_NOT_FOUND',
        ...named(1, 'update'),
      });
      const twice = transaction().insert(workers, worker(3)).insert(workers, worker(3));
      await expect(twice.commit()).rejects.toMatchObject({ code: 'ENTITY_EXISTS', ...named(1, 'insert') });
      const undone = transaction()
        .insert(workers, worker(1, { name: 'other' }))
        .delete(workers, { department: 'Sales', id: 1 });
      await expect(undone.commit()).rejects.toMatchObject({
        code: 'TRANSACTION_INVALID',
        details: { index: 1 },
      });
      expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(worker(1));
    });

    it('upsert and removal of a value: what else is stored stays', async () => {
      const { workers, table } = company();
      await workers.insert(worker(1, { age: 5, active: true }));
      const raw = storage.emulator.rawTable(table);
      await raw.updateEntity({ partitionKey: 'Sales', rowKey: 'empid_000001', foreign: 9n });
      await transaction()
        .upsert(workers, { department: 'Sales', id: 1, name: 'new' })
        .update(workers, { department: 'Sales', id: 1 }, { age: null })
        .commit();
      expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(
        worker(1, { name: 'new', active: true }),
      );
      expect((await raw.getEntity('Sales', 'empid_000001'))['foreign']).toBe(9n);
    });

    it('keeps the guards of all of them', async () => {
      const { workers } = company();
      const stale = await workers.insert(worker(1));
      await workers.update({ department: 'Sales', id: 1 }, { name: 'rival' });
      const forced = transaction()
        .upsert(workers, worker(1, { age: 1 }))
        .replace(workers, stale);
      await expect(forced.commit()).rejects.toThrow(EntityChangedError);
      const begun = transaction().update(workers, { department: 'Sales', id: 1 }, { age: 5 });
      expect(() => begun.replace(workers, { department: 'Sales', id: 1 })).toThrow(/ifMatch/);
      expect((await workers.getOrThrow({ department: 'Sales', id: 1 })).name).toBe('rival');
    });

    it('lets an instance know what all of them stored', async () => {
      const { workers } = company();
      const jones = await workers.insert(worker(1, { age: 5 }));
      await transaction()
        .update(workers, jones, { age: 7 })
        .update(workers, jones, { active: true })
        .commit();
      expect(etagOf(jones)).toBe(etagOf(await workers.getOrThrow({ department: 'Sales', id: 1 })));
      jones.age = 5;
      await workers.update(jones);
      expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(worker(1, { age: 5, active: true }));
      const upserted = worker(1, { name: 'part' });
      await transaction()
        .upsert(workers, upserted)
        .update(workers, { department: 'Sales', id: 1 }, { active: false })
        .commit();
      await expect(workers.replace(upserted)).rejects.toMatchObject({ code: 'ETAG_MISSING' });
    });
  });

  describe('is refused before sending', () => {
    it('over two partitions', () => {
      const { workers } = company();
      const change = transaction().insert(workers, worker(1));
      expect(() => change.insert(workers, worker(2, { department: 'Other' }))).toThrow(TransactionShapeError);
    });

    it('over two tables or accounts', () => {
      const { workers, store } = company();
      const other = new Workers(store, { table: 'Elsewhere' });
      expect(() => transaction().insert(workers, worker(1)).insert(other, worker(2))).toThrow(
        /another table/,
      );
    });

    it('with more than 100 rows, never split', async () => {
      const { workers } = company();
      const change = transaction();
      for (let id = 0; id <= 100; id++) change.insert(workers, worker(id));
      await expect(change.commit()).rejects.toMatchObject({
        code: 'LIMIT_EXCEEDED',
        details: { limit: 'TRANSACTION_OPERATIONS', actual: 101 },
      });
      expect(storage.emulator.http.requests).toHaveLength(0);
    });

    it('with more than 4 MiB', async () => {
      const { workers } = company();
      const change = transaction();
      for (let id = 0; id < 80; id++) change.insert(workers, worker(id, { name: 'é'.repeat(32_000) }));
      await expect(change.commit()).rejects.toThrow(LimitError);
      expect(storage.emulator.http.requests).toHaveLength(0);
    });

    it('without writes, twice, or with a value that does not fit', async () => {
      const { workers } = company();
      await expect(transaction().commit()).rejects.toThrow(TransactionShapeError);
      const once = transaction().insert(workers, worker(1));
      await once.commit();
      await expect(once.commit()).rejects.toThrow(TransactionShapeError);
      expect(() => once.insert(workers, worker(2))).toThrow(TransactionShapeError);
      expect(() => transaction().insert(workers, worker(3, { age: 1.5 }))).toThrow(/age/);
      expect(() => transaction().update(workers, null as never, {})).toThrow(OptionsError);
      for (const wrong of [undefined, null, {}, 'x', Workers] as never[]) {
        expect(() => transaction().insert(wrong, worker(1))).toThrow(OptionsError);
      }
      for (const wrong of [null, 5, 'x', []] as never[]) {
        expect(() => transaction().upsert(workers, worker(1), wrong)).toThrow(OptionsError);
        expect(() => transaction().delete(workers, worker(1), wrong)).toThrow(OptionsError);
        await expect(transaction().insert(workers, worker(1)).commit(wrong)).rejects.toThrow(OptionsError);
      }
      await expect(transaction().insert(workers, worker(4)).commit({ attempts: 0 })).rejects.toThrow(
        OptionsError,
      );
    });

    it('names the write whose row is too large', async () => {
      const { workers } = company();
      const change = transaction()
        .insert(workers, worker(1))
        .insert(workers, worker(2, { name: 'x'.repeat(40_000) }));
      await expect(change.commit()).rejects.toThrow(/Worker \(write 1: insert\).*name/);
    });
  });

  it('fixes each write when it is added', async () => {
    const { workers } = company();
    const jones = worker(1, { age: 1 });
    const change = transaction().insert(workers, jones);
    jones.age = 2;
    await change.commit();
    expect((await workers.getOrThrow({ department: 'Sales', id: 1 })).age).toBe(1);
  });

  it('reads first what it takes a value from, and starts over when others are faster', async () => {
    const { workers, table } = company();
    await workers.insert(worker(1, { age: 5 }));
    const rival = storage.emulator.rawTable(table);
    storage.emulator.http.inject(
      {
        name: 'a rival is faster',
        async run({ send }) {
          await rival.updateEntity({ partitionKey: 'Sales', rowKey: 'empid_000001', active: true });
          return send();
        },
      },
      { when: ({ path }) => path === '$batch' },
    );
    await transaction()
      .update(workers, { department: 'Sales', id: 1 }, { age: null })
      .insert(workers, worker(2))
      .commit();
    expect(await workers.get({ department: 'Sales', id: 1 })).toEqual(worker(1, { active: true }));
    expect(await workers.get({ department: 'Sales', id: 2 })).toEqual(worker(2));
  });

  it('is judged by what is stored when its reply is lost', async () => {
    const { workers, table, store } = company();
    await store.createTable(table);
    storage.emulator.http.inject(faults.dropReply());
    await transaction().insert(workers, worker(1)).insert(workers, worker(2)).commit();
    storage.emulator.http.clearFaults();
    storage.emulator.http.inject(faults.failBeforeSend());
    await transaction().insert(workers, worker(3)).insert(workers, worker(4)).commit();
    const rows = [];
    for await (const row of storage.emulator.rawTable(table).listEntities()) rows.push(row.rowKey);
    expect(rows).toEqual(['empid_000001', 'empid_000002', 'empid_000003', 'empid_000004']);
  });

  it('stays unknown when a rival changed its rows after a lost reply', async () => {
    const { workers, table, store } = company();
    await store.createTable(table);
    storage.emulator.http.inject({
      name: 'lost, then changed',
      run: async ({ send }) => {
        await send();
        const rival = storage.emulator.rawTable(table);
        await rival.updateEntity({ partitionKey: 'Sales', rowKey: 'empid_000001', name: 'rival' });
        throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      },
    });
    const change = transaction().insert(workers, worker(1)).insert(workers, worker(2)).commit();
    await expect(change).rejects.toThrow(OutcomeUnknownError);
  });

  it('takes a row for one of one class only', async () => {
    const { store, table } = company();
    const workers = new (Repository(KindOfWorker))(store, { table });
    const guests = new (Repository(KindOfGuest))(store, { table });
    await workers.insert({ site: 'north', id: 1 });
    const one = await workers.getOrThrow({ site: 'north', id: 1 });
    storage.emulator.http.clear();
    const swap = transaction()
      .insert(guests, { site: 'north', id: 2 })
      .delete(workers, one)
      .insert(guests, { site: 'north', id: 1 });
    await expect(swap.commit()).rejects.toMatchObject({ code: 'TRANSACTION_INVALID', details: { index: 2 } });
    expect(() => swap.explain()).toThrow(/insert of KindOfGuest.*one of KindOfWorker/);
    expect(storage.emulator.http.requests).toHaveLength(0);
    await transaction().delete(workers, one).insert(guests, { site: 'north', id: 2 }).commit();
    await guests.insert({ site: 'north', id: 1 });
    expect(await workers.exists({ site: 'north', id: 1 })).toBe(false);
  });

  it('says what it would do', async () => {
    const { workers, departments, table } = company();
    const change = transaction().insert(workers, worker(1)).upsert(departments, { name: 'Sales' });
    const { write, requests, transactions } = await change.explain();
    expect(write?.operations.map(({ kind, row }) => [kind, row.rowKey])).toEqual([
      ['insert', 'empid_000001'],
      ['upsertMerge', 'department'],
    ]);
    expect({ requests, transactions, table: write?.table }).toEqual({
      requests: { least: 1, most: 1 },
      transactions: { least: 1, most: 1 },
      table,
    });
    expect(storage.emulator.http.requests).toHaveLength(0);
  });

  it('takes instances and keys of its repositories only', () => {
    const { workers, departments } = company();
    const typed = () => {
      transaction().insert(workers, new Worker());
      // @ts-expect-error a department is no worker
      transaction().insert(workers, new Department());
      // @ts-expect-error no such property
      transaction().update(departments, { name: 'Sales' }, { count: 1 });
      // @ts-expect-error the id is missing
      transaction().delete(workers, { department: 'Sales' });
    };
    expect(typed).toBeTypeOf('function');
  });
});
