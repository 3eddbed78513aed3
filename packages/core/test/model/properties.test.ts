import 'reflect-metadata';
import {
  Binary,
  Bool,
  Column,
  DateTime,
  DefinitionError,
  Double,
  Entity,
  Enum,
  Guid,
  Ignore,
  Int32,
  Int64,
  Json,
  key,
  modelOf,
  Text,
  Ticks,
} from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { decoratorMode } from '../support/decorator-mode.js';

enum Grade {
  Junior = 'junior',
  Senior = 'senior',
}
enum Level {
  Low = 1,
  High = 2,
}

@Entity({ table: 'Everything' })
class Everything {
  static readonly key = key({ partition: '{owner}', row: '{number:04}' });
  @Text() owner!: string;
  @Int32({ store: true }) number!: number;
  @Text({ name: 'Mail' }) email!: string;
  @Int64() big!: bigint;
  @Double() rate!: number;
  @Bool() active!: boolean;
  @DateTime() at!: Date;
  @Ticks() exactly!: bigint;
  @Guid() id!: string;
  @Binary() photo!: Uint8Array;
  @Enum(Grade) grade!: Grade;
  @Enum(Level) level!: Level;
  @Enum(['a', 'b']) letter!: 'a' | 'b';
  @Json() tags!: string[];
  @Text({ nullable: true }) note!: string | null;
  @Text({ optional: false }) required!: string;
  @Text() get label(): string {
    return `${this.owner}/${this.number}`;
  }
  #backing = '';
  @Text()
  get both(): string {
    return this.#backing;
  }
  set both(value: string) {
    this.#backing = value;
  }
  undecorated = 1;
}

const model = modelOf(Everything);
const property = (name: string) => model.properties.get(name)!;

describe('the model of a class', () => {
  it('knows each Edm type', () => {
    const types = Object.fromEntries([...model.properties].map(([name, { edm }]) => [name, edm]));
    expect(types).toEqual({
      owner: 'Edm.String',
      number: 'Edm.Int32',
      email: 'Edm.String',
      big: 'Edm.Int64',
      rate: 'Edm.Double',
      active: 'Edm.Boolean',
      at: 'Edm.DateTime',
      exactly: 'Edm.DateTime',
      id: 'Edm.Guid',
      photo: 'Edm.Binary',
      grade: 'Edm.String',
      level: 'Edm.Int32',
      letter: 'Edm.String',
      tags: 'Edm.String',
      note: 'Edm.String',
      required: 'Edm.String',
      label: 'Edm.String',
      both: 'Edm.String',
    });
  });

  it('stores key properties as columns only when asked', () => {
    expect(property('owner')).toMatchObject({ inKey: true, stored: false });
    expect(property('number')).toMatchObject({ inKey: true, stored: true });
    expect(property('email')).toMatchObject({ inKey: false, stored: true, column: 'Mail' });
  });

  it('tells computed getters from accessors', () => {
    expect(property('label').computed).toBe(true);
    expect(property('both').computed).toBe(false);
  });

  it('knows the members of enums, not their reverse names', () => {
    expect(property('grade').members).toEqual(['junior', 'senior']);
    expect(property('level').members).toEqual([1, 2]);
    expect(property('letter').members).toEqual(['a', 'b']);
  });

  it('is frozen and made once', () => {
    expect(modelOf(Everything)).toBe(model);
    expect(Object.isFrozen(model)).toBe(true);
    expect(Object.isFrozen(property('owner'))).toBe(true);
  });
});

describe('inheritance', () => {
  abstract class Person {
    static readonly key = key({ partition: '{kind}', row: '{id:04}' });
    @Text() kind!: string;
    @Int32() id!: number;
    @Text() name!: string;
    @Text() nickname?: string;
  }
  @Entity({ table: 'People' })
  class Employee extends Person {
    @Int32() salary!: number;
    @Ignore() override nickname = '';
  }
  @Entity({ table: 'People', type: 'CustomerV2' })
  class Customer extends Person {
    @Text({ name: 'fullName' }) override name = '';
    @Double() rating!: number;
  }
  class Manager extends Employee {
    @Int32() reports!: number;
  }

  it('adds to, renames and takes away what a base class maps', () => {
    expect([...modelOf(Employee).properties.keys()]).toEqual(['kind', 'id', 'name', 'salary']);
    expect([...modelOf(Customer).properties.keys()]).toEqual(['kind', 'id', 'name', 'nickname', 'rating']);
    expect(modelOf(Customer).properties.get('name')!.column).toBe('fullName');
    expect(modelOf(Employee).properties.get('name')!.column).toBe('name');
    expect(modelOf(Customer).name).toBe('CustomerV2');
  });

  it('carries the table over, but not the name', () => {
    expect(modelOf(Manager)).toMatchObject({ table: 'People', name: 'Manager' });
    expect([...modelOf(Manager).properties.keys()]).toContain('reports');
    expect([...modelOf(Employee).properties.keys()]).not.toContain('reports');
  });
});

describe('@Column()', () => {
  it('reads the type that the compiler emits, or says what to do instead', () => {
    class Reflected {
      static readonly key = key({ partition: '{id}', row: '' });
      @Text() id!: string;
      @Column() name!: string;
      @Column() active!: boolean;
      @Column() born!: Date;
      @Column() photo!: Uint8Array;
    }
    if (decoratorMode === 'legacy') {
      const kinds = [...modelOf(Reflected).properties.values()].map(({ kind }) => kind);
      expect(kinds).toEqual(['text', 'text', 'boolean', 'dateTime', 'binary']);
    } else {
      expect(() => modelOf(Reflected)).toThrow(/Reflected\.name.*@Text\(\)/);
    }
  });

  it('does not guess about numbers', () => {
    class Counted {
      static readonly key = key({ partition: '{id}', row: '' });
      @Text() id!: string;
      @Column() count!: number;
    }
    expect(() => modelOf(Counted)).toThrow(DefinitionError);
    expect(() => modelOf(Counted)).toThrow(
      decoratorMode === 'legacy' ? /@Int32\(\) or @Double\(\)/ : /name the type/,
    );
  });
});
