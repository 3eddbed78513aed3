import type { WritePlan } from '../../plan/index.js';

/** The new ETags of the rows of a plan. Operations mostly stand in the order of the rows that were asked for. */
export function etagsByRow(
  { operations }: Pick<WritePlan, 'operations'>,
  etags: readonly (string | undefined)[],
): (rowKey: string, place?: number) => string | undefined {
  let byKey: Map<string, string | undefined> | undefined;
  return (rowKey, place = -1) => {
    if (operations[place]?.row.rowKey === rowKey) return etags[place];
    byKey ??= new Map(operations.map(({ row }, index) => [row.rowKey, etags[index]]));
    return byKey.get(rowKey);
  };
}
