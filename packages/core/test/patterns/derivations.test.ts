import {
  etagOf,
  type Intent,
  type Outbox,
  type OwnRows,
  type Pattern,
  Repository,
  type Row,
  transaction,
  UniqueViolationError,
} from '@tablewright/core';
import { type Exchange, faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Department, Worker, worker } from './support/company.js';
import {
  backwards,
  byName,
  headCount,
  managedDepartments,
  managerName,
  mirrored,
  numbered,
  rowOf,
} from './support/patterns.js';

const storage = useStorage();

async function rowsOf(table: string): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for await (const { partitionKey, rowKey, etag, timestamp, ...columns } of storage.emulator
    .rawTable(table)
    .listEntities()) {
    rows[String(rowKey)] = columns;
  }
  return rows;
}

/** Somebody else is faster, once: just before the next transaction is sent. */
function beforeTransaction(act: () => Promise<unknown>) {
  const rival = {
    name: 'rival',
    async run({ send }: Exchange) {
      await act();
      return send();
    },
  };
  return storage.emulator.http.inject(rival, { when: ({ path }) => path === '$batch' });
}

const sales = (id: number) => ({ department: 'Sales', id });

describe('own rows', () => {
  class Workers extends Repository(Worker).with(byName()) {}
  const open = () => new Workers(storage.store(), { table: storage.emulator.uniqueName('own') });

  it('are written, moved and deleted with the entity, in one request', async () => {
    const workers = open();
    await workers.insert(worker(1, 'a'));
    storage.emulator.http.clear();
    const b = await workers.insert(worker(2, 'b'));
    b.name = 'c';
    await workers.update(b);
    expect(storage.emulator.http.requests.map(({ path }) => path)).toEqual(['$batch', '$batch']);
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual([
      'empid_000001',
      'empid_000002',
      'name_a',
      'name_c',
    ]);
    await workers.delete(b);
    expect(storage.emulator.http.requests).toHaveLength(3);
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000001', 'name_a']);
  });

  it('cost a read where the stored row is not known', async () => {
    const workers = open();
    await workers.insert(worker(1, 'a'));
    const counts: number[] = [];
    for (const run of [
      () => workers.update(sales(1), { name: 'b' }),
      () => workers.upsert(worker(1, 'c')),
      () => workers.replace(worker(1, 'd'), { force: true }),
      () => workers.delete(sales(1), { force: true }),
    ]) {
      const { requests } = await storage.emulator.http.record<unknown>(run);
      counts.push(requests.length);
    }
    expect(counts).toEqual([2, 2, 2, 2]);
    expect(await rowsOf(workers.context.table)).toEqual({});
    expect(await workers.delete(sales(1), { force: true })).toBe(false);
  });

  it('name the derivation whose row another entity holds, and write nothing', async () => {
    const workers = open();
    await workers.insert(worker(1, 'a'));
    const violation = await workers.insert(worker(2, 'a')).catch((error: unknown) => error);
    expect(violation).toBeInstanceOf(UniqueViolationError);
    expect((violation as UniqueViolationError).details).toEqual({
      entity: 'Worker',
      index: 'byName',
      item: 0,
    });
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000001', 'name_a']);
    const inTransaction = transaction()
      .insert(workers, worker(3, 'x'))
      .insert(workers, worker(4, 'a'))
      .commit();
    await expect(inTransaction).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION', details: { item: 1 } });
  });

  it('may be swapped, and taken over, within one transaction', async () => {
    const workers = open();
    const a = await workers.insert(worker(1, 'a'));
    const b = await workers.insert(worker(2, 'b'));
    await transaction().update(workers, a, { name: 'b' }).update(workers, b, { name: 'a' }).commit();
    expect(await rowsOf(workers.context.table)).toMatchObject({
      name_a: { owner: 'empid_000002' },
      name_b: { owner: 'empid_000001' },
    });
    const stale = await workers.getOrThrow(sales(1));
    await transaction().delete(workers, stale).insert(workers, worker(3, 'b')).commit();
    expect(await rowsOf(workers.context.table)).toMatchObject({ name_b: { owner: 'empid_000003' } });
    // The value may be handed on although its row was never there.
    await storage.emulator.rawTable(workers.context.table).deleteEntity('Sales', 'name_b');
    await transaction().update(workers, sales(3), { name: 'x' }).insert(workers, worker(4, 'b')).commit();
    expect(await rowsOf(workers.context.table)).toMatchObject({ name_b: { owner: 'empid_000004' } });
  });

  it('cannot be claimed by two entities of one transaction', async () => {
    const workers = open();
    const both = transaction().insert(workers, worker(1, 'a')).insert(workers, worker(2, 'a'));
    await expect(both.commit()).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION', details: { item: 1 } });
  });

  it('are not taken from a holder whose copy is written in the same transaction', async () => {
    const Copying = Repository(Worker).with(byName({ columns: ['secret'] }));
    const workers = new Copying(storage.store(), { table: storage.emulator.uniqueName('claims') });
    await workers.insert(worker(1, 'a'));
    await workers.insert(worker(2, 'b'));
    const taken = transaction()
      .update(workers, sales(1), { name: 'b' })
      .update(workers, sales(2), { secret: 'x' });
    await expect(taken.commit()).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION', details: { item: 0 } });
    const bulk = await workers.bulk([
      { update: sales(1), changes: { name: 'b' } },
      { update: sales(2), changes: { secret: 'x' } },
      { insert: worker(3, 'a') },
      { delete: sales(1), force: true },
    ]);
    expect(bulk.failures.map(({ index, error }) => [index, (error as { code: string }).code])).toEqual([
      [0, 'UNIQUE_VIOLATION'],
      [2, 'UNIQUE_VIOLATION'],
    ]);
    expect(await rowsOf(workers.context.table)).toEqual({
      empid_000002: { name: 'b', secret: 'x' },
      name_b: { owner: 'empid_000002', secret: 'x' },
    });
  });

  it.each([
    ['no array', () => Promise.resolve([])],
    ['no rows', () => [{}]],
    ['rows elsewhere', (row: Row) => [{ row: { ...row, rowKey: 'other_1' }, unique: true }]],
    [
      'rows of another partition',
      (row: Row) => [{ row: { ...row, partitionKey: 'X', rowKey: 'name_1' }, unique: true }],
    ],
    ['rows that tell nobody', (row: Row) => [{ row: { ...row, rowKey: 'name_1', columns: {} } }]],
  ])('are refused when the pattern derives %s', async (_, derive) => {
    const faulty: Pattern = {
      name: 'Faulty',
      define: (scope) => {
        const [rows] = byName().define(scope).derivations as readonly [OwnRows];
        return { derivations: [{ ...rows, derive: derive as OwnRows['derive'] }] };
      },
    };
    const workers = new (Repository(Worker).with(faulty))(storage.store(), { table: 'Faulty' });
    storage.emulator.http.clear();
    await expect(workers.insert(worker(1, 'a'))).rejects.toMatchObject({ code: 'DERIVATION_INVALID' });
    expect(storage.emulator.http.requests).toHaveLength(0);
  });

  it('follow an instance through several writes of one transaction', async () => {
    const workers = open();
    const a = await workers.insert(worker(1, 'a'));
    await transaction().update(workers, a, { name: 'b' }).update(workers, a, { secret: 'x' }).commit();
    await workers.update(a, { name: 'c' });
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000001', 'name_c']);
    await transaction().update(workers, a, { name: 'd' }).update(workers, a, { secret: 'y' }).commit();
    await workers.delete(a);
    expect(await rowsOf(workers.context.table)).toEqual({});
  });

  it('may be missing: an entity older than the derivation stays writable', async () => {
    const workers = open();
    const plain = new (Repository(Worker))(workers.context.store, { table: workers.context.table });
    await plain.insert(worker(1, 'a'));
    await plain.insert(worker(2, 'b'));
    await workers.update(sales(1), { name: 'c' });
    const b = await workers.getOrThrow(sales(2));
    await workers.delete(b);
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000001', 'name_c']);
  });

  it('follow what is stored, not what a partial instance knows of it', async () => {
    const workers = open();
    await workers.insert(worker(1, 'a'));
    const partial = await workers.upsert(worker(1));
    await workers.update(partial, { name: 'b' });
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000001', 'name_b']);
    const again = await workers.upsert(worker(1));
    await workers.delete(again);
    expect(await rowsOf(workers.context.table)).toEqual({});
  });

  it('leave alone what others wrote, also when a stale instance is forced through twice', async () => {
    const workers = open();
    const stale = await workers.insert(worker(1, 'a'));
    await workers.update(sales(1), { name: 'rival' });
    await workers.update(stale, { secret: 'x' }, { force: true });
    await workers.update(stale, { secret: 'y' }, { force: true });
    expect(await rowsOf(workers.context.table)).toEqual({
      empid_000001: { name: 'rival', secret: 'y' },
      name_rival: { owner: 'empid_000001' },
    });
  });

  it('that were left behind belong to the entity that comes back', async () => {
    const workers = open();
    await workers.insert(worker(1, 'a'));
    await storage.emulator.rawTable(workers.context.table).deleteEntity('Sales', 'empid_000001');
    await workers.insert(worker(1, 'a'));
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000001', 'name_a']);
  });

  it('are not taken from each other while the derivation is built', async () => {
    const Building = Repository(Worker).with(byName({ state: 'building', columns: ['secret'] }));
    const building = new Building(storage.store(), { table: storage.emulator.uniqueName('building') });
    const plain = new (Repository(Worker))(building.context.store, { table: building.context.table });
    await plain.insert(worker(1, 'same'));
    await building.insert(worker(2, 'same'));
    const held = { owner: 'empid_000002' };
    await building.update(sales(1), { secret: 'x' });
    expect(await rowsOf(building.context.table)).toMatchObject({ name_same: held });
    await building.update(sales(2), { secret: 'y' });
    expect(await rowsOf(building.context.table)).toMatchObject({ name_same: { ...held, secret: 'y' } });
    await building.delete(sales(1), { force: true });
    expect(await rowsOf(building.context.table)).toMatchObject({ name_same: held });
    await building.update(sales(2), { name: 'moved' });
    expect(Object.keys(await rowsOf(building.context.table))).toEqual(['empid_000002', 'name_moved']);
    await plain.insert(worker(3, 'old'));
    await building.update(sales(3), { secret: 'z' });
    expect(await rowsOf(building.context.table)).toMatchObject({ name_old: { owner: 'empid_000003' } });
  });

  it('are only removed while the derivation is dropped', async () => {
    const workers = open();
    const Dropping = Repository(Worker).with(byName({ state: 'dropping' }));
    const dropping = new Dropping(workers.context.store, { table: workers.context.table });
    await workers.insert(worker(1, 'a'));
    await dropping.insert(worker(2, 'b'));
    await dropping.update(sales(1), { name: 'c' });
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000001', 'empid_000002']);
  });

  it.each(['failBeforeSend', 'dropReply'] as const)(
    'are whole after %s at each call of each write',
    async (fault) => {
      const runs = [
        (workers: InstanceType<typeof Workers>) => workers.insert(worker(2, 'b')),
        (workers: InstanceType<typeof Workers>) => workers.update(sales(1), { name: 'x' }),
        (workers: InstanceType<typeof Workers>) => workers.upsert(worker(1, 'y'), { mode: 'replace' }),
        (workers: InstanceType<typeof Workers>) => workers.delete(sales(1), { force: true }),
      ];
      for (const run of runs) {
        for (let call = 0; ; call++) {
          const workers = open();
          await workers.insert(worker(1, 'a'));
          const injected = storage.emulator.http.inject(faults[fault](), { after: call });
          await run(workers);
          storage.emulator.http.clearFaults();
          const rows = await rowsOf(workers.context.table);
          const expected = Object.entries(rows)
            .filter(([rowKey]) => rowKey.startsWith('empid_'))
            .map(([rowKey, columns]) => [`name_${(columns as { name: string }).name}`, { owner: rowKey }]);
          expect(Object.entries(rows).filter(([rowKey]) => rowKey.startsWith('name_'))).toEqual(expected);
          if (injected.fired === 0) break;
        }
      }
    },
  );
});

