import { columnCodec } from '../columns/index.js';
import { assign } from '../mapping/assign.js';
import type { PropertyCodec } from '../property-codec.js';
import { BY_COLUMN } from './by-column.js';
import { literal } from './literal.js';
import type { Source } from './source.js';

/** The test that a cell is already the value of its property. */
const AS_IT_IS: Readonly<Record<string, string>> = {
  text: "typeof cell === 'string'",
  boolean: "typeof cell === 'boolean'",
  int32: "typeof cell === 'number' && (cell | 0) === cell",
  double: "typeof cell === 'number'",
};

/**
 * The statements that decode one column. Nulls, defaults, converters and what does not fit are the property
 * codec's business.
 */
export function decodeColumn(source: Source, codec: PropertyCodec): readonly string[] {
  const { property, column, kind, convert } = codec.model;
  const [name, read] = [literal(property), `cell = raw[${literal(column)}];`];
  const otherwise = `${source.use(assign)}(entity, ${name}, ${source.use(codec)}.decode(cell));`;
  const test = AS_IT_IS[kind];
  if (!convert && test) return [read, `if (${test}) entity[${name}] = cell;`, `else ${otherwise}`];
  if (!convert && BY_COLUMN.has(kind)) {
    const value = source.fresh('value');
    return [
      read,
      `const ${value} = ${source.use(columnCodec(codec.model).fromCell)}(cell);`,
      `if (${value} !== undefined) entity[${name}] = ${value};`,
      `else ${otherwise}`,
    ];
  }
  return [read, otherwise];
}
