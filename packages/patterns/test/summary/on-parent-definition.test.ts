import {
  Bool,
  Double,
  Entity,
  type EntityClass,
  Int32,
  Int64,
  key,
  type Pattern,
  Repository,
  Text,
  transaction,
  verify,
} from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { Summary, summarizeOnParent } from '@tablewright/patterns/summary';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';
import { Department, Employee, employee, headcount, Team } from './office.js';

const storage = useStorage();
const SALES = { name: 'Sales' };

@Entity({ table: 'Elsewhere' })
class Region {
  static readonly key = key({ partition: '{name}', row: 'region' });
  @Text() name!: string;
  @Int64() people?: bigint;
}

@Entity({ table: 'Office' })
class Country {
  static readonly key = key({ partition: 'country_{name}', row: 'country' });
  @Text() name!: string;
  @Int64() people?: bigint;
}

@Entity({ table: 'Office' })
class Odd {
  static readonly key = key({ partition: '{name}', row: 'odd_{number}' });
  @Text() name!: string;
  @Int64() number!: bigint;
  @Double() share?: number;
  @Int32({ optional: false }) needed!: number;
  @Text() note?: string;
  @Int32() people?: number;
}

@Entity({ table: 'Office' })
class Sibling {
  static readonly key = key({ partition: '{name}', row: 'empid_{part}' });
  @Text() name!: string;
  @Text() part!: string;
  @Int32() people?: number;
}

const ok = { name: 'n', by: { name: 'department' }, count: 'employeeCount' };
const define = (parent: EntityClass, declaration: unknown) =>
  Repository(Employee).with(summarizeOnParent(Employee, parent, declaration as never).children);