describe('contributions', () => {
  class Workers extends Repository(Worker).with(headCount()) {}
  const open = () => new Workers(storage.store(), { table: storage.emulator.uniqueName('shared') });
  const count = async (workers: { context: { table: string } }) =>
    (await rowsOf(workers.context.table))['count_all'];

  it('are put in and taken out in the same transaction', async () => {
    const workers = open();
    const a = await workers.insert(worker(1));
    await transaction().insert(workers, worker(2)).insert(workers, worker(3)).commit();
    expect(await count(workers)).toEqual({ Count: 3 });
    storage.emulator.http.clear();
    a.name = 'renamed';
    await workers.update(a);
    expect(storage.emulator.http.requests).toHaveLength(1);
    await workers.delete(a);
    expect(storage.emulator.http.requests).toHaveLength(3);
    expect(await count(workers)).toEqual({ Count: 2 });
    await transaction()
      .delete(workers, sales(2), { force: true })
      .delete(workers, sales(3), { force: true })
      .commit();
    expect(await rowsOf(workers.context.table)).toEqual({});
  });

  it('are not lost when somebody adds to a shared row that is about to go', async () => {
    const workers = open();
    await workers.insert(worker(1));
    const rival = new Workers(storage.store(), { table: workers.context.table });
    const race = beforeTransaction(() => rival.insert(worker(2)));
    await workers.delete(sales(1), { force: true });
    expect(race.fired).toBe(1);
    expect(await count(workers)).toEqual({ Count: 1 });
  });

  it('are exact after many writers at once', async () => {
    const workers = open();
    await workers.insert(worker(0));
    const others = Array.from({ length: 24 }, (_, i) => i + 1);
    await Promise.all(others.map((id) => workers.insert(worker(id))));
    await Promise.all(others.slice(0, 10).map((id) => workers.delete(sales(id), { force: true })));
    expect(await count(workers)).toEqual({ Count: 15 });
  });
});

