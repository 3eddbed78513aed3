import { Entity, emptyColumns, Int32, key, modelOf, Text } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { EntityCodec } from '../../src/codec/index.js';
import { compilePropertyTemplate } from '../../src/model/index.js';
import { primaryPath } from '../../src/plan/index.js';
import { and, eq, plan } from '../plan/support/plan.js';

let made = 0;

@Entity({ table: 'Runners' })
class Runner {
  static readonly key = key({ partition: '{team}', row: 'id_{id:03}' });
  @Text() team!: string;
  @Int32() id!: number;
  @Text() name!: string;
  @Int32({ default: () => ++made }) rank?: number;
  @Int32({ default: 7 }) level?: number;
  @Int32() age?: number;
}

const model = modelOf(Runner);
const codec = new EntityCodec(model);
const row = (cells: Record<string, number>) => ({
  partitionKey: 'red',
  rowKey: 'id_001',
  columns: Object.assign(emptyColumns(), cells),
  types: model.types,
});

describe('defaults in what templates take', () => {
  it('the model tells a constant from a function', () => {
    const constant = ['rank', 'level', 'age'].map((name) => model.properties.get(name)?.constantDefault);
    expect(constant).toEqual([false, true, false]);
  });

  it('a missing column stands for a constant, and never for what a function makes', () => {
    const names = ['id', 'rank', 'level', 'age'];
    const before = made;
    expect({ ...codec.templateValues(row({}), names) }).toEqual({
      id: 1,
      rank: undefined,
      level: 7,
      age: undefined,
    });
    expect(made).toBe(before);
    expect({ ...codec.templateValues(row({ rank: 3, level: 4 }), names) }).toMatchObject({
      rank: 3,
      level: 4,
    });
  });

  it('an index over what a function makes may lack rows, and is not used unasked', () => {
    const over = (property: string) => ({
      name: 'byName',
      state: 'ready' as const,
      partition: model.partition,
      row: compilePropertyTemplate(model, `x_{name}_{${property}}`, 'row'),
    });
    const condition = and(eq('team', 'red'), eq('name', 'x'));
    const through = (property: string) =>
      plan({ codec: codec as EntityCodec, paths: [primaryPath(model), over(property)] }, condition);
    expect(through('level')).toMatchObject({ path: 'byName', access: 'range' });
    expect(() => through('rank')).toThrow(/would read all/);
  });
});
