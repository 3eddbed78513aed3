import {
  type DerivationState,
  drop,
  lifecycle,
  Repository,
  rebuild,
  repair,
  type TableStore,
  verify,
} from '@tablewright/core';
import { type QueueOutbox, sweep } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { beforeEach, describe, expect, it } from 'vitest';
import { Customer, customer } from '../support/customers.js';
import { dyingWriter } from '../support/dying-writer.js';
import { useStorage, workerFor } from '../support/storage.js';
import { allRows, systemRows, userRows } from '../support/stored-rows.js';

const storage = useStorage();
const dying = dyingWriter(storage);

class Plain extends Repository(Customer) {}
const inState = (state: DerivationState, indexes?: string) =>
  Repository(Customer).with(
    InterPartitionIndex({
      byEmail: { partition: 'emails', row: 'email_{email}', project: ['name'], state },
      byTag: {
        partition: 'tags',
        row: 'tag_{tags}',
        each: { tags: 'text' },
        project: [],
        ...(indexes !== undefined && { table: indexes }),
      },
    }),
  );
const Ready = inState('ready');
const Building = inState('building');
const Dropping = inState('dropping');

let store: TableStore;
let outbox: QueueOutbox;
let options: { table: string; outbox: QueueOutbox };
const some = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    customer(at + 1, { region: at % 2 ? 'North' : 'South', tags: ['x', `t${at}`] }),
  );
const keys = async (prefix: string) =>
  Object.keys(await userRows(storage.emulator, options.table)).filter((place) =>
    place.startsWith(`${prefix} |`),
  );

beforeEach(async () => {
  store = storage.store();
  outbox = await storage.outbox(store, { hints: 'onFailure' });
  options = { table: storage.emulator.uniqueName('Life'), outbox };
  await storage.emulator.rawTable(options.table).createTable();
});

describe('rebuild', () => {
  it('gives entities that are older than the index their copies, and says when it may be read', async () => {
    const plain = new Plain(store, options);
    await plain.bulk(some(23).map((one) => ({ insert: one })));
    const building = new Building(store, options);
    expect(await keys('emails')).toEqual([]);
    const report = await rebuild(building, 'byEmail');
    expect(report).toMatchObject({ complete: true, scanned: 23, mended: { missing: 23 }, clean: true });
    expect(await keys('emails')).toHaveLength(23);
    expect(await keys('tags')).toEqual([]);
    expect(await lifecycle(building)).toMatchObject([
      { name: 'byEmail', kind: 'deferred', state: 'building', built: true },
      { name: 'byTag', kind: 'deferred', state: 'ready', built: false },
    ]);
    const ready = new Ready(store, options);
    expect(await lifecycle(ready)).toMatchObject([{ name: 'byEmail', state: 'ready', built: true }, {}]);
    expect(await ready.byEmail.entities({ email: 'c7@contoso.com' }).count()).toBe(1);
    // What is there already is not written again.
    const before = await allRows(storage.emulator, options.table);
    expect(await rebuild(building, 'byEmail', { restart: true })).toMatchObject({ mended: { missing: 0 } });
    const now = Object.entries(await allRows(storage.emulator, options.table));
    expect(now.filter(([place]) => !place.startsWith('\uFFEE'))).toEqual(
      Object.entries(before).filter(([place]) => !place.startsWith('\uFFEE')),
    );
  });

  it('beside writers of both programs ends with everything in place', async () => {
    const plain = new Plain(store, options);
    await plain.bulk(some(20).map((one) => ({ insert: one })));
    const building = new Building(store, options);
    const writing = (async () => {
      for (let n = 1; n <= 20; n++) {
        const key = { region: n % 2 ? 'South' : 'North', id: n };
        if (n % 4 === 0) await building.delete(key, { force: true });
        else await building.update(key, { email: `new${n}@x`, name: `N${n}` });
      }
    })();
    const [report] = await Promise.all([rebuild(building, 'byEmail'), writing]);
    expect(report.counts).toMatchObject({ missing: 0, stale: 0, stray: 0 });
    await workerFor(outbox, [building]).drain();
    expect(await verify(building, { derivations: ['byEmail'] })).toMatchObject({ clean: true });
    expect(await keys('emails')).toHaveLength(15);
  });

  it('takes away the copies that another declaration left', async () => {
    const Other = Repository(Customer).with(
      InterPartitionIndex({ byEmail: { partition: 'emails', row: 'email_{name}', project: [] } }),
    );
    const other = new Other(store, options);
    for (const one of some(3)) await other.insert(one);
    const building = new Building(store, options);
    expect(await rebuild(building, 'byEmail')).toMatchObject({
      complete: true,
      // The guards know what was there before.
      mended: { missing: 3, stray: 0 },
    });
    expect(await keys('emails')).toEqual([
      'emails | email_c1@contoso.com  South  cust_0001',
      'emails | email_c2@contoso.com  North  cust_0002',
      'emails | email_c3@contoso.com  South  cust_0003',
    ]);
  });
});

