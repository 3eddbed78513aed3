import { repair, transaction } from '@tablewright/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { idText, type Person, person, Staff } from './staff.js';

const storage = useStorage();
const sales = { department: 'Sales' };
const jones = { ...sales, lastName: 'Jones' };
let table: string;
let staff: Staff;

beforeEach(async () => {
  table = storage.emulator.uniqueName('Lists');
  staff = new Staff(storage.store(), { table });
  await staff.insert(person(1));
});

const lists = async () => {
  const rows = Object.entries(await storedRows(storage.emulator, table));
  return Object.fromEntries(rows.filter(([rowKey]) => !rowKey.startsWith('empid_')));
};
const list = (...ids: readonly number[]) => ({ EmployeeIDs: `String:${JSON.stringify(ids.map(idText))}` });
const ids = (found: readonly Pick<Person, 'id'>[]) => found.map(({ id }) => id);

describe('the rows of the guide', () => {
  it('come and go with their entities', async () => {
    await staff.insert(person(152));
    await staff.insert(person(3, { lastName: 'Smith' }));
    expect(await lists()).toEqual({ lastname_Jones: list(1, 152), lastname_Smith: list(3) });
    await staff.update({ ...sales, id: 1 }, { lastName: 'Smith' });
    expect(await lists()).toEqual({ lastname_Jones: list(152), lastname_Smith: list(1, 3) });
    await staff.delete({ ...sales, id: 152 }, { force: true });
    expect(await lists()).toEqual({ lastname_Smith: list(1, 3) });
  });

  it('follow where two entities swap values in a transaction', async () => {
    await staff.insert(person(2, { lastName: 'Smith' }));
    await transaction()
      .update(staff, { ...sales, id: 1 }, { lastName: 'Smith' })
      .update(staff, { ...sales, id: 2 }, { lastName: 'Jones' })
      .commit();
    expect(await lists()).toEqual({ lastname_Jones: list(2), lastname_Smith: list(1) });
  });

  it('name entities only while they have all values, and the ones that are asked for', async () => {
    await staff.insert(person(2, { city: 'Aarhus', active: true }));
    await staff.insert(person(4, { city: 'Aarhus', active: false }));
    await staff.insert(person(5, { active: true }));
    const aarhus = { ...sales, city: 'Aarhus' };
    expect(ids(await staff.activeByCity.find(aarhus))).toEqual([2]);
    await staff.update({ ...sales, id: 2 }, { city: null });
    await staff.update({ ...sales, id: 4 }, { active: true });
    expect(await staff.activeByCity.keys(aarhus)).toEqual([{ ...sales, id: 4 }]);
  });
});

describe('reading', () => {
  it('leaves out an entity to which another program gave a value that no list can have', async () => {
    await staff.insert(person(2));
    const raw = storage.emulator.rawTable(table);
    await raw.updateEntity(
      { partitionKey: 'Sales', rowKey: `empid_${idText(2)}`, lastName: 'x'.repeat(900) },
      'Merge',
    );
    expect(ids(await staff.byLastName.find(jones))).toEqual([1]);
  });

  it('gives an entity once, however often another program has put it into a list', async () => {
    const EmployeeIDs = JSON.stringify([idText(1), idText(1)]);
    const raw = storage.emulator.rawTable(table);
    await raw.updateEntity({ partitionKey: 'Sales', rowKey: 'lastname_Jones', EmployeeIDs }, 'Merge');
    expect(ids(await staff.byLastName.find(jones))).toEqual([1]);
    expect(await staff.byLastName.keys(jones)).toEqual([{ ...sales, id: 1 }]);
  });

  it('gives entities that can be written', async () => {
    await staff.insert(person(2));
    const [first, second] = await staff.byLastName.find(jones);
    expect([first, second]).toEqual([person(1), person(2)]);
    await staff.update(Object.assign(second!, { lastName: 'Smith' }));
    expect(ids(await staff.byLastName.find(jones))).toEqual([1]);
    expect(await staff.byLastName.find({ ...sales, lastName: 'nobody' })).toEqual([]);
  });

  it('leaves out what no longer has the value, or is gone', async () => {
    await staff.insert(person(2));
    await staff.insert(person(3));
    const raw = storage.emulator.rawTable(table);
    await raw.deleteEntity('Sales', 'empid_000002');
    await raw.updateEntity({ partitionKey: 'Sales', rowKey: 'empid_000003', lastName: 'Smith' });
    expect(ids(await staff.byLastName.find(jones))).toEqual([1]);
  });

  it.each(['a/b#c?', "O'Neil", ' ', '~', 'Jones ', '日本', '__proto__'])('finds %o', async (lastName) => {
    await staff.insert(person(7, { lastName }));
    expect(ids(await staff.byLastName.find({ ...sales, lastName }))).toEqual([7]);
    expect(ids(await staff.byLastName.find(jones))).toEqual([1]);
  });

  it('refuses bad values before anything is sent', async () => {
    const { requests } = await storage.emulator.http.record(async () => {
      for (const values of [undefined, null, 'Jones', {}, sales, { ...sales, lastName: 1 }]) {
        await expect(staff.byLastName.find(values as never)).rejects.toHaveProperty('code');
        await expect(staff.byLastName.keys(values as never)).rejects.toHaveProperty('code');
      }
      await expect(staff.byLastName.find(jones, { timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    });
    expect(requests).toEqual([]);
  });

  it('says so where a list was damaged, and writes nothing over it', async () => {
    const raw = storage.emulator.rawTable(table);
    for (const EmployeeIDs of ['not json', '{}', '[1]']) {
      await raw.upsertEntity({ partitionKey: 'Sales', rowKey: 'lastname_Jones', EmployeeIDs }, 'Replace');
      await expect(staff.byLastName.keys(jones)).rejects.toMatchObject({ code: 'STORED_VALUE_INVALID' });
      await expect(staff.insert(person(9))).rejects.toMatchObject({ code: 'STORED_VALUE_INVALID' });
      expect(await staff.get({ ...sales, id: 9 })).toBeUndefined();
    }
    expect(await repair(staff)).toMatchObject({ clean: true, mended: { stale: 1 } });
    expect(await lists()).toEqual({ lastname_Jones: list(1) });
  });
});

describe('requests', () => {
  it('are those of the lists whose value changes', async () => {
    const loaded = await staff.getOrThrow({ ...sales, id: 1 });
    const methods = async (run: () => Promise<unknown>) => {
      const { requests } = await storage.emulator.http.record(run);
      return requests.map(({ method }) => method).join(' ');
    };
    expect(await methods(() => staff.insert(person(2)))).toBe('GET POST');
    expect(await methods(() => staff.update(loaded, { email: 'a' }))).toBe('POST');
    expect(await methods(() => staff.update(loaded, { lastName: 'Smith' }))).toBe('GET GET POST');
    expect(await methods(() => staff.byLastName.keys(jones))).toBe('GET');
    expect(await methods(() => staff.byLastName.find(jones))).toBe('GET GET');
    expect(await methods(() => staff.activeByCity.find({ ...sales, city: 'x' }))).toBe('GET');
    expect(await methods(() => staff.delete(loaded))).toBe('GET POST');
    expect(await methods(() => staff.delete({ ...sales, id: 2 }, { force: true }))).toBe('GET GET POST');
  });

  it('are shown beforehand', async () => {
    const explained = await staff.explain.insert(person(2));
    expect(JSON.stringify(explained)).toContain('lastname_Jones');
  });
});
