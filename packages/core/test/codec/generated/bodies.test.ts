import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsBody, columnsBytes, insertBody, insertBytes } from '../../../src/codec/index.js';
import {
  type CellValue,
  type EdmType,
  emptyColumns,
  emptyTypes,
  shareTypes,
} from '../../../src/edm/index.js';
import { HOSTILE_NAMES } from './support/drawn-model.js';

const TYPES = [
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.Boolean',
  'Edm.DateTime',
  'Edm.Guid',
  'Edm.Binary',
] as const satisfies readonly EdmType[];

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('', '"', '\\', '\n', '\u2028\u2029', '\ud800', '\udc00x', '😀', '\u007f', '\u0080', 'é'),
);
const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(-0, 0, 5, 1e21, -1e21, 999_999_999_999_999_900_000, 1e-7, 2 ** 53, Number.NaN, Infinity),
);
const cells: fc.Arbitrary<CellValue> = fc.oneof(text, numbers, fc.boolean());

/** A cell that mostly is of its type. */
function cellOf(type: EdmType): fc.Arbitrary<CellValue> {
  if (type === 'Edm.Int32') return fc.oneof({ weight: 5, arbitrary: fc.integer() }, cells);
  if (type === 'Edm.Double') return fc.oneof({ weight: 5, arbitrary: numbers }, cells);
  if (type === 'Edm.Boolean') return fc.oneof({ weight: 5, arbitrary: fc.boolean() }, cells);
  return fc.oneof({ weight: 5, arbitrary: text }, cells);
}

interface DrawnRow {
  readonly names: readonly string[];
  readonly types: readonly EdmType[];
  readonly row: readonly (readonly [name: string, cell: CellValue])[];
  readonly keys: readonly [string, string];
}

/** A class's columns, and a row that may lack some, have others, or have them in another order. */
const rows: fc.Arbitrary<DrawnRow> = fc
  .uniqueArray(
    fc.oneof(
      fc.constantFrom(...HOSTILE_NAMES, '__proto__', 'constructor', 'email', 'age', 'hired'),
      fc.string({ minLength: 1 }),
    ),
    {
      maxLength: 8,
    },
  )
  .map((names) => names.filter((name) => !/^\d+$/.test(name)))
  .chain((names) => fc.tuple(fc.constant(names), fc.tuple(...names.map(() => fc.constantFrom(...TYPES)))))
  .chain(([names, types]) => {
    const whole = fc
      .tuple(...types.map(cellOf))
      .map((values) => names.map((name, at) => [name, values[at]!] as const));
    const strange = fc.tuple(fc.constantFrom('unknown', 'x"y'), cells);
    const row = whole.chain((own) =>
      fc.oneof(
        { weight: 2, arbitrary: fc.constant(own) },
        { weight: 2, arbitrary: fc.subarray(own) },
        { weight: 1, arbitrary: fc.shuffledSubarray(own) },
        { weight: 1, arbitrary: strange.map((more) => [...own, more]) },
        { weight: 1, arbitrary: strange.map((more) => [more, ...own]) },
      ),
    );
    return fc.record({
      names: fc.constant(names),
      types: fc.constant(types),
      row,
      keys: fc.tuple(text, text),
    });
  });

/** The JSON as it is meant: by the platform, with what the service needs besides. */
function expectedMembers({ names, types, row }: DrawnRow): readonly string[] {
  return row.map(([name, cell]) => {
    const type = types[names.indexOf(name)] ?? 'Edm.String';
    let json = JSON.stringify(cell);
    if (type === 'Edm.Double' && typeof cell === 'number') {
      json = Object.is(cell, -0) ? '-0' : String(cell);
      if (!/[.e]/.test(json)) json += '.0';
    } else if (typeof cell === 'number') json = String(cell);
    const annotated = !['Edm.String', 'Edm.Int32', 'Edm.Boolean'].includes(type);
    const annotation = `,${JSON.stringify(`${name}@odata.type`)}:"${type}"`;
    return `${JSON.stringify(name)}:${json}${annotated ? annotation : ''}`;
  });
}

const escaped = (json: string) => json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

describe('the body of a row', () => {
  it.each(['shared by a class', 'of the row alone'])('is the same for types %s', (whose) => {
    fc.assert(
      fc.property(rows, (drawn) => {
        const types = emptyTypes();
        drawn.names.forEach((name, at) => {
          types[name] = drawn.types[at]!;
        });
        if (whose === 'shared by a class') shareTypes(types);
        const columns = emptyColumns();
        for (const [name, cell] of drawn.row) columns[name] = cell;
        // What a class does not know has to bring its type along.
        const unknown = drawn.row.some(([name]) => types[name] === undefined);
        const all = unknown && whose !== 'shared by a class' ? { ...types, unknown: 'Edm.String' } : types;
        const [partitionKey, rowKey] = drawn.keys;
        const row = { partitionKey, rowKey, columns, types: all as typeof types };
        const members = expectedMembers(drawn);
        const keys = [`"PartitionKey":${JSON.stringify(partitionKey)}`, `"RowKey":${JSON.stringify(rowKey)}`];
        const insert = escaped(`{${[...keys, ...members].join(',')}}`);
        expect(insertBody(row)).toBe(insert);
        expect(columnsBody(row)).toBe(members.length === 0 ? insert : escaped(`{${members.join(',')}}`));
        expect(insertBytes(row)).toBe(Buffer.byteLength(insertBody(row)));
        expect(columnsBytes(row)).toBe(Buffer.byteLength(columnsBody(row)));
      }),
      { numRuns: 1_000 },
    );
  });
});
