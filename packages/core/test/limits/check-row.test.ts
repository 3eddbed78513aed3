import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CellValue,
  type EdmType,
  emptyColumns,
  emptyTypes,
  type Row,
  shareTypes,
} from '../../src/edm/index.js';
import { checkRow, limitsOf } from '../../src/limits/index.js';
import { expectSame, outcome } from '../codec/generated/support/outcome.js';

const CLASS: readonly (readonly [string, EdmType])[] = [
  ['name', 'Edm.String'],
  ['age', 'Edm.Int32'],
  ['salary', 'Edm.Int64'],
  ['rating', 'Edm.Double'],
  ['active', 'Edm.Boolean'],
  ['hired', 'Edm.DateTime'],
  ['badge', 'Edm.Guid'],
  ['photo', 'Edm.Binary'],
  ['id', 'Edm.String'],
];
const typesOf = () => Object.assign(emptyTypes(), Object.fromEntries(CLASS));
const shared = typesOf();
shareTypes(shared);

const long = fc
  .tuple(
    fc.constantFrom(0, 1, 100, 32_767, 32_768, 32_769, 65_536, 87_384, 90_000),
    fc.constantFrom('x', 'é', '字'),
  )
  .map(([length, unit]) => unit.repeat(length));
const cells = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<CellValue>('text', '1', 1, 1.5, true, 'NaN', 'Infinity', '') },
  {
    weight: 1,
    arbitrary: fc.oneof(long, fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '😀', '\udc00')),
  },
  { weight: 1, arbitrary: fc.constantFrom(undefined, null, {}) as fc.Arbitrary<never> },
);
const keys = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Sales', 'empid_000223', 'Ünal', '', '~', '"$%.0>@[]') },
  fc.string({ unit: 'binary' }),
  fc.integer({ min: 0, max: 255 }).map((unit) => `x${String.fromCharCode(unit)}`),
  fc.constantFrom('x'.repeat(512), 'x'.repeat(513), 'é'.repeat(128), '\ud800', '😀', '\uffff'),
  fc.constantFrom(undefined, null, 7) as fc.Arbitrary<never>,
);
const columnNames = fc.shuffledSubarray([...CLASS.map(([name]) => name), 'unknown']);
const ordered = fc.subarray(CLASS.map(([name]) => name));

describe('the last look at a row', () => {
  it.each(['storage', 'cosmos'] as const)('is the same for types that a class shares, on %s', (profile) => {
    const limits = limitsOf(profile);
    let fine = 0;
    fc.assert(
      fc.property(
        fc.oneof(ordered, columnNames),
        fc.array(cells, { minLength: 10, maxLength: 10 }),
        keys,
        keys,
        (names, values, partitionKey, rowKey) => {
          const columns = emptyColumns();
          names.forEach((name, at) => {
            columns[name] = rightOr(name, values[at]!);
          });
          const row: Row = { partitionKey, rowKey, columns, types: shared };
          const alone: Row = { ...row, types: typesOf() };
          expectSame(
            () => checkRow(row, limits, 'Row'),
            () => checkRow(alone, limits, 'Row'),
          );
          if ('value' in (outcome(() => checkRow(row, limits, 'Row')) as object)) fine++;
        },
      ),
      { numRuns: 3_000 },
    );
    expect(fine).toBeGreaterThan(200);
  });

  it('remembers no key that was refused', () => {
    const limits = limitsOf('storage');
    const row = (partitionKey: string, rowKey = 'r'): Row => ({
      partitionKey,
      rowKey,
      columns: emptyColumns(),
      types: shared,
    });
    const forbidden = { code: 'ROW_INVALID' };
    for (let time = 0; time < 2; time++) {
      checkRow(row('good'), limits, 'Row');
      expect(() => checkRow(row('a/b'), limits, 'Row')).toThrow(expect.objectContaining(forbidden));
      expect(() => checkRow(row(''), limits, 'Row')).toThrow(expect.objectContaining(forbidden));
      expect(() => checkRow(row('a/b', 'a/b'), limits, 'Row')).toThrow(expect.objectContaining(forbidden));
      expect(() => checkRow(row(undefined as never), limits, 'Row')).toThrow(
        expect.objectContaining(forbidden),
      );
    }
  });

  it('refuses the first byte too many, and takes the last that fits', () => {
    const limits = limitsOf('storage');
    const types = emptyTypes();
    for (let at = 0; at < 20; at++) types[`c${at}`] = 'Edm.String';
    shareTypes(types);
    const sized = (units: number): Row => {
      const columns = emptyColumns();
      for (let at = 0; units > 0; at++, units -= 30_000)
        columns[`c${at}`] = 'x'.repeat(Math.min(units, 30_000));
      return { partitionKey: 'p', rowKey: 'r', columns, types };
    };
    const names = (count: number) => Object.keys(types).slice(0, count).join('').length;
    const frame = (columns: number) => 4 + 2 * 2 + columns * 12 + 2 * names(columns);
    const most = (limits.entityBytes - frame(18)) / 2;
    expect(() => checkRow(sized(most), limits, 'Row')).not.toThrow();
    expect(() => checkRow(sized(most + 1), limits, 'Row')).toThrow(
      expect.objectContaining({
        code: 'LIMIT_EXCEEDED',
        details: expect.objectContaining({ limit: 'ENTITY_BYTES' }),
      }),
    );
  });
});

/** Half of the cells are of their type. */
function rightOr(name: string, cell: CellValue): CellValue {
  const type = CLASS.find(([known]) => known === name)?.[1];
  if (cell !== 1 && cell !== 'text') return cell;
  if (type === 'Edm.Int32' || type === 'Edm.Double') return 1;
  return type === 'Edm.Boolean' ? true : 'text';
}
