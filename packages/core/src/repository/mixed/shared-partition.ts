import type { EntityCodec } from '../../codec/index.js';
import { OptionsError } from '../../errors/index.js';
import type { RepositoryContext } from '../context.js';

/** The partition key that some values mean, provided that they mean the same to every class. */
export function sharedPartitionKey(contexts: readonly RepositoryContext[], values: unknown): string {
  if (typeof values !== 'object' || values === null) {
    throw new OptionsError('partition', 'partition is an object with the properties of the partition key.');
  }
  const keys = new Set(contexts.map(({ codec }) => partitionKeyOf(codec, values)));
  const [key] = keys;
  if (key !== undefined && keys.size === 1) return key;
  throw new OptionsError(
    'partition',
    'The classes of this mixed table do not share their partition key: name it as it is stored, with partitionKey.',
  );
}

function partitionKeyOf(codec: EntityCodec, values: object): string {
  const { partition } = codec.model;
  const stored = Object.create(null) as Record<string, unknown>;
  for (const { name } of partition.variables) {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    stored[name] = value === undefined || value === null ? value : codec.property(name)!.toStored(value);
  }
  return partition.encode(stored);
}
