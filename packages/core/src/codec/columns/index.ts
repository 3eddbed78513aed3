import type { PropertyModel } from '../../model/index.js';
import { binary } from './binary.js';
import type { ColumnCodec } from './column-codec.js';
import { enumColumn } from './enum.js';
import { json, nestedJson } from './json.js';
import { boolean, double, guid, int32, int64, text } from './scalars.js';
import { dateTime, ticks } from './times.js';

export type { ColumnCodec } from './column-codec.js';

const PLAIN_KINDS = { text, boolean, int32, int64, double, guid, dateTime, ticks, binary } as const;

/** The codec of a property's column. */
export function columnCodec(property: PropertyModel): ColumnCodec {
  if (property.kind === 'enum') return enumColumn(property.members!);
  if (property.kind === 'json') return property.nested ? nestedJson(property.nested) : json;
  return PLAIN_KINDS[property.kind];
}
