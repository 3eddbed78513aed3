import { type Finding, findings, repair, verify } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { customer, type Opened, openCustomers } from '../support/customers.js';
import { dyingWriter } from '../support/dying-writer.js';
import { expectedRows } from '../support/expected-rows.js';
import { useStorage } from '../support/storage.js';
import { keysAt, systemRows, userRows } from '../support/stored-rows.js';

const storage = useStorage();
const dying = dyingWriter(storage);
let opened: Opened;
const people = () => [
  customer(1, { city: 'Graz', tags: ['a', 'b'], age: 30, active: true }),
  customer(2, { city: 'Graz', tags: ['b'] }),
  customer(3, { region: 'South', city: 'Wien', age: 5, active: true }),
];
const raw = () => storage.emulator.rawTable(opened.table);
const rawIndexes = () => storage.emulator.rawTable(opened.indexes);
const EMAIL1 = { partitionKey: 'emails', rowKey: 'email_c1@contoso.com  North  cust_0001' };
const GRAZ1 = { partitionKey: 'city_Graz', rowKey: 'city_Name ~1  North  cust_0001' };
const TAG1 = { partitionKey: 'tags', rowKey: 'tag_a  North  cust_0001' };

beforeEach(async () => {
  opened = await openCustomers(storage);
  for (const one of people()) await opened.customers.insert(one);
});

const guardOf = async (partition: string, source: string) => {
  const guards = Object.entries(await systemRows(storage.emulator, opened.table, 'guard'));
  const [place] = guards.find(
    ([at, { SourceRow }]) => at.startsWith(`${partition} |`) && SourceRow === `String:${source}`,
  )!;
  return keysAt(place);
};

async function expectSound(): Promise<void> {
  const { emulator } = storage;
  const { table, indexes } = opened;
  const stored = { table: await userRows(emulator, table), indexes: await userRows(emulator, indexes) };
  expect(stored).toEqual(expectedRows(people()));
  expect(await systemRows(emulator, table, 'intent')).toEqual({});
  expect(await verify(opened.customers)).toMatchObject({ clean: true, scanned: 3 });
}

const source1 = { primary: 'cust_0001', primaryPartition: 'North' };

