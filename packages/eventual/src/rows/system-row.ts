import { createHash } from 'node:crypto';
import {
  type CellValue,
  type EdmType,
  emptyColumns,
  emptyTypes,
  OUTBOX_VERSION_COLUMN,
  type Row,
  StoredValueError,
} from '@tablewright/core';

/** The version of a primary row, and of what was made from it. */
export const VERSION_COLUMN: string = OUTBOX_VERSION_COLUMN;

/** Columns with their types, as the library's own rows have them. */
export type Cells = Readonly<Record<string, readonly [EdmType, CellValue]>>;

export function rowOf(partitionKey: string, rowKey: string, cells: Cells): Row {
  const columns = emptyColumns();
  const types = emptyTypes();
  for (const name in cells) [types[name], columns[name]] = cells[name]!;
  return { partitionKey, rowKey, columns, types };
}

/** Names anything by its parts in 22 characters that a key may hold. */
export function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** Far above all times, and far below what a column holds. */
const LARGEST_VERSION = 2n ** 61n;
/** Entities are lifted above what their guards and intents say: there is room for it. */
const LARGEST_LIFTED = LARGEST_VERSION + 2n ** 32n;

/**
 * The version that a row carries; 0 where it carries none, because nothing was deferred when it was written, or one that
 * nobody here has given it. Then it is lifted above what its guards say.
 */
export function versionOf({ columns }: Pick<Row, 'columns'>): bigint {
  return wholeIn(columns[VERSION_COLUMN], LARGEST_LIFTED) ?? 0n;
}

function wholeIn(cell: unknown, below: bigint): bigint | undefined {
  if (!/^\d{1,19}$/.test(String(cell))) return undefined;
  const whole = BigInt(String(cell));
  return whole < below ? whole : undefined;
}

/** The largest of some versions; 0 of none. */
export function largest(versions: Iterable<bigint>): bigint {
  let most = 0n;
  for (const version of versions) if (version > most) most = version;
  return most;
}

/** A text column of one of the library's own rows. */
export function textOf({ columns }: Row, column: string): string {
  const cell = columns[column];
  if (typeof cell === 'string') return cell;
  throw damaged(column, 'a text');
}

export function wholeOf({ columns }: Row, column: string): bigint {
  const whole = wholeIn(columns[column], LARGEST_VERSION);
  if (whole !== undefined) return whole;
  throw damaged(column, 'a whole number');
}

/** A list in JSON, of which each element passes; `column`: where the text is from. */
export function listIn<T>(
  text: string,
  column: string,
  isElement: (value: unknown) => value is T,
): readonly T[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every(isElement)) return list;
  } catch {
    // The same answer as for any other damage.
  }
  throw damaged(column, 'a list');
}

export function damaged(column: string, expected: string): StoredValueError {
  return new StoredValueError({ entity: 'outbox', property: column, column, expected });
}