describe('embedded copies', () => {
  class Departments extends Repository(Department).with(managerName()) {}
  class Workers extends Repository(Worker).with(managedDepartments()) {}
  const open = () => {
    const table = storage.emulator.uniqueName('copies');
    return {
      departments: new Departments(storage.store(), { table }),
      workers: new Workers(storage.store(), { table }),
    };
  };

  it('follow whichever side changes', async () => {
    const { departments, workers } = open();
    const jones = await workers.insert(worker(1, 'jones'));
    await departments.insert({ name: 'Sales', managerId: 1 });
    expect(await departments.get({ name: 'Sales' })).toMatchObject({ managerName: 'jones' });
    // Held at its version, which gave it another one: that was no change, and the old instance will do.
    await workers.update(jones, { name: 'smith' });
    expect(await departments.get({ name: 'Sales' })).toMatchObject({ managerName: 'smith' });
    await workers.insert(worker(2, 'brown'));
    await departments.update({ name: 'Sales' }, { managerId: 2 });
    expect(await departments.get({ name: 'Sales' })).toMatchObject({ managerName: 'brown' });
  });

  it('refuse what was loaded before somebody changed it, and let pass what was only touched', async () => {
    const { departments, workers } = open();
    const jones = await workers.insert(worker(1, 'jones'));
    const copy = await workers.getOrThrow(sales(1));
    const third = await workers.getOrThrow(sales(1));
    await departments.insert({ name: 'Sales', managerId: 1 });
    // Who names a version means that very one.
    const ifMatch = etagOf(jones)!;
    const code = 'ENTITY_CHANGED';
    await expect(workers.update(jones, { secret: 'x' }, { ifMatch })).rejects.toMatchObject({ code });
    await expect(workers.replace(jones, { ifMatch })).rejects.toMatchObject({ code });
    await expect(workers.delete(jones, { ifMatch })).rejects.toMatchObject({ code });
    const touched = await storage.emulator.http.record(() => workers.update(jones, { secret: 'x' }));
    // Refused, read, the departments once more, and written.
    expect(touched.requests.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET', 'GET', 'PATCH']);
    await expect(workers.update(copy, { name: 'stale' })).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    await expect(workers.delete(third)).rejects.toMatchObject({ code: 'ENTITY_CHANGED' });
    await departments.update({ name: 'Sales' }, { managerId: 1 });
    await workers.delete(jones);
    expect(await workers.get(sales(1))).toBeUndefined();
  });

  it('are not taken of a source that changes before they are stored', async () => {
    const { departments, workers } = open();
    await workers.insert(worker(1, 'old'));
    const race = beforeTransaction(() => workers.update(sales(1), { name: 'new' }));
    await departments.insert({ name: 'Sales', managerId: 1 });
    expect(race.fired).toBe(1);
    expect(await departments.get({ name: 'Sales' })).toMatchObject({ managerName: 'new' });
  });

  it('are right when both sides change at once', async () => {
    const { departments, workers } = open();
    await workers.insert(worker(1, 'start'));
    await departments.insert({ name: 'Sales', managerId: 1 });
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => [
        workers.update(sales(1), { name: `name${i}` }),
        departments.update({ name: 'Sales' }, { managerId: 1 }),
      ]).flat(),
    );
    const { name } = await workers.getOrThrow(sales(1));
    expect(await departments.get({ name: 'Sales' })).toMatchObject({ managerName: name });
  });
});

