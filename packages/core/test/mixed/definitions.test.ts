import { DefinitionError, type DefinitionRule, Entity, Int32, key, modelOf, Text } from '@tablewright/core';
import { describe, expect, it } from 'vitest';

type Options = Parameters<typeof Entity>[0];

function defined(options: Options) {
  @Entity(options)
  class Thing {
    static readonly key = key({ partition: '{group}', row: '{id}' });
    @Text() group!: string;
    @Text() id!: string;
    @Text({ name: 'Kind' }) sort?: string;
  }
  return modelOf(Thing);
}

function ruleOf(options: unknown): DefinitionRule | undefined {
  try {
    defined(options as Options);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return (error as DefinitionError).details.rule;
  }
}

const same = (columns: object) => columns;

describe('wrong declarations', () => {
  it.each([[0], [-1], [1.5], [Number.NaN], [2 ** 31], ['2'], [null], [2n]])('version %s', (version) => {
    expect(ruleOf({ version })).toBe('VERSION');
  });

  it.each([
    ['null', null],
    ['an array', [same, same]],
    ['a function', same],
    ['a step before 1', { 0: same }],
    ['a step from the version itself', { 3: same }],
    ['a step that is no number', { one: same }],
    ['a step that is spelled otherwise', { '01': same }],
    ['a step with a fraction', { 1.5: same }],
    ['no function', { 1: 'same' }],
  ])('upgrade: %s', (_, upgrade) => {
    expect(ruleOf({ version: 3, upgrade })).toBe('UPGRADE');
  });

  it('upgrade without a version to upgrade to', () => {
    expect(ruleOf({ upgrade: { 1: same } })).toBe('UPGRADE');
    expect(ruleOf({ version: 1, upgrade: { 1: same } })).toBe('UPGRADE');
    expect(ruleOf({ version: 2, upgrade: { 1: same } })).toBeUndefined();
  });

  it.each([
    ['no text', 5],
    ['a column of the service', 'PartitionKey'],
    ['a name of every object', '__proto__'],
    ['a system column', 'tw__type'],
    ['no identifier', 'entity-type'],
    ['nothing', ''],
    ['a column that a property has', 'Kind'],
  ])('discriminator: %s', (_, discriminator) => {
    expect(ruleOf({ discriminator })).toBe('DISCRIMINATOR');
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(513)],
    ['half of a pair', 'x\ud83d'],
  ])('discriminator with a type that is %s', (_, type) => {
    expect(ruleOf({ type, discriminator: 'EntityType' })).toBe('DISCRIMINATOR');
  });
});

describe('what a class inherits', () => {
  @Entity({ table: 'Things', discriminator: 'EntityType', version: 2, upgrade: { 1: (columns) => columns } })
  class Base {
    static readonly key = key({ partition: '{group}', row: '{id}' });
    @Text() group!: string;
    @Text() id!: string;
  }
  class Quiet extends Base {}
  @Entity({ type: 'other', version: 5 })
  class Versioned extends Base {
    @Int32() more?: number;
  }

  it('is the column of the discriminator, under its own name', () => {
    expect(modelOf(Quiet).discriminator).toEqual({ column: 'EntityType', value: 'Quiet' });
    expect(modelOf(Versioned).discriminator).toEqual({ column: 'EntityType', value: 'other' });
  });

  it('is the history of its columns, unless it tells its own', () => {
    expect([modelOf(Quiet).version, [...modelOf(Quiet).upgrades.keys()]]).toEqual([2, [1]]);
    expect([modelOf(Versioned).version, modelOf(Versioned).upgrades.size]).toEqual([5, 0]);
  });
});