it.each<readonly [EntityClass, unknown, RegExp]>([
  [Department, undefined, /declare \{ name/],
  [Department, { ...ok, name: '' }, /give it a name/],
  [Department, { ...ok, by: 'name' }, /by is an object/],
  [Department, { ...ok, by: {} }, /by needs 'name'/],
  [Department, { ...ok, by: { name: 'department', location: 'team' } }, /not part of the key/],
  [Department, { ...ok, by: { name: 'nothing' } }, /not a mapped property/],
  [Department, { ...ok, count: 1 }, /count is the property/],
  [Department, { ...ok, count: 'nothing' }, /not a mapped property/],
  [Department, { ...ok, count: 'name' }, /part of its key/],
  [Department, { ...ok, count: 'location' }, /cannot hold a total/],
  [Department, { ...ok, sum: { employeeCount: 'salary' } }, /two totals/],
  [Department, { ...ok, sum: { salaries: 'rating' } }, /only Int32 and Int64/],
  [Department, { ...ok, sum: { salaries: 'id' } }, /no column of its own/],
  [Department, { ...ok, sum: ['salary'] }, /sum is an object/],
  [Department, { ...ok, decimals: { salaries: 'rating' } }, /decimals is/],
  [Department, { ...ok, decimals: { salaries: { of: 'rating', digits: 16 } } }, /0 to 15/],
  [Department, { ...ok, decimals: { salaries: { of: 'salary', digits: 1 } } }, /decimals are doubles/],
  [Department, { ...ok, where: { nothing: 1 } }, /not a mapped property/],
  [Department, { ...ok, state: 'gone' }, /state is one of/],
  [Department, { ...ok, shards: 2 }, /has no shards/],
  [Department, { ...ok, average: 'salary' }, /not an option/],
  [Region, { ...ok, count: 'people' }, /different tables.*deferred form/],
  [Country, { ...ok, count: 'people' }, /a transaction has one partition.*deferred form/],
  [Odd, { ...ok, by: { name: 'department', number: 'id' }, count: 'people' }, /not declared like/],
  [Odd, { ...ok, by: { name: 'department', number: 'salary' }, count: 'share' }, /cannot hold a total/],
  [Odd, { ...ok, by: { name: 'department', number: 'salary' }, count: 'needed' }, /Make it optional/],
  [Sibling, { ...ok, by: { name: 'department', part: 'team' }, count: 'people' }, /cannot be told apart/],
])('%o on a parent with %j is refused', (parent, declaration, message) => {
  expect(() => define(parent, declaration)).toThrow(message);
  expect(() => define(parent, declaration)).toThrow(expect.objectContaining({ code: 'DEFINITION_INVALID' }));
});

it('each side is for its own class', () => {
  expect(() => Repository(Department).with(headcount.children as never)).toThrow(/children is for Employee/);
  expect(() => Repository(Employee).with(headcount.parent as never)).toThrow(/parent is for Department/);
});

describe('beside other patterns', () => {
  const parent = () => Repository(Department).with(headcount.parent);

  it('rows that are made of the parent must not hold its totals', () => {
    const whole = IntraPartitionIndex<typeof Department, { byLocation: { row: string } }>({
      byLocation: { row: 'location_{location}' },
    } as never);
    expect(() => parent().with(whole as never)).toThrow(/project: \[…\], without EmployeeCount, Salaries/);
    expect(() =>
      Repository(Department)
        .with(whole as never)
        .with(headcount.parent as never),
    ).toThrow(/project/);
    expect(() =>
      parent().with(IntraPartitionIndex({ byCount: { row: 'count_{employeeCount}', project: [] } })),
    ).toThrow(/holds the totals/);
    expect(() => parent().with(WideEntity() as never)).toThrow(/divides it/);
    const deferred: Pattern = {
      name: 'Mirror',
      define: () => ({
        deferred: [{ kind: 'deferred', name: 'm', state: 'ready', fingerprint: '', intent: () => undefined }],
      }),
    };
    expect(() => parent().with(deferred as never)).toThrow(/would not hear/);
    const stage: Pattern = {
      name: 'Stage',
      define: () => ({ stage: { encode: (row) => row, decode: (row) => row } }),
    };
    expect(() => parent().with(stage as never)).toThrow(/in another form/);
    const again = summarizeOnParent(Employee, Department, { ...ok, name: 'again' } as never);
    expect(() => parent().with(again.parent)).toThrow(/would both fill/);
  });

  it('an index of the parent that carries something else is kept, and a summary of its own', async () => {
    const table = storage.emulator.uniqueName('Beside');
    class Departments extends parent().with(
      IntraPartitionIndex({ byLocation: { row: 'location_{location}', project: [] } }),
    ) {}
    class Employees extends Repository(Employee)
      .with(headcount.children)
      .with(Summary({ all: { row: 'summary', sum: ['salary'] } }))
      .with(IntraPartitionIndex({ byEmail: { row: 'email_{email}', unique: true, project: [] } })) {}
    const departments = new Departments(storage.store(), { table });
    const employees = new Employees(storage.store(), { table });
    const sales = await departments.insert({ ...SALES, location: 'Oslo' });
    await employees.insert(employee(1, { salary: 4n, email: 'a' }));
    await departments.update(sales, { location: 'Rome' });
    await employees.update({ department: 'Sales', id: 1 }, { salary: 5n, email: 'b' });
    const rows = await storedRows(storage.emulator, table);
    expect(Object.keys(rows)).toEqual([
      'department',
      'email_b',
      'empid_000001',
      expect.stringMatching(/^location_Rome/),
      'summary',
    ]);
    expect(rows['department']).toMatchObject({ EmployeeCount: 'Int64:1', Salaries: 'Int64:5' });
    expect(await employees.all.get({ department: 'Sales' })).toMatchObject({ count: 1, sum: { salary: 5n } });
    for (const repository of [employees, departments]) {
      expect(await verify(repository as never)).toMatchObject({ clean: true });
    }
  });

  it('several kinds of children, and several summaries of one kind, feed one parent', async () => {
    @Entity({ table: 'Office' })
    class Unit {
      static readonly key = key({ partition: '{name}', row: 'unit' });
      @Text() name!: string;
      @Int32() people?: number;
      @Int32() active?: number;
      @Int32() desks?: number;
    }
    @Entity({ table: 'Office' })
    class Desk {
      static readonly key = key({ partition: '{unit}', row: 'desk_{no}' });
      @Text() unit!: string;
      @Int32() no!: number;
    }
    const people = summarizeOnParent(Employee, Unit, {
      name: 'people',
      by: { name: 'department' },
      count: 'people',
    });
    const active = summarizeOnParent(Employee, Unit, {
      name: 'active',
      by: { name: 'department' },
      count: 'active',
      where: { active: true },
    });
    const desks = summarizeOnParent(Desk, Unit, { name: 'desks', by: { name: 'unit' }, count: 'desks' });
    const options = { table: storage.emulator.uniqueName('Units') };
    const store = storage.store();
    const units = new (Repository(Unit).with(people.parent).with(active.parent).with(desks.parent))(
      store,
      options,
    );
    const employees = new (Repository(Employee).with(people.children).with(active.children))(store, options);
    const allDesks = new (Repository(Desk).with(desks.children))(store, options);
    await units.insert(SALES);
    await employees.insert(employee(1));
    await employees.insert(employee(2, { active: false }));
    await transaction()
      .insert(employees, employee(3))
      .insert(allDesks, { unit: 'Sales', no: 1 })
      .upsert(units, { ...SALES, people: 50 }, { mode: 'replace' })
      .commit();
    expect(await units.get(SALES)).toMatchObject({ people: 3, active: 2, desks: 1 });
    expect(await verify(employees)).toMatchObject({ clean: true });
    expect(await verify(allDesks)).toMatchObject({ clean: true });
  });

  it('a row of another type is no parent, and a total keeps to the type of its column', async () => {
    @Entity({ table: 'Office', discriminator: 'Kind' })
    class Place {
      static readonly key = key({ partition: '{name}', row: 'place' });
      @Text() name!: string;
      @Int32() people?: number;
      @Int32() salaries?: number;
    }
    const placing = summarizeOnParent(Employee, Place, {
      name: 'placing',
      by: { name: 'department' },
      count: 'people',
      sum: { salaries: 'salary' },
    });
    const options = { table: storage.emulator.uniqueName('Places') };
    const employees = new (Repository(Employee).with(placing.children))(storage.store(), options);
    const places = new (Repository(Place).with(placing.parent))(storage.store(), options);
    const raw = storage.emulator.rawTable(options.table);
    await raw.createTable();
    await raw.createEntity({ partitionKey: 'Sales', rowKey: 'place', Kind: 'Stranger', people: 5 });
    await expect(employees.insert(employee(1))).rejects.toMatchObject({ code: 'PARENT_MISSING' });
    expect(await verify(employees)).toMatchObject({ clean: true });
    await raw.deleteEntity('Sales', 'place');
    await places.insert(SALES);
    await employees.insert(employee(1, { salary: 2n ** 31n - 1n }));
    await expect(employees.insert(employee(2, { salary: 1n }))).rejects.toMatchObject({
      code: 'VALUE_INVALID',
    });
    expect(await places.get(SALES)).toMatchObject({ people: 1, salaries: 2 ** 31 - 1 });
  });

  it('children may be parents themselves', async () => {
    @Entity({ table: 'Tree' })
    class Person {
      static readonly key = key({ partition: '{firm}', row: 'p_{id:03}' });
      @Text() firm!: string;
      @Int32() id!: number;
      @Int32() boss?: number;
      @Bool() away?: boolean;
      @Int32() reports?: number;
    }
    const reports = summarizeOnParent(Person, Person, {
      name: 'reporting',
      by: { firm: 'firm', id: 'boss' },
      count: 'reports',
    });
    class People extends Repository(Person).with(reports.children).with(reports.parent) {}
    const people = new People(storage.store(), { table: storage.emulator.uniqueName('Tree') });
    const at = (id: number) => ({ firm: 'f', id });
    const counts = async () =>
      (await people.query({ firm: 'f' }).scan('partition').all()).map((one) => one.reports);
    await people.insert(at(1));
    await transaction()
      .insert(people, { ...at(2), boss: 1 })
      .insert(people, { ...at(3), boss: 2 })
      .commit();
    await people.insert({ ...at(4), boss: 1, reports: 9 });
    expect(await counts()).toEqual([2, 1, 0, 0]);
    await people.update(at(4), { boss: 4 });
    expect(await counts()).toEqual([1, 1, 0, 1]);
    expect(
      (await people.bulk([1, 2, 3].map((id) => ({ update: at(id), changes: { boss: 4 } })))).failed,
    ).toBe(0);
    expect(await counts()).toEqual([0, 0, 0, 4]);
    await expect(people.delete(at(4), { force: true })).rejects.toMatchObject({ code: 'PARENT_IN_USE' });
    await people.delete(at(3), { force: true });
    expect(await counts()).toEqual([0, 0, 3]);
    expect(await verify(people)).toMatchObject({ clean: true });
  });
});

it('types', () => {
  const use = () => {
    expectTypeOf(headcount.parent).toEqualTypeOf<Pattern<typeof Department, {}, {}>>();
    // @ts-expect-error by lacks a property of the parent's key
    summarizeOnParent(Employee, Team, { name: 'n', by: { team: 'team' }, count: 'size' });
    // @ts-expect-error not a property of the parent's key
    summarizeOnParent(Employee, Department, { ...ok, by: { name: 'department', location: 'team' } } as const);
    // @ts-expect-error of another type
    summarizeOnParent(Employee, Department, { name: 'n', by: { name: 'id' }, count: 'employeeCount' });
    // @ts-expect-error text is no total
    summarizeOnParent(Employee, Department, { name: 'n', by: { name: 'department' }, count: 'location' });
    const more = { name: 'n', by: { name: 'department' }, count: 'employeeCount' } as const;
    // @ts-expect-error text is not added up
    summarizeOnParent(Employee, Department, { ...more, sum: { salaries: 'team' } });
    // @ts-expect-error a parent has no shards
    summarizeOnParent(Employee, Department, { ...more, shards: 4 });
    // @ts-expect-error the children's side is not for the parent
    Repository(Department).with(headcount.children);
  };
  expectTypeOf(use).toBeFunction();
});
