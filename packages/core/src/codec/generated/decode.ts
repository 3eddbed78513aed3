import { VERSION_COLUMN } from '../../model/index.js';
import { loopDecode } from '../mapping/loop-decode.js';
import type { Decode, MappingParts } from '../mapping/mapping.js';
import { isNewer } from '../row-version.js';
import { upgradeRow } from '../upgrade-row.js';
import { decodeColumn } from './decode-column.js';
import { addKeyReader } from './key-reader.js';
import { literal } from './literal.js';
import { Source } from './source.js';

/** Decodes with a statement for each property. Rows of newer versions are left to the loop. */
export function generatedDecode(parts: MappingParts): Decode {
  const { model } = parts;
  const source = new Source();
  const partition = addKeyReader(source, model.partition, true);
  const row = addKeyReader(source, model.row, false);
  const version = `stored[${literal(VERSION_COLUMN)}]`;
  source.add(
    'return function decode(stored, keys) {',
    `if (${version} !== undefined && ${version} !== null && ${source.use(isNewer)}(${source.use(model)}, stored)) {`,
    `return ${source.use(loopDecode(parts))}(stored, keys);`,
    '}',
    `const entity = ${model.plainlyMade ? `new ${source.use(model.entity)}` : source.use(model.create)}();`,
    model.upgrades.size > 0
      ? `const raw = ${source.use(upgradeRow)}(${source.use(model)}, stored);`
      : 'const raw = stored;',
    'let cell;',
  );
  for (const codec of parts.columns) {
    if (codec.model.computed || codec.model.inKey) continue;
    source.add(...decodeColumn(source, codec));
  }
  const fromKeys = parts.keys.filter((codec) => !codec.model.computed);
  const values = fromKeys.map((codec) => ({ codec, name: source.fresh('key') }));
  source.add('const { partitionKey, rowKey } = keys;', partition.read('partitionKey'), row.read('rowKey'));
  // Taken before converters run, which may read other rows of the class.
  for (const { codec, name } of values) {
    const { property } = codec.model;
    source.add(`const ${name} = ${partition.variables.get(property) ?? row.variables.get(property)};`);
  }
  for (const { codec, name } of values) {
    const value = codec.model.convert ? `${source.use(codec)}.fromStored(${name})` : name;
    source.add(`entity[${literal(codec.model.property)}] = ${value};`);
  }
  return source.add('return entity;', '};').compile<Decode>();
}
