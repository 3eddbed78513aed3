import { BEHIND, SEPARATOR } from '../shared/behind-key.js';

const DIGITS = 4;
const NAMED = /^([0-9a-f]+)_(\d{4,})$/;

/** A further row, by the name of the set that it belongs to and its number, from 1 on. */
export interface FurtherRow {
  readonly owner: string;
  readonly set: string;
  readonly number: number;
}

export function furtherRowKey(owner: string, set: string, number: number): string {
  return `${owner}${SEPARATOR}${set}_${String(number).padStart(DIGITS, '0')}`;
}

/** What a RowKey says of a further row; `undefined` for all others. */
export function readFurtherRowKey(rowKey: string): FurtherRow | undefined {
  const at = rowKey.lastIndexOf(SEPARATOR);
  const named = at < 0 ? null : NAMED.exec(rowKey.slice(at + SEPARATOR.length));
  return named ? { owner: rowKey.slice(0, at), set: named[1]!, number: Number(named[2]) } : undefined;
}

/** The RowKey in front of which an entity's rows end. */
export function endOfRows(owner: string): string {
  return owner + BEHIND;
}
