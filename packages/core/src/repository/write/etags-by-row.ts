import type { WritePlan } from '../../plan/index.js';

/** The new ETag of a row, by its key and the place where it probably stands among the operations. */
export type EtagOfRow = (rowKey: string, place?: number) => string | undefined;

/**
 * The new ETags of the rows of a plan, and of those that were stored before it. Operations mostly stand in the order
 * of the rows that were asked for.
 */
export function etagsByRow(
  { operations }: Pick<WritePlan, 'operations'>,
  etags: readonly (string | undefined)[],
  before: Iterable<readonly [string, string | undefined]> = [],
): EtagOfRow {
  let byKey: Map<string, string | undefined> | undefined;
  return (rowKey, place = -1) => {
    if (operations[place]?.row.rowKey === rowKey) return etags[place];
    byKey ??= new Map([
      ...before,
      ...operations.map(({ row }, index) => [row.rowKey, etags[index]] as const),
    ]);
    return byKey.get(rowKey);
  };
}
