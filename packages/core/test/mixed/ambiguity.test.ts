import {
  DefinitionError,
  type DefinitionRule,
  Entity,
  type EntityClass,
  key,
  MixedTable,
  OptionsError,
  Text,
} from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Department, Employee, People, Review, Worker } from './support/people.js';

interface Shape {
  readonly partition?: string;
  readonly row: string;
  readonly type?: string;
  readonly discriminator?: string;
}

function entity({ partition = '{group}', row, ...options }: Shape): EntityClass {
  @Entity(options)
  class Thing {
    static readonly key = key({ partition, row });
    @Text() group!: string;
    @Text() id!: string;
  }
  return Thing;
}

function ruleOf(classes: readonly EntityClass[]): DefinitionRule | undefined {
  try {
    MixedTable(classes);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return (error as DefinitionError).details.rule;
  }
}

describe('two classes', () => {
  it.each<[string, Shape, Shape]>([
    ['equal row templates', { row: 'a_{id}' }, { row: 'a_{id}' }],
    ['a prefix of the other', { row: 'emp_{id}' }, { row: 'emp_old_{id}' }],
    ['no literal in front', { row: '{id}' }, { row: 'dept_{id}' }],
    ['one discriminator only', { row: '{id}', discriminator: 'Type' }, { row: '{id}' }],
    [
      'the same value',
      { row: '{id}', discriminator: 'Type', type: 'a' },
      { row: '{id}', discriminator: 'Type', type: 'a' },
    ],
    [
      'other columns',
      { row: '{id}', discriminator: 'Type', type: 'a' },
      { row: '{id}', discriminator: 'Kind', type: 'b' },
    ],
    ['a fixed key that the other may have', { row: 'dept' }, { row: '{id}' }],
    ['the same fixed key', { row: 'dept' }, { row: 'dept' }],
  ])('with %s are refused', (_, a, b) => {
    expect(ruleOf([entity(a), entity(b)])).toBe('AMBIGUOUS');
    expect(ruleOf([entity(b), entity(a)])).toBe('AMBIGUOUS');
  });

  it.each<[string, Shape, Shape]>([
    ['literals of their own', { row: 'emp_{id}' }, { row: 'dept_{id}' }],
    [
      'partitions of their own',
      { partition: 'a_{group}', row: '{id}' },
      { partition: 'b_{group}', row: '{id}' },
    ],
    [
      'discriminators',
      { row: '{id}', discriminator: 'Type', type: 'a' },
      { row: '{id}', discriminator: 'Type', type: 'b' },
    ],
    ['a fixed key that the other cannot have', { row: 'dept' }, { row: 'dept_{id}' }],
    ['two fixed keys', { row: 'dept' }, { row: 'department' }],
  ])('with %s are fine', (_, a, b) => {
    expect(ruleOf([entity(a), entity(b)])).toBeUndefined();
    expect(ruleOf([entity(b), entity(a)])).toBeUndefined();
  });

  it('are fine with a resolver, and one class twice is not', () => {
    const [a, b] = [entity({ row: '{id}' }), entity({ row: '{id}' })];
    expect(() => MixedTable([a, b], { resolve: () => a })).not.toThrow();
    expect(ruleOf([a, a])).toBe('AMBIGUOUS');
  });
});

describe('what is no definition', () => {
  const storage = useStorage();
  const any = (value: unknown) => value as never;

  it('is refused', () => {
    for (const classes of [undefined, null, [], {}, Employee]) {
      expect(() => MixedTable(any(classes))).toThrow(OptionsError);
    }
    expect(() => MixedTable(any([{}]))).toThrow(OptionsError);
    expect(() => MixedTable(any([class {}]))).toThrow(DefinitionError);
    expect(() => MixedTable([Employee], any({ resolve: 'Employee' }))).toThrow(OptionsError);
    expect(() => new People(any({}), { table: 'People' })).toThrow(OptionsError);
    expect(() => new People(storage.store(), { table: 'no-table' })).toThrow(
      expect.objectContaining({ code: 'TABLE_NAME_INVALID' }),
    );
  });

  it('lacks a table that all classes agree on', () => {
    const agreed = MixedTable([Employee, Department]);
    expect(new agreed(storage.store()).query({ partitionKey: 'x' }).explain().table).toBe('People');
    const split = MixedTable([Department, Worker]);
    expect(() => new split(storage.store())).toThrow(DefinitionError);
    expect(new split(storage.store(), { table: 'Both' })).toBeInstanceOf(split);
  });

  it('has classes whose partition keys mean different things, when one is named by its properties', () => {
    const split = new (MixedTable([Department, Review]))(storage.store(), { table: 'Both' });
    expect(() => split.query(any({ partition: { department: 'x', site: 'y' } }))).toThrow(OptionsError);
    expect(split.query({ partitionKey: 'x' }).explain().access).toBe('partition');
  });
});