const damages: Record<string, readonly [damage: () => Promise<unknown>, ...expected: Partial<Finding>[]]> = {
  'a lost copy': [
    () => raw().deleteEntity(EMAIL1.partitionKey, EMAIL1.rowKey),
    { kind: 'missing', derivation: 'byEmail', ...EMAIL1, ...source1 },
  ],
  'a lost copy in another table': [
    () => rawIndexes().deleteEntity(TAG1.partitionKey, TAG1.rowKey),
    { kind: 'missing', derivation: 'byTag', ...TAG1, ...source1 },
  ],
  'a changed copy': [
    () => raw().updateEntity({ ...EMAIL1, name: 'x' }, 'Merge'),
    { kind: 'stale', derivation: 'byEmail', ...EMAIL1, ...source1 },
  ],
  'a copy with a column more': [
    () => raw().updateEntity({ ...GRAZ1, more: 1 }, 'Merge'),
    { kind: 'stale', derivation: 'byCity', ...GRAZ1, ...source1 },
  ],
  'a copy with a column of another type': [
    () => raw().updateEntity({ ...GRAZ1, age: '30' }, 'Merge'),
    { kind: 'stale', derivation: 'byCity', ...GRAZ1, ...source1 },
  ],
  'a copy that names nobody': [
    () => raw().updateEntity({ ...EMAIL1, name: 'Name 1' }, 'Replace'),
    { kind: 'stale', derivation: 'byEmail', ...EMAIL1, ...source1 },
    { kind: 'foreign', derivation: 'byEmail', ...EMAIL1 },
  ],
  'a copy of an entity that never was': [
    () =>
      raw().createEntity({
        partitionKey: 'emails',
        rowKey: 'email_x  North  cust_0099',
        name: 'x',
        tw__row: 'cust_0099',
        tw__partition: 'North',
      }),
    { kind: 'stray', derivation: 'byEmail', rowKey: 'email_x  North  cust_0099', primary: 'cust_0099' },
  ],
  'a copy of an entity that derives another': [
    () =>
      rawIndexes().createEntity({
        partitionKey: 'tags',
        rowKey: 'tag_z  North  cust_0001',
        email: 'c1@contoso.com',
        tw__row: 'cust_0001',
        tw__partition: 'North',
      }),
    { kind: 'stray', derivation: 'byTag', rowKey: 'tag_z  North  cust_0001', ...source1 },
  ],
  'entities that another client changed': [
    () =>
      raw()
        .updateEntity({ partitionKey: 'North', rowKey: 'cust_0001', name: 'Name 1', city: 'Linz' }, 'Merge')
        .then(() =>
          raw().updateEntity(
            { partitionKey: 'North', rowKey: 'cust_0001', city: 'Graz', name: 'Name 1' },
            'Merge',
          ),
        ),
  ],
  'a lost guard': [async () => raw().deleteEntity(...(await guardOf('emails', 'cust_0001')))],
  'a lost guard and a changed copy': [
    async () => {
      await raw().deleteEntity(...(await guardOf('emails', 'cust_0001')));
      await raw().updateEntity({ ...EMAIL1, name: 'x' }, 'Merge');
    },
    { kind: 'stale', derivation: 'byEmail', ...EMAIL1 },
  ],
  'a guard of a later version and a lost copy': [
    async () => {
      const [partitionKey, rowKey] = await guardOf('emails', 'cust_0001');
      await raw().updateEntity(
        { partitionKey, rowKey, tw__v: { type: 'Int64', value: '9000000000000' } },
        'Merge',
      );
      await raw().deleteEntity(EMAIL1.partitionKey, EMAIL1.rowKey);
    },
    { kind: 'missing', derivation: 'byEmail', ...EMAIL1 },
  ],
  'a guard that knows of no rows, and a lost copy': [
    async () => {
      const [partitionKey, rowKey] = await guardOf('emails', 'cust_0001');
      await raw().updateEntity({ partitionKey, rowKey, Keys: '[]' }, 'Merge');
      await raw().deleteEntity(EMAIL1.partitionKey, EMAIL1.rowKey);
    },
    { kind: 'missing', derivation: 'byEmail', ...EMAIL1 },
  ],
  'a guard that nobody can read, and a changed copy': [
    async () => {
      const [partitionKey, rowKey] = await guardOf('emails', 'cust_0001');
      await raw().updateEntity({ partitionKey, rowKey, Keys: 'what?', tw__v: 'what?' }, 'Merge');
      await raw().updateEntity({ ...EMAIL1, name: 'x' }, 'Merge');
    },
    { kind: 'stale', derivation: 'byEmail', ...EMAIL1 },
  ],
};