describe('stages and assignments', () => {
  it('change what is stored, and back', async () => {
    const Workers = Repository(Worker).with(backwards());
    const workers = new Workers(storage.store(), { table: storage.emulator.uniqueName('staged') });
    const jones = await workers.insert({ ...worker(1, 'jones'), secret: 'abc' });
    expect(await rowsOf(workers.context.table)).toEqual({ empid_000001: { name: 'jones', secret: 'cba' } });
    expect(await workers.get(sales(1))).toMatchObject({ secret: 'abc' });
    await workers.update(jones, { secret: 'xyz' });
    await workers.update(sales(1), { name: 'other' });
    expect(await rowsOf(workers.context.table)).toEqual({ empid_000001: { name: 'other', secret: 'zyx' } });
    const raw = storage.emulator.rawTable(workers.context.table);
    await raw.updateEntity({ partitionKey: 'Sales', rowKey: 'empid_000001', foreign: 'kept' });
    const modified = await workers.modify(sales(1), (it) => {
      it.secret += '!';
    });
    expect(modified.secret).toBe('xyz!');
    expect(await workers.get(sales(1))).toMatchObject({ secret: 'xyz!' });
    delete modified.name;
    await workers.update(modified);
    expect(await rowsOf(workers.context.table)).toEqual({
      empid_000001: { secret: '!zyx', foreign: 'kept' },
    });
  });

  it('are asked in the form of the entity, not in that of the row', async () => {
    const Workers = Repository(Worker).with(backwards());
    const workers = new Workers(storage.store(), { table: storage.emulator.uniqueName('staged') });
    await workers.insert({ ...worker(1, 'jones'), secret: 'abc' });
    await workers.insert({ ...worker(2, 'smith'), secret: 'cba' });
    const found = workers.query({ department: 'Sales', secret: 'abc' }).scan('partition');
    expect((await found.all()).map(({ id }) => id)).toEqual([1]);
    expect(await found.select('secret').all()).toEqual([{ department: 'Sales', id: 1, secret: 'abc' }]);
  });

  it('may change a row in place: what was read is still known by its version', async () => {
    const stripping: Pattern = {
      name: 'Stripping',
      define: () => ({
        stage: {
          encode: async (row) => row,
          async decode(raw) {
            const row = raw as Record<string, unknown>;
            for (const name of ['PartitionKey', 'RowKey', 'Timestamp']) delete row[name];
            return raw;
          },
        },
      }),
    };
    const Workers = Repository(Worker).with(stripping);
    const workers = new Workers(storage.store(), { table: storage.emulator.uniqueName('staged') });
    await workers.insert(worker(1, 'jones'));
    const [jones] = await workers.query({ department: 'Sales' }).scan('partition').all();
    expect(etagOf(jones!)).toBe(etagOf((await workers.get(sales(1)))!));
    await workers.update(jones!, { name: 'smith' });
    expect(await workers.get(sales(1))).toMatchObject({ name: 'smith' });
  });

  it('give a new entity its number once, whatever happens to the request', async () => {
    let calls = 0;
    const random = () => [0.25, 0.5, 0.75][calls++ % 3]!;
    const Workers = Repository(Worker).with(numbered());
    const workers = new Workers(storage.store({ random }), {
      table: storage.emulator.uniqueName('numbered'),
    });
    await workers.context.store.createTable(workers.context.table);
    storage.emulator.http.inject(faults.serverBusy(), { times: 2 });
    const inserted = await workers.insert({ department: 'Sales' } as Worker);
    expect(inserted.id).toBe(250);
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000250']);
  });
});

