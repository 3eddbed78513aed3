import { type EntityCodec, type EntityModel, KeyMismatchError, OptionsError } from '@tablewright/core';
import { linkingValue } from './item-value.js';

/**
 * The key behind two properties that hold PartitionKey and RowKey as they are stored. Half a link is a mistake: both
 * are written together. Throws KeyMismatchError where they are not keys of the other side.
 */
export function keyOfLink(
  codec: EntityCodec,
  from: EntityModel,
  relation: string,
  item: object,
  link: { readonly partitionKey: string; readonly rowKey: string },
): object | undefined {
  const partitionKey = linkingValue(from, relation, item, link.partitionKey);
  const rowKey = linkingValue(from, relation, item, link.rowKey);
  if (partitionKey === undefined && rowKey === undefined) return undefined;
  if (typeof partitionKey !== 'string' || typeof rowKey !== 'string') {
    throw new OptionsError(
      'item',
      `${from.name}: '${relation}' needs both '${link.partitionKey}' and '${link.rowKey}', as text, or neither.`,
    );
  }
  const { partition, row } = codec.model;
  const stored = { ...partition.decode(partitionKey), ...row.decode(rowKey) };
  const key = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, codec.property(name)!.fromStored(value)]),
  );
  // A property that both keys hold may have two values in them: no entity has such a key.
  const keys = codec.keys(key);
  if (keys.partitionKey === partitionKey && keys.rowKey === rowKey) return key;
  const variable = row.variables.find(({ name }) => partition.source.includes(`{${name}`))?.name;
  throw new KeyMismatchError({ template: partition.source, variable, length: partitionKey.length });
}
