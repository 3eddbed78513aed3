import { OptionsError } from '../../errors/index.js';
import type { RepositoryContext } from '../context.js';

/** The PartitionKey of the properties that make it up. */
export function partitionKeyOf({ model, codec }: RepositoryContext, partition: unknown): string {
  if (typeof partition !== 'object' || partition === null) {
    throw new OptionsError(
      'partition',
      `${model.name}: partition is an object with the properties of '${model.partition.source}'.`,
    );
  }
  const values = Object.create(null) as Record<string, unknown>;
  for (const { name } of model.partition.variables) {
    const value = (partition as Readonly<Record<string, unknown>>)[name];
    const property = codec.property(name);
    values[name] = value === undefined || value === null || !property ? value : property.toStored(value);
  }
  return model.partition.encode(values);
}