describe('effects', () => {
  it('are done before the commit, which does not come if they fail', async () => {
    const log: string[] = [];
    const uploading: Pattern = {
      name: 'Uploading',
      define: () => ({
        effects: ({ after }) => [
          {
            run: async () => {
              log.push(`${after?.columns['name']} after ${storage.emulator.http.requests.length} requests`);
              if (after?.columns['name'] === 'bad') throw new Error('the upload failed');
            },
          },
        ],
      }),
    };
    const Workers = Repository(Worker).with(uploading);
    const workers = new Workers(storage.store(), { table: storage.emulator.uniqueName('effects') });
    storage.emulator.http.clear();
    await expect(workers.insert(worker(1, 'bad'))).rejects.toThrow('the upload failed');
    expect(storage.emulator.http.requests).toHaveLength(0);
    await workers.insert(worker(1, 'good'));
    expect(log).toEqual(['bad after 0 requests', 'good after 0 requests']);
    expect(await workers.get(sales(1))).toMatchObject({ name: 'good' });
  });
});

describe('the outbox', () => {
  class RecordingOutbox implements Outbox {
    readonly log: string[] = [];
    readonly intents: Intent[] = [];
    #next = 0;

    async stage(intents: readonly Intent[]) {
      this.intents.push(...intents);
      const operations = intents.map(({ partitionKey, derivation }) => {
        const row: Row = rowOf(partitionKey, `~intent_${this.#next++}`.replace('~', '\uFFEE'), {
          derivation,
        });
        return { kind: 'insert', row } as const;
      });
      return {
        operations,
        committed: async () => void this.log.push('committed'),
        abandoned: async () => void this.log.push('abandoned'),
      };
    }
  }

  class Workers extends Repository(Worker).with(mirrored()) {}

  it('must be the same for all repositories of a transaction', async () => {
    const [one, other] = [new RecordingOutbox(), new RecordingOutbox()];
    const table = storage.emulator.uniqueName('outbox');
    const first = new Workers(storage.store(), { outbox: one, table });
    const second = new Workers(storage.store(), { outbox: other, table });
    const both = transaction().insert(first, worker(1, 'a')).insert(second, worker(2, 'b'));
    await expect(both.commit()).rejects.toThrow(/different outboxes/);
  });

  it('records what follows in the same transaction', async () => {
    const outbox = new RecordingOutbox();
    const workers = new Workers(storage.store(), { outbox, table: storage.emulator.uniqueName('outbox') });
    const jones = await workers.insert(worker(1, 'jones'));
    expect(Object.keys(await rowsOf(workers.context.table))).toEqual(['empid_000001', '\uFFEEintent_0']);
    expect(outbox.intents).toEqual([
      {
        entity: 'Worker',
        table: workers.context.table,
        partitionKey: 'Sales',
        rowKey: 'empid_000001',
        kind: 'deferred',
        derivation: 'mirror',
        fingerprint: 'v1',
        data: { name: 'jones' },
      },
    ]);
    await workers.update(jones, { secret: 'not mirrored' });
    expect(outbox.log).toEqual(['committed']);
  });

  it('is told when the commit was refused, and when what follows fails the commit stands', async () => {
    const outbox = new RecordingOutbox();
    const workers = new Workers(storage.store(), { outbox, table: storage.emulator.uniqueName('outbox') });
    await workers.insert(worker(1, 'jones'));
    await expect(workers.insert(worker(1, 'again'))).rejects.toMatchObject({ code: 'ENTITY_EXISTS' });
    expect(outbox.log).toEqual(['committed', 'abandoned']);
    const failing: Outbox = {
      stage: async (intents) => ({
        ...(await outbox.stage(intents)),
        committed: () => Promise.reject(new Error('the queue is away')),
      }),
    };
    const other = new Workers(storage.store(), { outbox: failing, table: workers.context.table });
    await other.insert(worker(2, 'smith'));
    expect(await workers.get(sales(2))).toMatchObject({ name: 'smith' });
  });
});
