import { VERSION_COLUMN } from '../../model/index.js';
import { isNewer } from '../row-version.js';
import { upgradeRow } from '../upgrade-row.js';
import { assign } from './assign.js';
import type { Decode, MappingParts } from './mapping.js';

/** Decodes property by property: for runtimes without generated code, and for rows of newer versions. */
export function loopDecode({ model, columns, keys }: MappingParts): Decode {
  const assigned = columns.filter(({ model: { computed, inKey } }) => !computed && !inKey);
  const fromKeys = keys.filter((codec) => !codec.model.computed);
  return (stored, { partitionKey, rowKey }) => {
    const entity = model.create();
    const target = entity as Record<string, unknown>;
    const raw = model.upgrades.size > 0 ? upgradeRow(model, stored) : stored;
    const newer = stored[VERSION_COLUMN] !== undefined && isNewer(model, stored);
    for (const codec of assigned) {
      const cell = raw[codec.model.column];
      assign(target, codec.model.property, newer ? codec.decodeNewer(cell) : codec.decode(cell));
    }
    const partition = model.partition.decode(partitionKey);
    const row = model.row.decode(rowKey);
    for (const codec of fromKeys) {
      const { property } = codec.model;
      target[property] = codec.fromStored(property in partition ? partition[property] : row[property]);
    }
    return entity;
  };
}
