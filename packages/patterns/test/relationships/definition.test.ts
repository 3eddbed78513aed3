import { DefinitionError, Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { HasMany, HasOne } from '@tablewright/patterns/relationships';
import { describe, expect, it } from 'vitest';
import { BadgeRepository, Contract, ContractRepository, Department, Employee } from './company.js';
import { useCompany } from './open-company.js';

const company = useCompany();
const by = { department: 'department', id: 'managerId' };
const one = (declarations: unknown) => () =>
  Repository(Employee).with(HasOne(declarations as never) as never);
const many = (declarations: unknown) => () =>
  Repository(Department).with(HasMany(declarations as never) as never);
const staff = { of: Employee, by: { department: 'name' } };

describe('what is refused when the class is defined', () => {
  it.each<readonly [string, () => unknown, RegExp]>([
    ['no relation', one({}), /at least one relation/],
    ['nothing', one(undefined), /at least one relation/],
    ['a nameless relation', one({ '': { of: Employee, by } }), /at least one relation/],
    ['not an object', one({ boss: 5 }), /declared as an object/],
    ['an unknown option', one({ boss: { of: Employee, on: by } }), /'on' is not an option/],
    ['no other side', one({ boss: { by } }), /of is the repository class/],
    ['a class of something else', one({ boss: { of: Date, by } }), /of is the repository class/],
    ['text for a class', one({ boss: { of: 'Employee', by } }), /of is the repository class/],
    ['by and link', one({ a: { of: Employee, by, link: by } }), /by or link/],
    ['by is no mapping', one({ a: { of: Employee, by: 'id' } }), /by is an object/],
    ['by names no text', one({ a: { of: Employee, by: { ...by, id: 5 } } }), /'id', as text/],
    ['a part of the key is missing', one({ a: { of: Employee, by: { id: 'id' } } }), /by needs 'department'/],
    ['no part of the key', one({ a: { of: Employee, by: { ...by, x: 'id' } } }), /names 'x'/],
    ['no such property', one({ a: { of: Employee, by: { ...by, id: 'nope' } } }), /no property 'nope'/],
    [
      'a property of every object',
      one({ a: { of: Employee, by: { ...by, id: 'toString' } } }),
      /no property/,
    ],
    ['no convention', one({ a: { of: BadgeRepository } }), /no property 'site'.*Name it in by/],
    ['half a link', one({ a: { of: Employee, link: { rowKey: 'name' } } }), /link names two/],
    [
      'a link in a number',
      one({ a: { of: Employee, link: { partitionKey: 'name', rowKey: 'id' } } }),
      /'id'/,
    ],
    ['a name of repositories', one({ query: { of: Employee, by } }), /member called 'query'/],
    ['nothing to be found by', many({ a: { of: Employee, by: {} } }), /at least one property/],
    ['no by', many({ a: { of: Employee } }), /by is an object/],
    [
      'not of the others',
      many({ a: { of: Employee, by: { dept: 'name' } } }),
      /Employee has no property 'dept'/,
    ],
    ['not of the one', many({ a: { of: Employee, by: { department: 'title' } } }), /no property 'title'/],
    ['a flag that is none', many({ a: { ...staff, samePartition: 1 } }), /samePartition is true or false/],
    ['another partition', many({ a: { of: Contract, by: staff.by, samePartition: true } }), /not the same/],
    [
      'an unknown partition',
      many({ a: { of: Employee, by: { name: 'name' }, samePartition: true } }),
      /by needs 'department'/,
    ],
    ['copies of nothing', many({ a: { ...staff, copies: {} } }), /copies names at least one/],
    ['a copy that is a key', many({ a: { ...staff, copies: { id: 'headcount' } } }), /cannot be a copy/],
    ['a copy of nothing known', many({ a: { ...staff, copies: { name: 'nope' } } }), /no property 'nope'/],
    ['a copy nowhere', many({ a: { ...staff, copies: { nope: 'manager' } } }), /has no property 'nope'/],
  ])('%s', (_, define, message) => {
    expect(define).toThrow(DefinitionError);
    expect(define).toThrow(message);
  });
});

describe('what a function gives is looked at when it is needed', () => {
  it('and refused like any other', async () => {
    const wrong = one({
      a: { of: () => BadgeRepository },
      b: { of: () => 5, by },
    })();
    const employees = new wrong(company.storage.store()) as unknown as Record<
      'a' | 'b',
      { of(item: object): Promise<unknown> }
    >;
    const sent = await company.sent(async () => {
      await expect(employees.a.of({ department: 'x', id: 1 })).rejects.toThrow(/no property 'site'/);
      await expect(employees.b.of({ department: 'x', id: 1 })).rejects.toThrow(/gives no repository/);
    });
    expect(sent).toEqual([]);
  });

  it('in all its forms', async () => {
    const { contracts, sales } = company;
    await contracts.insert({ department: sales, no: 1, partner: 'known' });
    const table = company.storage.emulator.uniqueName('Old');
    const old = new ContractRepository(company.storage.store(), { table });
    await old.insert({ department: sales, no: 1, partner: 'old' });
    const link = { department: 'name' } as const;
    class Departments extends Repository(Department).with(
      HasMany({
        plain: { of: Contract, by: link },
        given: { of: old, by: link },
        later: { of: () => ContractRepository, by: link },
        made: { of: (store) => new ContractRepository(store, { table }), by: link },
      }),
    ) {}
    const departments = new Departments(company.storage.store());
    const partner = async (relation: keyof Departments & ('plain' | 'given' | 'later' | 'made')) =>
      (await departments[relation].of({ name: sales }).first())?.partner;
    expect(await partner('plain')).toBe('known');
    expect(await partner('given')).toBe('old');
    expect(await partner('later')).toBe('known');
    expect(await partner('made')).toBe('old');
    expect(departments.given.repository).toBe(old);
    expect(departments.made.repository).toBe(departments.made.repository);
  });

  it('and a class without a table of its own follows its host', async () => {
    @Entity()
    class Note {
      static readonly key = key({ partition: '{about}', row: 'note_{no}' });
      @Text() about!: string;
      @Int32() no!: number;
    }
    class Departments extends Repository(Department).with(
      HasMany({ notes: { of: Note, by: { about: 'name' }, samePartition: true } }),
    ) {}
    const departments = new Departments(company.storage.store(), {
      table: company.storage.emulator.uniqueName('Notes'),
    });
    await departments.insert({ name: 'x' });
    await departments.notes.repository.insert({ ...departments.notes.linkTo({ name: 'x' }), no: 1 });
    expect(await departments.notes.family({ name: 'x' }).read()).toMatchObject({
      one: { name: 'x' },
      many: [{ no: 1 }],
    });
  });
});
