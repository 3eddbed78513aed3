import { type EntityCodec, type EntityModel, OptionsError } from '@tablewright/core';
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
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, codec.property(name)!.fromStored(value)]),
  );
}
