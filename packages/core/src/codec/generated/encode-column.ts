import { columnCodec } from '../columns/index.js';
import type { PropertyCodec } from '../property-codec.js';
import { BY_COLUMN } from './by-column.js';
import { literal } from './literal.js';
import type { Source } from './source.js';

/** The test that a value can be stored as it is, and the cell that it is then stored as. */
const AS_IT_IS: Readonly<Record<string, readonly [test: string, cell: string]>> = {
  text: ["typeof value === 'string'", 'value'],
  boolean: ["typeof value === 'boolean'", 'value'],
  // Adding 0 turns -0 into 0, which an integer column cannot tell apart.
  int32: ["typeof value === 'number' && (value | 0) === value", 'value + 0'],
  // Of NaN and the infinities the difference is NaN.
  double: ["typeof value === 'number' && value - value === 0", 'value'],
};

/** The statements that put one column into `this`; the property codec sees to everything unusual. */
export function encodeColumn(source: Source, codec: PropertyCodec): readonly string[] {
  const { property, column, kind, convert } = codec.model;
  const [name, read] = [literal(column), `value = entity[${literal(property)}];`];
  const otherwise = `if ((cell = ${source.use(codec)}.encode(value)) !== undefined) this[${name}] = cell;`;
  const direct = AS_IT_IS[kind];
  if (!convert && direct)
    return [read, `if (${direct[0]}) this[${name}] = ${direct[1]};`, `else ${otherwise}`];
  if (!convert && BY_COLUMN.has(kind)) {
    return [
      read,
      `cell = ${source.use(columnCodec(codec.model).toCell)}(value);`,
      `if (cell !== undefined) this[${name}] = cell;`,
      `else ${otherwise}`,
    ];
  }
  return [read, otherwise];
}
