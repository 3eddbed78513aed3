import { emptyColumns } from '../../edm/index.js';
import type { Encode, MappingParts, WriteKeys } from './mapping.js';

/** Encodes property by property: for runtimes without generated code. */
export function loopEncode({ model, columns: codecs, fixed }: MappingParts, writeKeys: WriteKeys): Encode {
  return (entity) => {
    const { partitionKey, rowKey } = writeKeys(entity);
    const columns = emptyColumns();
    for (const codec of codecs) {
      const cell = codec.encode((entity as Readonly<Record<string, unknown>>)[codec.model.property]);
      if (cell !== undefined) columns[codec.model.column] = cell;
    }
    for (const [column, cell] of fixed) columns[column] = cell;
    return { partitionKey, rowKey, columns, types: model.types };
  };
}
