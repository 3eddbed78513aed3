import { DateTime, Entity, Int32, key, Text } from '@tablewright/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntityCodec, type EntityKeys, type RawRow } from '../../../src/codec/index.js';
import type { Row } from '../../../src/edm/index.js';
import { modelOf } from '../../../src/model/index.js';
import { bothMappings, strayCells, valuesOf } from './support/drawn-mapping.js';
import { drawnModels } from './support/drawn-model.js';
import { expectSame, outcome } from './support/outcome.js';

/** Columns by their own names and order, whatever prototype they have. */
const plain = (row: Row) => ({ ...row, columns: Object.entries(row.columns) });

const strayKeys = fc.oneof(
  fc.constantFrom('', 'x', 'empid_000223', '~2F', 'none', 'Sales', '-7', 'empid_0000000001', '😀'),
  fc.string({ maxLength: 12 }),
  fc.constant('x'.repeat(600)),
  fc.constantFrom(undefined, null, 7) as fc.Arbitrary<never>,
);

describe('generated code and the loop', () => {
  it('write the same rows and keys, or refuse with the same error', () => {
    let defined = 0;
    let written = 0;
    fc.assert(
      fc.property(
        drawnModels.chain((model) => fc.tuple(fc.constant(model), valuesOf(model), fc.boolean())),
        ([drawn, values, plainObject]) => {
          const both = bothMappings(drawn);
          fc.pre(both !== undefined);
          const { loop, generated, parts } = both;
          const entity = plainObject ? values : parts.model.create();
          if (!plainObject) {
            for (const { name, computed } of drawn.properties) {
              if (!computed) (entity as Record<string, unknown>)[name] = values[name];
            }
          }
          expectSame(
            () => generated.keys(entity),
            () => loop.keys(entity),
          );
          expectSame(
            () => plain(generated.encode(entity)),
            () => plain(loop.encode(entity)),
          );
          defined++;
          if ('value' in (outcome(() => loop.encode(entity)) as object)) written++;
        },
      ),
      { numRuns: 1_500 },
    );
    // The classes and values are such that the rest of this test means something.
    expect(defined).toBeGreaterThan(1_000);
    expect(written).toBeGreaterThan(100);
  });

  it('read the same instances, or refuse with the same error', () => {
    let read = 0;
    fc.assert(
      fc.property(
        drawnModels.chain((model) =>
          fc.tuple(
            fc.constant(model),
            fc.array(fc.tuple(valuesOf(model), strayCells(model), fc.boolean()), {
              minLength: 1,
              maxLength: 3,
            }),
            fc.option(fc.tuple(strayKeys, strayKeys), { nil: undefined, freq: 3 }),
          ),
        ),
        ([drawn, rows, keys]) => {
          const both = bothMappings(drawn);
          fc.pre(both !== undefined);
          const { loop, generated } = both;
          for (const [values, stray, asStored] of rows) {
            const written = outcome(() => loop.encode(values)) as { value?: Row };
            const at: EntityKeys = keys
              ? { partitionKey: keys[0], rowKey: keys[1] }
              : (written.value ?? { partitionKey: 'none', rowKey: 'none' });
            const raw = { ...written.value?.columns, ...(asStored ? {} : stray) } as RawRow;
            expectSame(
              () => generated.decode(raw, at),
              () => loop.decode(raw, at),
            );
            if ('value' in (outcome(() => loop.decode(raw, at)) as object)) read++;
          }
        },
      ),
      { numRuns: 1_500 },
    );
    expect(read).toBeGreaterThan(300);
  });

  it('take no untyped caller for an entity', () => {
    const definable = drawnModels.filter((model) => bothMappings(model) !== undefined);
    for (const drawn of fc.sample(definable, 50)) {
      const { loop, generated } = bothMappings(drawn)!;
      for (const nothing of [null, undefined, 7, 'text', () => 1] as unknown as object[]) {
        expectSame(
          () => generated.keys(nothing),
          () => loop.keys(nothing),
        );
        expectSame(
          () => plain(generated.encode(nothing)),
          () => plain(loop.encode(nothing)),
        );
      }
    }
  });
});

describe('instances of one partition', () => {
  @Entity({ table: 'Shifts' })
  class Shift {
    static readonly key = key({ partition: '{day}', row: '{id}' });
    @DateTime() day!: Date;
    @Text() id!: string;
  }

  it('have a Date of their own, though their partition keys are the same', () => {
    const codec = new EntityCodec(modelOf(Shift));
    const partitionKey = '2014-07-31T00:00:00.000Z';
    const [first, second] = ['a', 'b'].map((rowKey) => codec.decode({}, { partitionKey, rowKey }));
    first!.day.setUTCFullYear(2000);
    expect(second!.day).toEqual(new Date(partitionKey));
    expect(codec.decode({}, { partitionKey, rowKey: 'c' }).day).toEqual(new Date(partitionKey));
  });

  it('are read after one whose key was refused', () => {
    const codec = new EntityCodec(modelOf(Shift));
    const [partitionKey, other] = ['2014-07-31T00:00:00.000Z', '2014-08-01T00:00:00.000Z'];
    expect(codec.decode({}, { partitionKey, rowKey: 'a' })).toMatchObject({ id: 'a' });
    for (const wrong of ['2014-07-32T00:00:00.000Z', '', undefined as never]) {
      expect(() => codec.decode({}, { partitionKey: wrong, rowKey: 'a' })).toThrow(
        expect.objectContaining({ code: 'KEY_MISMATCH' }),
      );
    }
    expect(codec.decode({}, { partitionKey: other, rowKey: 'b' })).toEqual(
      Object.assign(new Shift(), { day: new Date(other), id: 'b' }),
    );
  });

  it('may be read by a converter, while one of them is read', () => {
    const inner: unknown[] = [];
    const from = (stored: string): string => {
      if (stored === 'outer') inner.push(codec.decode({}, { partitionKey: 'inner', rowKey: '2' }));
      return stored;
    };
    @Entity({ table: 'Nodes' })
    class Node {
      static readonly key = key({ partition: '{tree}', row: '{id:01}' });
      @Text({ convert: { to: (value: string) => value, from } }) tree!: string;
      @Int32() id!: number;
    }
    const codec = new EntityCodec(modelOf(Node));
    expect(codec.decode({}, { partitionKey: 'outer', rowKey: '1' })).toMatchObject({ tree: 'outer', id: 1 });
    expect(inner).toEqual([expect.objectContaining({ tree: 'inner', id: 2 })]);
  });
});
