import {
  type DefinitionScope,
  type EntityCodec,
  KeyMismatchError,
  type PathReader,
  type ReadRow,
} from '@tablewright/core';
import { ROW_COLUMN } from '../shared/row-column.js';
import { carriedBy } from './carried.js';
import type { CompiledIndex } from './compile-index.js';

/** How the planner and the query executor read the rows of an index. */
export function indexRows({ codec, model }: DefinitionScope, index: CompiledIndex): PathReader {
  const { name, state, row, each, sparse, project } = index;
  const carried = carriedBy(index, model);
  // Upgraders want all columns of a row, so that a part of them cannot be upgraded.
  const lastUpgraded = Math.max(0, ...model.upgrades.keys());
  return {
    path: {
      name,
      state,
      partition: model.partition,
      row,
      ...(project && { carries: new Set(carried) }),
      ...(sparse && { where: sparse.values }),
      ...(each !== undefined && { each }),
    },
    decode(copy) {
      const keyed = row.decode(copy.rowKey);
      const source = copy.raw[ROW_COLUMN];
      // Without a projection nothing is missing, so that the copy makes a whole entity.
      if (project === undefined && typeof source === 'string') {
        return codec.decode(copy.raw, { partitionKey: copy.partitionKey, rowKey: source });
      }
      if (each !== undefined) delete keyed[each];
      return propertiesOf(codec, copy, carried, keyed);
    },
    isComplete: (copy) => project === undefined || codec.versionOf(copy.raw) > lastUpgraded,
    primaryKeys(copy) {
      const source = copy.raw[ROW_COLUMN];
      if (typeof source === 'string') return { partitionKey: copy.partitionKey, rowKey: source };
      throw new KeyMismatchError({ template: row.source, length: copy.rowKey.length });
    },
  };
}

/** What the keys and the fetched columns of a copy tell. */
function propertiesOf(
  codec: EntityCodec,
  { partitionKey, raw }: ReadRow,
  carried: readonly string[],
  keyed: Readonly<Record<string, unknown>>,
): object {
  const { model } = codec;
  const source = raw[ROW_COLUMN];
  const inKeys: Readonly<Record<string, unknown>> = {
    ...(typeof source === 'string' && model.row.decode(source)),
    ...model.partition.decode(partitionKey),
    ...keyed,
  };
  const properties = Object.create(null) as Record<string, unknown>;
  for (const name of carried) {
    const property = codec.property(name)!;
    if (Object.hasOwn(inKeys, name)) properties[name] = property.fromStored(inKeys[name]);
    else if (!property.model.inKey) properties[name] = property.decode(raw[property.model.column]);
  }
  return properties;
}
