import { emptyColumns, emptyTypes, type Row } from '../edm/index.js';
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

function columnsSize({ columns, types }: Row): number {
  let bytes = 0;
  for (const name in columns) {
    const type = types[name]!;
    const nameBytes = quotedBytes(name);
    if (bytes > 0) bytes += COMMA;
    bytes += nameBytes + COLON + cellBytes(type, columns[name]!);
    // The name is there once more, and one of its quotes comes after the annotation's own text.
    if (ANNOTATED.has(type)) bytes += ANNOTATION + nameBytes - 1 + type.length;
  }
  return bytes;
}
