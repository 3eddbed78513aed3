import type { EntityCodec } from '../../codec/index.js';
import { OptionsError } from '../../errors/index.js';
import type { RepositoryContext } from '../context.js';
import { entriesOf } from '../query/read-argument.js';

/** The partition key that some values mean, provided that they mean the same to every class. */
export function sharedPartitionKey(contexts: readonly RepositoryContext[], values: unknown): string {
  const given = new Map(entriesOf(values, 'partition'));
  const keys = new Set(contexts.map(({ codec }) => partitionKeyOf(codec, given)));
  const [key] = keys;
  if (key !== undefined && keys.size === 1) return key;
  throw new OptionsError(
    'partition',
    'The classes of this mixed table do not share their partition key: name it as it is stored, with partitionKey.',
  );
}

function partitionKeyOf(codec: EntityCodec, values: ReadonlyMap<string, unknown>): string {
  const { partition } = codec.model;
  const stored = Object.create(null) as Record<string, unknown>;
  for (const { name } of partition.variables) {
    const value = values.get(name);
    stored[name] = value === undefined || value === null ? value : codec.property(name)!.toStored(value);
  }
  return partition.encode(stored);
}