describe('damage', () => {
  it.each(Object.entries(damages))('%s is found, and mended', async (_, [damage, ...expected]) => {
    await damage();
    const found: Finding[] = [];
    for await (const finding of findings(opened.customers)) found.push(finding);
    expect(found).toEqual(expected.map((finding) => expect.objectContaining(finding)));
    const report = await verify(opened.customers);
    expect(report.findings).toHaveLength(expected.length);
    const { mended, clean } = await repair(opened.customers);
    expect(Object.values(mended).reduce((a, b) => a + b)).toBe(
      expected.filter(({ kind }) => kind !== 'foreign').length,
    );
    expect(clean).toBe(true);
    await expectSound();
  });

  it('findings in other tables say in which', async () => {
    await rawIndexes().deleteEntity(TAG1.partitionKey, TAG1.rowKey);
    const { findings: found } = await verify(opened.customers);
    expect(found).toMatchObject([{ table: opened.indexes }]);
  });

  it('rows that name no entity are reported, and stay', async () => {
    const odd = { partitionKey: 'emails', rowKey: 'email_odd' };
    await raw().createEntity({ ...odd, name: 'odd' });
    const { findings: found, counts } = await repair(opened.customers);
    expect(found).toEqual([{ kind: 'foreign', derivation: 'byEmail', ...odd }]);
    expect(counts.foreign).toBe(1);
    await raw().getEntity(odd.partitionKey, odd.rowKey);
  });

  it('rows of another kind of entity that share a table are not taken for strays', async () => {
    const other = {
      partitionKey: 'tags',
      rowKey: 'tag_x  North  order_17',
      tw__row: 'order_17',
      tw__partition: 'North',
    };
    await rawIndexes().createEntity(other);
    const { counts } = await repair(opened.customers);
    expect(counts).toMatchObject({ foreign: 1, stray: 0 });
    await rawIndexes().getEntity(other.partitionKey, other.rowKey);
  });

  it('is mended although an intent that covered it was lost', async () => {
    await dying(opened, () => opened.customers.update({ region: 'North', id: 1 }, { city: 'Linz' }));
    for (const place of Object.keys(await systemRows(storage.emulator, opened.table, 'intent'))) {
      await raw().deleteEntity(...keysAt(place));
    }
    const { findings: found } = await verify(opened.customers);
    expect(
      found.map(({ kind, derivation, partitionKey }) => `${kind} ${derivation} ${partitionKey}`).sort(),
    ).toEqual(['missing byCity city_Linz', 'stray byCity city_Graz']);
    expect(await repair(opened.customers)).toMatchObject({ clean: true, mended: { missing: 1, stray: 1 } });
    expect(await verify(opened.customers)).toMatchObject({ clean: true });
    expect((await opened.customers.byCity.query({ city: 'Linz' }).all()).map(({ id }) => id)).toEqual([1]);
    expect((await opened.customers.byCity.query({ city: 'Graz' }).all()).map(({ id }) => id)).toEqual([2]);
    // What guards the old place is in order as well: the entity may come back there.
    await opened.customers.update({ region: 'North', id: 1 }, { city: 'Graz' });
    await expectSound();
  });

  it('that an intent is about is no finding, and repair carries it out', async () => {
    await dying(opened, () =>
      opened.customers.update({ region: 'North', id: 1 }, { city: 'Linz', tags: [] }),
    );
    await dying(opened, () => opened.customers.delete({ region: 'North', id: 2 }, { force: true }));
    expect(await verify(opened.customers)).toMatchObject({ clean: true });
    expect(await repair(opened.customers)).toMatchObject({ clean: true });
    expect(await systemRows(storage.emulator, opened.table, 'intent')).toEqual({});
    const [one, , three] = people();
    const now = [Object.assign(one!, { city: 'Linz', tags: [] }), three!];
    expect(await userRows(storage.emulator, opened.table)).toEqual(expectedRows(now).table);
    expect(await userRows(storage.emulator, opened.indexes)).toEqual(expectedRows(now).indexes);
  });

  it('outside of the partition that is asked for is left', async () => {
    await raw().deleteEntity(EMAIL1.partitionKey, EMAIL1.rowKey);
    await raw().deleteEntity('city_Wien', 'city_Name ~3  South  cust_0003');
    const stray = { name: 'x', tw__row: 'cust_0099', partitionKey: 'emails' };
    await raw().createEntity({ ...stray, rowKey: 'email_x  North  cust_0099', tw__partition: 'North' });
    await raw().createEntity({ ...stray, rowKey: 'email_x  South  cust_0099', tw__partition: 'South' });
    const partition = { region: 'South' };
    const { findings: found } = await verify(opened.customers, { partition });
    expect(found.map(({ kind, primaryPartition }) => `${kind} ${primaryPartition}`).sort()).toEqual([
      'missing South',
      'stray South',
    ]);
    expect(await repair(opened.customers, { partition })).toMatchObject({ mended: { missing: 1, stray: 1 } });
    expect((await verify(opened.customers)).findings.map(({ primaryPartition }) => primaryPartition)).toEqual(
      ['North', 'North'],
    );
  });

  it('of one derivation is left where another is asked for', async () => {
    await raw().deleteEntity(EMAIL1.partitionKey, EMAIL1.rowKey);
    expect(await verify(opened.customers, { derivations: ['byCity'] })).toMatchObject({ clean: true });
    expect(await verify(opened.customers, { derivations: ['byEmail'] })).toMatchObject({ clean: false });
  });
});
