import { loopKeys } from '../mapping/loop-keys.js';
import type { MappingParts, WriteKeys } from '../mapping/mapping.js';
import { addKeyWriter } from './key-writer.js';
import { Source } from './source.js';

/** The names of the functions in the code that write a row's keys; `undefined` where converters take part. */
export interface KeyWriters {
  readonly partition: string;
  readonly row: string;
}

export function addKeyWriters(source: Source, { model, keys }: MappingParts): KeyWriters | undefined {
  if (keys.some((codec) => codec.model.convert !== undefined)) return undefined;
  return { partition: addKeyWriter(source, model.partition), row: addKeyWriter(source, model.row) };
}

/** Writes keys without lists and objects in between. */
export function generatedKeys(parts: MappingParts): WriteKeys {
  const source = new Source();
  const writers = addKeyWriters(source, parts);
  const byLoop = loopKeys(parts);
  if (!writers) return byLoop;
  return source
    .add(
      'return function keys(values) {',
      `if (typeof values !== 'object' || values === null) return ${source.use(byLoop)}(values);`,
      `const partitionKey = ${writers.partition}(values);`,
      `return { partitionKey, rowKey: ${writers.row}(values) };`,
      '};',
    )
    .compile<WriteKeys>();
}