describe('what a program of an earlier declaration left', () => {
  const Earlier = Repository(Customer).with(
    InterPartitionIndex({ byEmail: { partition: 'mail', row: 'mail_{email}', project: [] } }),
  );
  const intents = async () => Object.keys(await systemRows(storage.emulator, options.table, 'intent')).length;

  beforeEach(async () => {
    const earlier = new Earlier(store, options);
    for (const one of some(3)) await earlier.insert(one);
    await dying(options, () => earlier.update({ region: 'South', id: 1 }, { email: 'new@x' }));
    await dying(options, () => earlier.delete({ region: 'North', id: 2 }, { force: true }));
    await dying(options, () => earlier.insert(customer(4, { region: 'North' })));
  });

  it('is not touched by workers, as long as such a program may still be there', async () => {
    const ready = new Ready(store, options);
    expect(await workerFor(outbox, [ready]).drain()).toMatchObject({ intents: 0 });
    expect(await sweep(outbox, { repositories: [ready], olderThan: 0 })).toMatchObject({
      unknown: ['byEmail'],
      carriedOut: 0,
    });
    expect(await intents()).toBe(3);
  });

  it.each<readonly [string, (repository: InstanceType<typeof Building>) => Promise<unknown>]>([
    ['repair', (repository) => repair(repository)],
    ['rebuild', (repository) => rebuild(repository, 'byEmail')],
  ])('is taken over by %s', async (_, put) => {
    const building = new Building(store, options);
    await put(building);
    expect(await intents()).toBe(0);
    expect(await keys('emails')).toEqual([
      'emails | email_c3@contoso.com  South  cust_0003',
      'emails | email_c4@contoso.com  North  cust_0004',
      'emails | email_new@x  South  cust_0001',
    ]);
    // Where the earlier one had copies of what it changed, they are gone; what it never touched is not known to be its.
    expect(await keys('mail')).toEqual(['mail | mail_c3@contoso.com  South  cust_0003']);
    expect(await verify(building, { derivations: ['byEmail'] })).toMatchObject({ clean: true });
    expect(await sweep(outbox, { repositories: [building], olderThan: 0 })).toMatchObject({ intents: 0 });
  });

  it('is taken over also where the copies are right as they are', async () => {
    const building = new Building(store, options);
    await rebuild(building, 'byEmail');
    const earlier = new Earlier(store, options);
    await dying(options, () => earlier.insert(customer(9, { region: 'North' })));
    const ready = new Ready(store, options);
    await ready.delete({ region: 'North', id: 9 }, { force: true });
    expect(await intents()).toBe(1);
    await repair(ready, { partition: { region: 'South' } });
    expect(await intents()).toBe(1);
    await repair(ready, { partition: { region: 'North' } });
    expect(await intents()).toBe(0);
  });
});

describe('verify beside writers', () => {
  /** Lets somebody else work in front of the first request that matches. */
  const before = (matches: (operation: string) => boolean, work: () => Promise<unknown>) => {
    let worked = false;
    storage.emulator.http.inject(
      {
        name: 'somebody else is faster',
        async run({ send }) {
          worked = true;
          await work();
          return send();
        },
      },
      { when: ({ operation }) => matches(operation) },
    );
    return () => worked;
  };

  it('sees what a writer finished after it looked', async () => {
    const ready = new Ready(store, options);
    await ready.insert(some(1)[0]!);
    await dying(options, () => ready.update({ region: 'South', id: 1 }, { email: 'new@x' }));
    const worked = before(
      (operation) => operation.includes('intent'),
      () =>
        outbox
          .ask({ table: options.table, partition: 'South' })
          .then(() => workerFor(outbox, [ready]).drain()),
    );
    expect(await verify(ready)).toMatchObject({ clean: true });
    expect(worked()).toBe(true);
  });

  it('sees that a copy which it listed has moved meanwhile', async () => {
    const ready = new Ready(store, options);
    await ready.insert(some(1)[0]!);
    const worked = before(
      (operation) => operation.includes("RowKey='cust_0001'"),
      () => ready.update({ region: 'South', id: 1 }, { email: 'new@x' }),
    );
    expect(await verify(ready, { derivations: ['byEmail'] })).toMatchObject({ clean: true });
    expect(worked()).toBe(true);
  });

  it('finds nothing where nothing is wrong, however they write', async () => {
    const ready = new Ready(store, options);
    const slow = new Ready(store, { ...options, outbox: await storage.outbox(store, { mode: 'worker' }) });
    for (const one of some(10)) await ready.insert(one);
    let stop = false;
    const writing = [ready, slow].map(async (customers, which) => {
      for (let n = 0; !stop; n++) {
        const id = (n % 10) + 1;
        const key = { region: id % 2 ? 'South' : 'North', id };
        await customers.upsert(customer(id, { ...key, email: `${which}-${n}@x`, tags: [`t${n % 3}`] }));
        if (n % 5 === 0) await customers.delete(key, { force: true });
      }
    });
    for (let round = 0; round < 6; round++) {
      const { counts } = await verify(ready);
      expect({ ...counts, unsettled: 0 }).toEqual({
        missing: 0,
        stale: 0,
        stray: 0,
        foreign: 0,
        conflict: 0,
        unreadable: 0,
        unsettled: 0,
      });
    }
    const { mended } = await repair(ready);
    expect(mended).toMatchObject({ missing: 0, stale: 0, stray: 0 });
    stop = true;
    await Promise.all(writing);
    await workerFor(slow.context.outbox as QueueOutbox, [slow]).drain();
    await workerFor(outbox, [ready]).drain();
    expect(await verify(ready)).toMatchObject({ clean: true });
  });
});

