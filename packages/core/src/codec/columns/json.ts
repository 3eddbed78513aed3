import { isDeepStrictEqual } from 'node:util';
import type { ValueClass } from '../../model/index.js';
import type { ColumnCodec } from './column-codec.js';
import { isJsonValue } from './json-value.js';
import { loadNestedTransformer } from './nested.js';

/** JSON text. Only what JSON gives back unchanged is accepted: no NaN, Map, bigint or hole turns into something else. */
export const json: ColumnCodec = {
  expects: 'a JSON value (plain objects, arrays, text, finite numbers, booleans, null) without cycles',
  toCell: (value) => (isJsonValue(value) ? JSON.stringify(value) : undefined),
  fromCell: parse,
  same: sameJson,
};

/** JSON text of value objects: class-transformer makes them instances again. */
export function nestedJson(type: () => ValueClass): ColumnCodec {
  const transformer = loadNestedTransformer(type);
  return {
    expects: 'a value object, or an array of them, that JSON can hold',
    toCell: (value) => {
      if (typeof value !== 'object') return undefined;
      const plain = transformer.toPlain(value);
      return isJsonValue(plain, { nested: true }) ? JSON.stringify(plain) : undefined;
    },
    fromCell: (cell) => {
      const plain = parse(cell);
      return typeof plain === 'object' && plain !== null ? transformer.toInstance(plain) : undefined;
    },
    same: sameJson,
  };
}

function parse(cell: unknown): unknown {
  if (typeof cell !== 'string') return undefined;
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}

/** Another client may space or order the same JSON differently. */
function sameJson(stored: unknown, written: unknown): boolean {
  return isDeepStrictEqual(parse(stored), parse(written));
}
