import type { Row } from '../edm/index.js';
import { knownBodies } from './known-bodies.js';
import { ANNOTATED, cellJson } from './wire-cell.js';
import { quote } from './wire-quote.js';

/** The body of an insert: keys and columns. */
export function insertBody(row: Row): string {
  const keys = `{"PartitionKey":${quote(row.partitionKey)},"RowKey":${quote(row.rowKey)}`;
  return `${writeColumns(row, keys)}}`;
}

/**
 * The body of every other write: the keys are in the address. A row without columns repeats them, because
 * Azurite fails on an empty object inside a transaction.
 */
export function columnsBody(row: Row): string {
  const columns = writeColumns(row, '{');
  return columns === '{' ? insertBody(row) : `${columns}}`;
}

/** Appends the columns to what stands before them. */
function writeColumns(row: Row, before: string): string {
  return knownBodies(row.types)?.(row.columns, before) ?? plainColumns(row, before);
}

/** For rows with types of their own, unknown columns or another order, and where no code may be generated. */
export function plainColumns({ columns, types }: Row, before: string): string {
  let text = before;
  let separator = before === '{' ? '' : ',';
  for (const name in columns) {
    const type = types[name]!;
    const quoted = quote(name);
    text += `${separator}${quoted}:${cellJson(type, columns[name]!)}`;
    if (ANNOTATED.has(type)) text += `,${quoted.slice(0, -1)}@odata.type":"${type}"`;
    separator = ',';
  }
  return text;
}
