import { isDeepStrictEqual } from 'node:util';
import type { ValueClass } from '../../model/index.js';
import type { ColumnCodec } from './column-codec.js';
import { jsonText } from './json-text.js';
import { loadNestedTransformer } from './nested.js';

/**
 * JSON text. Only what JSON gives back unchanged is accepted: no NaN, Map, bigint or hole turns into
 * something else.
 */
export const json: ColumnCodec = {
  expects: 'a JSON value (plain objects, arrays, text, finite numbers, booleans, null) without cycles',
  toCell: (value) => jsonText(value),
  fromCell: parse,
  same: sameJson,
};

/** JSON text of value objects: class-transformer makes them instances again. */
export function nestedJson(type: () => ValueClass): ColumnCodec {
  const transformer = loadNestedTransformer(type);
  return {
    expects: 'a value object, or an array of them, whose parts JSON and their declared types bring back',
    toCell: (value) => jsonText(transformer.toPlain(value), { dates: true }),
    fromCell: (cell) => transformer.toInstance(parse(cell)),
    same: sameJson,
  };
}

function parse(cell: unknown): unknown {
  return attempt(() => (typeof cell === 'string' ? JSON.parse(cell) : undefined));
}

/** Another client may space or order the same JSON differently. */
function sameJson(stored: unknown, written: unknown): boolean {
  return attempt(() => isDeepStrictEqual(parse(stored), parse(written))) ?? false;
}

/** What such errors say quotes the text, so nothing of them is passed on. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
