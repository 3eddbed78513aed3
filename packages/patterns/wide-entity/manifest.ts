import { type CellValue, SYSTEM_COLUMN_PREFIX } from '@tablewright/core';

/**
 * The column by which the rows of an entity know each other. The primary row says which set of further rows is
 * its own, at which revision and how many; each further row says at which revision it was laid out.
 */
export const WIDE_COLUMN: string = `${SYSTEM_COLUMN_PREFIX}wide`;

/** What a primary row says of its further rows. */
export interface Manifest {
  readonly set: string;
  readonly revision: string;
  readonly count: number;
}

const WRITTEN = /^([0-9a-f]+) ([0-9a-f]+) ([1-9]\d*)$/;

export function writeManifest({ set, revision, count }: Manifest): string {
  return `${set} ${revision} ${count}`;
}

/** `undefined` where there are no further rows; `broken` where something else wrote the column. */
export function readManifest(cell: CellValue | unknown): Manifest | undefined | 'broken' {
  if (cell === undefined || cell === null) return undefined;
  const found = typeof cell === 'string' ? WRITTEN.exec(cell) : null;
  return found ? { set: found[1]!, revision: found[2]!, count: Number(found[3]) } : 'broken';
}
