import { drop, Repository, repair, verify } from '@tablewright/core';
import { summarizeOnParent } from '@tablewright/patterns/summary';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beforeWrite } from '../support/before-write.js';
import { useStorage } from '../support/storage.js';
import { Department, Employee, employee, type Office, openOffice } from './office.js';

const storage = useStorage();
const SALES = { name: 'Sales' };
const one = { department: 'Sales', id: 1 };
let office: Office;
let race: { readonly fired: number } | undefined;

beforeEach(async () => {
  race = undefined;
  office = openOffice(storage.store(), storage.emulator.uniqueName('Office'));
  await office.departments.insert({ ...SALES, location: 'Oslo' });
  await office.employees.insert(employee(1, { salary: 1n }));
});

afterEach(() => expect(race?.fired).toBe(1));

const raw = () => storage.emulator.rawTable(office.table);
const during = (act: () => Promise<unknown>) => {
  race = beforeWrite(storage.emulator, act);
};
const total = (value: number) => ({ type: 'Int64', value: String(value) });
const edited = (columns: object) =>
  raw().updateEntity({ partitionKey: 'Sales', rowKey: 'department', ...columns }, 'Merge');
/** What this library would write for another child, on behalf of another process. */
const comes = () =>
  raw().submitTransaction([
    ['create', { partitionKey: 'Sales', rowKey: 'empid_000050', salary: total(10), active: true }],
    ['update', { partitionKey: 'Sales', rowKey: 'department', EmployeeCount: total(2), Salaries: total(11) }],
  ]);
const goes = () =>
  raw().submitTransaction([
    ['delete', { partitionKey: 'Sales', rowKey: 'empid_000001' }],
    ['delete', { partitionKey: 'Sales', rowKey: 'department' }],
  ]);
const expectSales = async (expected: object) => {
  expect(await office.departments.get(SALES)).toMatchObject(expected);
  expect(await verify(office.employees)).toMatchObject({ clean: true });
};

it('another child comes while one is counted', async () => {
  during(comes);
  await office.employees.insert(employee(2, { salary: 100n }));
  await expectSales({ employeeCount: 3n, salaries: 111n, location: 'Oslo' });
});

it('another child comes while one is changed, or goes', async () => {
  during(comes);
  await office.employees.update(await office.employees.getOrThrow(one), { salary: 5n });
  await expectSales({ employeeCount: 2n, salaries: 15n });
});

it('the parent is edited while a child is counted', async () => {
  during(() => edited({ location: 'Rome' }));
  await office.employees.insert(employee(2));
  await expectSales({ employeeCount: 2n, location: 'Rome' });
});

it('the parent goes while a child comes', async () => {
  during(goes);
  const insert = office.employees.insert(employee(2));
  await expect(insert).rejects.toMatchObject({ code: 'PARENT_MISSING' });
  expect(await office.employees.get({ ...one, id: 2 })).toBeUndefined();
});

it.each<readonly [string, () => Promise<unknown>]>([
  ['a forced replacement', () => office.departments.replace({ ...SALES, location: 'Bern' }, { force: true })],
  ['an upsert', () => office.departments.upsert({ ...SALES, location: 'Bern', employeeCount: 9n })],
  ['an update by key', () => office.departments.update(SALES, { location: 'Bern' })],
  ['modify', () => office.departments.modify(SALES, (it) => Object.assign(it, { location: 'Bern' }))],
  [
    'an instance that is replaced',
    async () => {
      const loaded = await office.departments.getOrThrow(SALES);
      await office.departments.replace(Object.assign(loaded, { location: 'Bern' }));
      expect(loaded).toMatchObject({ employeeCount: 2n, salaries: 11n });
      await office.departments.replace(loaded);
    },
  ],
  ['bulk', () => office.departments.bulk([{ replace: { ...SALES, location: 'Bern' }, force: true }])],
])('a child comes during %s of the parent', async (_, write) => {
  during(comes);
  await write();
  await expectSales({ employeeCount: 2n, salaries: 11n, location: 'Bern' });
});

it('a child comes while its parent is deleted', async () => {
  await office.employees.delete(one, { force: true });
  const empty = await office.departments.getOrThrow(SALES);
  during(() =>
    raw().submitTransaction([
      ['create', { partitionKey: 'Sales', rowKey: 'empid_000050', salary: total(10), active: true }],
      [
        'update',
        { partitionKey: 'Sales', rowKey: 'department', EmployeeCount: total(1), Salaries: total(10) },
      ],
    ]),
  );
  await expect(office.departments.delete(empty)).rejects.toMatchObject({ code: 'PARENT_IN_USE' });
  await expectSales({ employeeCount: 1n, salaries: 10n });
});

it('a child comes while the totals are mended', async () => {
  await edited({ EmployeeCount: total(7) });
  during(comes);
  const { requests } = await storage.emulator.http.record(async () =>
    expect(await repair(office.employees)).toMatchObject({ clean: true }),
  );
  // What was worked out before it came is refused, and not even for a moment there.
  const replies = requests.filter(({ method, headers }) => method !== 'GET' && 'if-match' in headers);
  expect(replies.map(({ status }) => status)).toEqual([412]);
  await expectSales({ employeeCount: 2n, salaries: 11n, location: 'Oslo' });
});

it('the parent is edited while its totals are dropped', async () => {
  const dropping = summarizeOnParent(Employee, Department, {
    name: 'headcount',
    by: { name: 'department' },
    count: 'employeeCount',
    state: 'dropping',
  });
  const employees = new (Repository(Employee).with(dropping.children))(storage.store(), office);
  // The first write of a drop is its record; the second one is held up.
  const recorded = { seen: 0 };
  race = storage.emulator.http.inject(
    {
      name: 'rival',
      async run({ send }) {
        await edited({ location: 'Rome' });
        return send();
      },
    },
    { when: ({ method, path }) => (path === '$batch' || method !== 'GET') && recorded.seen++ > 0 },
  );
  await drop(employees, 'headcount');
  const row = await raw().getEntity('Sales', 'department');
  expect(row).toMatchObject({ location: 'Rome' });
  expect(row).not.toHaveProperty('EmployeeCount');
});
