import { SYSTEM_COLUMN_PREFIX } from '@tablewright/core';
import { BEHIND, SEPARATOR } from '../shared/behind-key.js';

const DIGITS = 4;

/** The RowKey of a further row of a series, from 1 on. */
export function furtherRowKey(owner: string, series: string, row: number): string {
  return `${owner}${SEPARATOR}${nameOf(series, row)}`;
}

/** The entity to which a further row belongs; `undefined` for all other rows. */
export function ownerOf(rowKey: string): string | undefined {
  const at = rowKey.lastIndexOf(SEPARATOR);
  return at < 0 ? undefined : rowKey.slice(0, at);
}

/** The column by which an entity's own row says that a further row is there. */
export function markOf(series: string, row: number): string {
  return `${SYSTEM_COLUMN_PREFIX}${nameOf(series, row)}`;
}

/** The RowKey in front of which an entity's rows end. */
export function endOfRows(owner: string): string {
  return owner + BEHIND;
}

function nameOf(series: string, row: number): string {
  return `${series}_${String(row).padStart(DIGITS, '0')}`;
}
