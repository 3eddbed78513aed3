import {
  type CellValue,
  emptyColumns,
  emptyTypes,
  OPERATIONS_COLUMN,
  type Recorded,
  type Row,
} from '@tablewright/core';
import { largest, VERSION_COLUMN, versionOf } from './system-row.js';

/** How many operations a row keeps on record, so that a lost reply can be told from a lost request. */
const ON_RECORD = 4;

/** The version of a primary row after an operation: larger than before, and than those of rows that were deleted. */
export function nextVersion(before: Row | undefined, now: number): bigint {
  const next = before ? versionOf(before) + 1n : 1n;
  return largest([next, BigInt(Math.trunc(now))]);
}

/** What a primary row carries of an operation. */
export function marksOf(before: Row | undefined, version: bigint, operation: string): Recorded['marks'] {
  const earlier = before?.columns[OPERATIONS_COLUMN];
  const known = typeof earlier === 'string' ? earlier.split(' ') : [];
  return marks({
    [VERSION_COLUMN]: String(version),
    [OPERATIONS_COLUMN]: [operation, ...known].slice(0, ON_RECORD).join(' '),
  });
}

/** What a row that is written as a whole keeps, where the operation asks for nothing elsewhere. */
export function keptMarks(before: Row | undefined): Recorded['marks'] {
  const kept: Record<string, CellValue> = {};
  for (const column of [VERSION_COLUMN, OPERATIONS_COLUMN]) {
    const cell = before?.columns[column];
    if (cell !== undefined) kept[column] = column === VERSION_COLUMN ? String(cell) : cell;
  }
  return marks(kept);
}

function marks(cells: Readonly<Record<string, CellValue>>): Recorded['marks'] {
  const columns = Object.assign(emptyColumns(), cells);
  const types = emptyTypes();
  for (const column in columns) types[column] = column === VERSION_COLUMN ? 'Edm.Int64' : 'Edm.String';
  return { columns, types };
}