describe('drop', () => {
  it('deletes copies, guards and intents of the index, and nothing else', async () => {
    const ready = new Ready(store, options);
    for (const one of some(5)) await ready.insert(one);
    await dying(options, () => ready.update({ region: 'South', id: 1 }, { email: 'left@x', tags: ['y'] }));
    const intents = await systemRows(storage.emulator, options.table, 'intent');
    expect(
      Object.values(intents)
        .map(({ Derivation }) => Derivation)
        .sort(),
    ).toEqual(['String:byEmail', 'String:byTag']);
    const guards = Object.values(await systemRows(storage.emulator, options.table, 'guard'));
    const tagged = guards.filter(({ Derivation }) => Derivation === 'String:byTag').length;
    const dropping = new Dropping(store, options);
    expect(await drop(dropping, 'byEmail')).toEqual({
      derivation: 'byEmail',
      deleted: 5,
      foreign: 0,
      findings: [],
    });
    expect(await keys('emails')).toEqual([]);
    expect(await keys('tags')).toHaveLength(10);
    const [left] = Object.values(await systemRows(storage.emulator, options.table, 'intent'));
    expect(left?.Derivation).toBe('String:byTag');
    const guardsLeft = Object.values(await systemRows(storage.emulator, options.table, 'guard'));
    expect(guardsLeft.map(({ Derivation }) => Derivation)).toEqual(Array(tagged).fill('String:byTag'));
    expect(await ready.query().scan('table').count()).toBe(5);
    expect(await drop(dropping, 'byEmail')).toMatchObject({ deleted: 0 });
  });

  it('leaves rows that name no entity, and says in which table', async () => {
    const indexes = storage.emulator.uniqueName('Dropped');
    const There = Repository(Customer).with(
      InterPartitionIndex({
        byTag: { table: indexes, partition: 'tags', row: '{tags}', each: { tags: 'text' } },
      }),
    );
    const customers = new There(store, options);
    await customers.insert(some(1)[0]!);
    const odd = { partitionKey: 'tags', rowKey: 'odd' };
    await storage.emulator.rawTable(indexes).createEntity(odd);
    const Going = Repository(Customer).with(
      InterPartitionIndex({
        byTag: {
          table: indexes,
          partition: 'tags',
          row: '{tags}',
          each: { tags: 'text' },
          state: 'dropping',
        },
      }),
    );
    expect(await drop(new Going(store, options), 'byTag')).toEqual({
      derivation: 'byTag',
      deleted: 2,
      foreign: 1,
      findings: [{ kind: 'foreign', derivation: 'byTag', ...odd, table: indexes }],
    });
    expect(Object.keys(await allRows(storage.emulator, indexes))).toEqual(['tags | odd']);
  });

  it('is refused while writers keep the index', async () => {
    await expect(drop(new Ready(store, options), 'byEmail')).rejects.toMatchObject({
      code: 'DERIVATION_STATE',
    });
    await expect(rebuild(new Dropping(store, options), 'byEmail')).rejects.toMatchObject({
      code: 'DERIVATION_STATE',
    });
  });

  it('the index may come again afterwards', async () => {
    const ready = new Ready(store, options);
    for (const one of some(3)) await ready.insert(one);
    const dropping = new Dropping(store, options);
    await dropping.update({ region: 'South', id: 1 }, { email: 'meanwhile@x' });
    await drop(dropping, 'byEmail');
    expect(await rebuild(new Building(store, options), 'byEmail')).toMatchObject({ complete: true });
    expect(await keys('emails')).toHaveLength(3);
    expect(await verify(ready)).toMatchObject({ clean: true });
  });
});

it('verify costs a request for each copy, and one for each entity of a copy', async () => {
  const ready = new Ready(store, options);
  for (const one of some(4)) await ready.insert({ ...one, tags: [] });
  const { requests } = await storage.emulator.http.record(() => verify(ready, { derivations: ['byEmail'] }));
  // The table, 4 copies, the listing of the copies, and their 4 entities.
  expect(requests).toHaveLength(1 + 4 + 1 + 4);
});
