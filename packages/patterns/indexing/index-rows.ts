import {
  type DefinitionScope,
  type EntityCodec,
  type EntityKeys,
  KeyMismatchError,
  type PathReader,
  type ReadRow,
} from '@tablewright/core';
import { ROW_COLUMN } from '../shared/row-column.js';
import { carriedBy } from './carried.js';
import type { CompiledIndex } from './compiled-index.js';
import { PARTITION_COLUMN } from './copied-columns.js';

/** How the planner and the query executor read the rows of an index. */
export function indexRows({ codec, model }: DefinitionScope, index: CompiledIndex): PathReader {
  const { name, state, partition, row, each, sparse, project } = index;
  const carried = carriedBy(index, model);
  // Upgraders want all columns of a row, so that a part of them cannot be upgraded.
  const lastUpgraded = Math.max(0, ...model.upgrades.keys());
  return {
    path: {
      name,
      state,
      partition,
      row,
      ...(project && { carries: new Set(carried) }),
      ...(sparse && { where: sparse.values }),
      ...(each !== undefined && { each }),
    },
    decode(copy) {
      const keyed = { ...partition.decode(copy.partitionKey), ...row.decode(copy.rowKey) };
      const source = sourceKeys(copy);
      // Without a projection nothing is missing, so that the copy makes a whole entity.
      if (project === undefined && source) return codec.decode(copy.raw, source);
      if (each !== undefined) delete keyed[each];
      return propertiesOf(codec, copy, source, carried, keyed);
    },
    isComplete: (copy) => project === undefined || codec.versionOf(copy.raw) > lastUpgraded,
    primaryKeys(copy) {
      const source = sourceKeys(copy);
      if (source) return source;
      throw new KeyMismatchError({ template: row.source, length: copy.rowKey.length });
    },
  };
}

/** Whose copy a row is; `undefined` where it does not tell, or its columns were not fetched. */
export function sourceKeys({
  partitionKey,
  raw,
}: Pick<ReadRow, 'partitionKey' | 'raw'>): EntityKeys | undefined {
  const { [ROW_COLUMN]: rowKey, [PARTITION_COLUMN]: partition } = raw;
  if (typeof rowKey !== 'string') return undefined;
  return { partitionKey: typeof partition === 'string' ? partition : partitionKey, rowKey };
}

/** What the keys and the fetched columns of a copy tell. */
function propertiesOf(
  codec: EntityCodec,
  { raw }: ReadRow,
  source: EntityKeys | undefined,
  carried: readonly string[],
  keyed: Readonly<Record<string, unknown>>,
): object {
  const { model } = codec;
  const inKeys: Readonly<Record<string, unknown>> = {
    ...(source && { ...model.row.decode(source.rowKey), ...model.partition.decode(source.partitionKey) }),
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
