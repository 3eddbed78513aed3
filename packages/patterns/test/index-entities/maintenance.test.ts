import { drop, Repository, rebuild, repair, verify } from '@tablewright/core';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { beforeEach, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Person, person, Staff } from './staff.js';

const storage = useStorage();
const jones = { department: 'Sales', lastName: 'Jones' };
let table: string;
let staff: Staff;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Kept');
  staff = new Staff(storage.store(), { table });
  for (const id of [1, 2, 3]) await staff.insert(person(id, { lastName: id === 3 ? 'Smith' : 'Jones' }));
});

const put = (rowKey: string, EmployeeIDs: string) =>
  storage.emulator.rawTable(table).upsertEntity({ partitionKey: 'Sales', rowKey, EmployeeIDs }, 'Replace');

it.each<readonly [string, string, () => Promise<unknown>]>([
  [
    'missing',
    'lastname_Jones',
    () => storage.emulator.rawTable(table).deleteEntity('Sales', 'lastname_Jones'),
  ],
  ['stale', 'lastname_Jones', () => put('lastname_Jones', '["000001"]')],
  ['stale', 'lastname_Jones', () => put('lastname_Jones', '["000001","000002","000003"]')],
  ['stale', 'lastname_Jones', () => put('lastname_Jones', 'gone')],
  ['stray', 'lastname_Nobody', () => put('lastname_Nobody', '["000009"]')],
  [
    'stale',
    'lastname_Smith',
    () =>
      storage.emulator.rawTable(table).upsertEntity(
        {
          partitionKey: 'Sales',
          rowKey: 'lastname_Smith',
          EmployeeIDs: '["000003"]',
          EmployeeIDs2: '["000004"]',
        },
        'Replace',
      ),
  ],
])('a %s list (%s) is found and mended', async (kind, rowKey, damage) => {
  const before = await storedRows(storage.emulator, table);
  expect(await verify(staff)).toMatchObject({ clean: true });
  await damage();
  const finding = { kind, derivation: 'byLastName', partitionKey: 'Sales', rowKey };
  expect((await verify(staff)).findings).toEqual([finding]);
  expect(await repair(staff)).toMatchObject({ clean: true, mended: { [kind]: 1 } });
  expect(await storedRows(storage.emulator, table)).toEqual(before);
});

it('lists are built for entities that are older, read when they are ready, and dropped', async () => {
  const later = (state: 'building' | 'ready' | 'dropping') =>
    new (Repository(Person).with(IndexEntities({ byCity: { row: 'in_{city}', chunks: 2, state } })))(
      storage.store(),
      { table },
    );
  await staff.update({ department: 'Sales', id: 1 }, { city: 'Aarhus' });
  await staff.update({ department: 'Sales', id: 2 }, { city: 'Aarhus' });
  const building = later('building');
  const aarhus = { department: 'Sales', city: 'Aarhus' };
  await expect(building.byCity.keys(aarhus)).rejects.toMatchObject({ code: 'INDEX_NOT_READY' });
  await building.update({ department: 'Sales', id: 3 }, { city: 'Aarhus' });
  expect(await rebuild(building, 'byCity')).toMatchObject({ complete: true });
  const keys = await later('ready').byCity.keys(aarhus);
  expect(keys.map(({ id }) => id)).toEqual([1, 2, 3]);
  const dropping = later('dropping');
  await expect(dropping.byCity.find(aarhus)).rejects.toMatchObject({ code: 'INDEX_NOT_READY' });
  await dropping.update({ department: 'Sales', id: 3 }, { city: 'Odense' });
  await drop(dropping, 'byCity');
  const left = Object.keys(await storedRows(storage.emulator, table));
  expect(left.filter((rowKey) => rowKey.startsWith('in_'))).toEqual([]);
  expect(await staff.byLastName.keys(jones)).toHaveLength(2);
});
