import {
  type EdmType,
  emptyColumns,
  emptyTypes,
  type Row,
  type SharedTypes,
  sharedTypes,
} from '../edm/index.js';
import { ANNOTATED, cellBytes } from './wire-cell.js';
import { insertBody } from './wire-json.js';
import { quotedBytes } from './wire-quote.js';

export const EMPTY_ROW: Row = { partitionKey: '', rowKey: '', columns: emptyColumns(), types: emptyTypes() };

/** An insert's body without its keys: two empty strings are left out of it. */
const KEYS_FRAME = insertBody(EMPTY_ROW).length - 4;
const BRACES = 2;
/** `:` and, around the type, `,"` `@odata.type":"` `"`. */
const COLON = 1;
const COMMA = 1;
const ANNOTATION = ',@odata.type":""'.length;

/** Of each class's columns what they take besides their cells. */
const frames = new WeakMap<SharedTypes, readonly number[]>();

/** The UTF-8 length of the body of an insert, without writing it. */
export function insertBytes(row: Row): number {
  const columns = columnsSize(row);
  const keys = KEYS_FRAME + quotedBytes(row.partitionKey) + quotedBytes(row.rowKey);
  return columns === 0 ? keys : keys + COMMA + columns;
}

/** The UTF-8 length of the body of any other write, without writing it. */
export function columnsBytes(row: Row): number {
  const columns = columnsSize(row);
  return columns === 0 ? insertBytes(row) : BRACES + columns;
}

function columnsSize(row: Row): number {
  return sharedSize(row) ?? plainSize(row);
}

function plainSize({ columns, types }: Row): number {
  let bytes = 0;
  for (const name in columns) {
    const type = types[name]!;
    if (bytes > 0) bytes += COMMA;
    bytes += frameBytes(name, type) + cellBytes(type, columns[name]!);
  }
  return bytes;
}

/** Of a row whose columns are those of a class, in its order; `undefined` for any other. */
function sharedSize({ columns, types: own }: Row): number | undefined {
  const shared = sharedTypes(own);
  if (shared === undefined) return undefined;
  const { names, types } = shared;
  const known = framesOf(shared);
  let bytes = 0;
  let at = 0;
  for (const name in columns) {
    while (at < names.length && names[at] !== name) at++;
    if (at === names.length) return undefined;
    if (bytes > 0) bytes += COMMA;
    bytes += known[at]! + cellBytes(types[at]!, columns[name]!);
    at++;
  }
  return bytes;
}

function framesOf(shared: SharedTypes): readonly number[] {
  let known = frames.get(shared);
  if (known === undefined) {
    known = shared.names.map((name, at) => frameBytes(name, shared.types[at]!));
    frames.set(shared, known);
  }
  return known;
}

/** What a column takes besides its cell. */
function frameBytes(name: string, type: EdmType): number {
  const nameBytes = quotedBytes(name);
  // The name is there once more, and one of its quotes comes after the annotation's own text.
  return nameBytes + COLON + (ANNOTATED.has(type) ? ANNOTATION + nameBytes - 1 + type.length : 0);
}
