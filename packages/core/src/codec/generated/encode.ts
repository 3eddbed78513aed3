import type { Encode, MappingParts, WriteKeys } from '../mapping/mapping.js';
import { encodeColumn } from './encode-column.js';
import { addKeyWriters } from './keys.js';
import { literal } from './literal.js';
import { Source } from './source.js';

/** No name reaches `Object.prototype` through it, and unlike `null` it leaves objects in their fast form. */
const NOTHING: object = Object.freeze(Object.create(null));

/** Encodes with a statement for each property, into columns that all have the same shape. */
export function generatedEncode(parts: MappingParts, writeKeys: WriteKeys): Encode {
  const { model, columns, fixed } = parts;
  const source = new Source();
  const writers = addKeyWriters(source, parts);
  source.add(
    'function Columns(entity) {',
    'let value, cell;',
    ...columns.flatMap((codec) => encodeColumn(source, codec)),
    ...fixed.map(([column, cell]) => `this[${literal(column)}] = ${source.use(cell)};`),
    '}',
    `Columns.prototype = ${source.use(NOTHING)};`,
    'return function encode(entity) {',
  );
  if (writers) {
    source.add(
      `if (typeof entity !== 'object' || entity === null) ${source.use(writeKeys)}(entity);`,
      `const partitionKey = ${writers.partition}(entity), rowKey = ${writers.row}(entity);`,
    );
  } else source.add(`const { partitionKey, rowKey } = ${source.use(writeKeys)}(entity);`);
  source.add(
    `return { partitionKey, rowKey, columns: new Columns(entity), types: ${source.use(model.types)} };`,
    '};',
  );
  return source.compile<Encode>();
}
