import { beforeEach, describe, expect, it } from 'vitest';
import { customer, type Opened, openCustomers } from '../support/customers.js';
import { dyingWriter } from '../support/dying-writer.js';
import { useStorage, workerFor } from '../support/storage.js';
import { systemRows } from '../support/stored-rows.js';

const storage = useStorage();
let opened: Opened;
const dying = dyingWriter(storage);
const graz = { city: 'Graz' };
const key = (id: number) => ({ region: 'North', id });

/** What writers leave is seen by nobody before a minute is over: whoever asks meanwhile is a reader. */
beforeEach(async () => {
  opened = await openCustomers(storage, { hints: 'onFailure' });
  for (const id of [1, 2, 3]) await opened.customers.insert(customer(id, graz));
});

const ids = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id);
const messages = async () => {
  const queue = (await storage.emulator.rawQueues()).getQueueClient(opened.outbox.hints.name);
  if (!(await queue.exists())) return [];
  const { peekedMessageItems } = await queue.peekMessages({ numberOfMessages: 32 });
  return peekedMessageItems.map(
    ({ messageText }) => JSON.parse(Buffer.from(messageText, 'base64').toString()) as object,
  );
};

describe('reads that look at the entities', () => {
  it.each<readonly [string, () => Promise<unknown>, readonly number[], readonly number[]]>([
    [
      'of an entity that moved on',
      () => opened.customers.update(key(2), { city: 'Wien' }),
      [1, 2, 3],
      [1, 3],
    ],
    ['of an entity that is gone', () => opened.customers.delete(key(2), { force: true }), [1, 2, 3], [1, 3]],
    [
      'of an entity that changed under the same key',
      () => opened.customers.update(key(2), { age: 3 }),
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      'of an entity whose place in the order changed',
      () => opened.customers.update(key(2), { name: 'A' }),
      [1, 2, 3],
      [1, 3],
    ],
  ])('leave out the copy %s', async (_, change, copies, entities) => {
    await dying(opened, change);
    const { customers } = opened;
    expect(ids(await customers.byCity.query(graz).all())).toEqual(copies);
    const query = customers.byCity.entities(graz);
    expect(ids(await query.all())).toEqual(entities);
    expect(ids(await query.select('name').all())).toEqual(entities);
    expect(ids(await query.readonly().all())).toEqual(entities);
    expect(await query.count()).toBe(entities.length);
    const first = await query.page({ size: 2 });
    const second = first.token ? await query.page({ size: 2, token: first.token }) : { items: [] };
    expect(ids([...first.items, ...second.items])).toEqual(entities);
  });

  it('show what the entity has now, not what the copy says', async () => {
    await dying(opened, () => opened.customers.update(key(2), { age: 3 }));
    const [copy] = await opened.customers.byCity.query({ ...graz, name: 'Name 2' }).all();
    const [entity] = await opened.customers.byCity.entities({ ...graz, name: 'Name 2' }).all();
    expect([copy?.age, entity?.age]).toEqual([undefined, 3]);
  });

  it('ask the workers once, and these mend it', async () => {
    const { customers, outbox, table } = opened;
    await dying(opened, () => customers.update(key(2), { city: 'Wien' }));
    expect(await messages()).toEqual([]);
    await customers.byCity.entities(graz).all();
    await customers.byCity.entities(graz).all();
    await expect.poll(messages).toEqual([{ v: 1, t: table, p: 'North', o: [], w: 0 }]);
    await workerFor(outbox, [customers]).drain();
    expect(await systemRows(storage.emulator, table, 'intent')).toEqual({});
    expect(ids(await customers.byCity.query(graz).all())).toEqual([1, 3]);
    expect(ids(await customers.byCity.query({ city: 'Wien' }).all())).toEqual([2]);
    await expect.poll(messages).toEqual([]);
  });

  it('ask nobody where nothing lags behind, and covering reads never do', async () => {
    const { customers } = opened;
    await customers.byCity.entities(graz).all();
    await dying(opened, () => customers.update(key(2), { city: 'Wien' }));
    const { requests } = await storage.emulator.http.record(() => customers.byCity.query(graz).all());
    expect(requests.map(({ service }) => service)).toEqual(['table']);
    expect(await messages()).toEqual([]);
  });

  it('do not fail with the queue', async () => {
    const { faults } = await import('@tablewright/testing');
    const seen: string[] = [];
    opened = await openCustomers(storage, { hints: 'onFailure', observe: ({ type }) => seen.push(type) });
    await opened.customers.insert(customer(2, graz));
    await storage.emulator.rawTable(opened.table).deleteEntity('North', 'cust_0002');
    storage.emulator.http.inject(faults.serverBusy(), {
      times: 9,
      when: ({ service }) => service === 'queue',
    });
    expect(await opened.customers.byCity.entities(graz).all()).toEqual([]);
    await expect.poll(() => seen).toContain('unreachable');
  });

  it('pass over entities whose values no key holds, and rows that name nobody', async () => {
    const { customers, table } = opened;
    const raw = storage.emulator.rawTable(table);
    await raw.updateEntity({ partitionKey: 'North', rowKey: 'cust_0002', name: 'x'.repeat(600) }, 'Merge');
    await raw.createEntity({
      partitionKey: 'city_Graz',
      rowKey: 'city_Zoe  North  cust_0009',
      email: '',
      name: 'Zoe',
    });
    await raw.createEntity({ partitionKey: 'city_Graz', rowKey: 'city_odd', email: '', name: 'odd' });
    expect(ids(await customers.byCity.entities(graz).all())).toEqual([1, 3]);
  });
});
