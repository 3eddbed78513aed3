import {
  DefinitionError,
  Entity,
  key,
  MixedTable,
  type Pattern,
  PropertyBag,
  Repository,
  type Row,
  Text,
} from '@tablewright/core';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Department, Departments, Employee } from './support/people.js';

/** A second row for each entity, with its columns, under another key. */
function copies(rowPrefix: string): Pattern {
  return {
    name: 'copies',
    define: () => ({
      derivations: [
        {
          kind: 'ownRows',
          name: 'copies',
          state: 'ready',
          fingerprint: 'copies 1',
          rowPrefix,
          derive: (primary) => [{ row: { ...primary, rowKey: `${rowPrefix}${primary.rowKey}` } }],
          sourceOf: (row) => row.rowKey.slice(rowPrefix.length),
        },
      ],
    }),
  };
}

/** Names are stored backwards, and reading them takes a moment. */
const mirrored: Pattern = {
  name: 'mirrored',
  define: () => ({
    stage: {
      encode: (row): Row => ({ ...row, columns: mirror(row.columns) }),
      decode: async (raw) => mirror(raw),
    },
  }),
};

function mirror<T extends object>(columns: T): T {
  const name: unknown = (columns as { readonly name?: unknown }).name;
  return typeof name === 'string' ? { ...columns, name: [...name].reverse().join('') } : columns;
}

class Copied extends Repository(Employee).with(copies('copy_')) {}
class Mirrored extends Repository(Employee).with(mirrored) {}

@Entity({ table: 'People' })
class Copyist {
  static readonly key = key({ partition: '{department}', row: 'copyist_{name}' });
  @Text() department!: string;
  @Text() name!: string;
}

const storage = useStorage();
let table: string;

beforeEach(async () => {
  table = storage.emulator.uniqueName('People');
  await new Departments(storage.store(), { table }).insert({ department: 'Sales', headcount: 1 });
});

const at = { department: 'Sales', id: 1 };

describe('a mixed table of repository classes', () => {
  it('leaves out the rows that patterns derive', async () => {
    await new Copied(storage.store(), { table }).insert({ ...at, name: 'Al' });
    const people = new (MixedTable([Copied, Department]))(storage.store(), { table });
    const found = await people.query({ partition: { department: 'Sales' } }).all();
    expectTypeOf(found).toEqualTypeOf<(Employee | Department | PropertyBag)[]>();
    expect(found.map((item) => item.constructor.name)).toEqual(['Department', 'Employee']);
    expect(await people.get('Sales', 'copy_emp_000001')).toBeUndefined();
    const plain = new (MixedTable([Employee, Department]))(storage.store(), { table });
    expect((await plain.query({ partitionKey: 'Sales' }).all())[0]).toBeInstanceOf(PropertyBag);
    expect((await people.query({ partitionKey: 'Sales' }).first())?.constructor.name).toBe('Department');
  });

  it('reads rows that patterns store in another form, and the repository writes them', async () => {
    const employees = new Mirrored(storage.store(), { table });
    await employees.insert({ ...at, name: 'Alice' });
    const row = await storage.emulator.rawTable(table).getEntity('Sales', 'emp_000001');
    expect(row['name']).toBe('ecilA');
    const people = new (MixedTable([Mirrored, Department]))(storage.store(), { table });
    for await (const item of people.query({ partitionKey: 'Sales', rowKey: { startsWith: 'emp_' } })) {
      if (!(item instanceof Employee)) throw new TypeError('not an employee');
      expect(item.name).toBe('Alice');
      await employees.update(item, { name: 'Bob' });
    }
    const again = await people.get('Sales', 'emp_000001');
    expect(again instanceof Employee && again.name).toBe('Bob');
  });

  it('refuses classes whose rows would lie among derived ones', () => {
    const Clashing = Repository(Employee).with(copies('copy'));
    expect(() => MixedTable([Clashing, Copyist])).toThrow(DefinitionError);
    expect(() => MixedTable([Copyist, Clashing], { resolve: () => undefined })).toThrow(DefinitionError);
    expect(() => MixedTable([Copied, Copyist])).not.toThrow();
  });
});
