import type { PropertyCodec } from '../property-codec.js';
import type { MappingParts, WriteKeys } from './mapping.js';

type Values = Readonly<Record<string, unknown>>;

/** Writes keys by the class's templates: for runtimes without generated code, and for what that leaves out. */
export function loopKeys({ model, keys }: MappingParts): WriteKeys {
  const converts = keys.some((codec) => codec.model.convert !== undefined);
  return (values) => {
    const read = converts ? converted(keys, values as Values) : values;
    return { partitionKey: model.partition.encode(read), rowKey: model.row.encode(read) };
  };
}

function converted(keys: readonly PropertyCodec[], values: Values): Values {
  const stored = Object.create(null) as Record<string, unknown>;
  for (const codec of keys) {
    const { property } = codec.model;
    const value = values[property];
    stored[property] = value === undefined || value === null ? value : codec.toStored(value);
  }
  return stored;
}
