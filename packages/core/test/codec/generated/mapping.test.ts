import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityKeys, RawRow } from '../../../src/codec/index.js';
import type { Row } from '../../../src/edm/index.js';
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
    const [drawn] = fc.sample(
      drawnModels.filter((model) => bothMappings(model) !== undefined),
      1,
    );
    const { loop, generated } = bothMappings(drawn!)!;
    for (const nothing of [null, undefined, 7, 'text', () => 1] as unknown as object[]) {
      expectSame(
        () => generated.keys(nothing),
        () => loop.keys(nothing),
      );
      expectSame(
        () => generated.encode(nothing),
        () => loop.encode(nothing),
      );
    }
  });
});
