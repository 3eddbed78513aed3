import { type Columns, emptyColumns, type Row, sameCell } from '../../edm/index.js';

/** How a row differs from what is stored. */
export interface BagChanges {
  readonly columns: Columns;
  readonly removed: readonly string[];
}

/** Without knowledge of the stored row every column is a change, and none is known to be gone. */
export function bagChanges(stored: Row | undefined, wanted: Row): BagChanges {
  if (!stored) return { columns: wanted.columns, removed: [] };
  const columns = emptyColumns();
  for (const name in wanted.columns) {
    if (!isSame(stored, wanted, name)) columns[name] = wanted.columns[name]!;
  }
  const removed = Object.keys(stored.columns).filter((name) => wanted.columns[name] === undefined);
  return { columns, removed };
}

export function isUnchanged({ columns, removed }: BagChanges): boolean {
  return removed.length === 0 && Object.keys(columns).length === 0;
}

/** Of equal type, too: 5 and 5.0 are not the same to whoever reads the row. */
function isSame(stored: Row, wanted: Row, name: string): boolean {
  const type = wanted.types[name]!;
  const [before, after] = [stored.columns[name], wanted.columns[name]];
  if (stored.types[name] !== type) return false;
  // Among doubles -0 and 0 differ; times and Guids may be spelled in more than one way.
  return Object.is(before, after) || (type !== 'Edm.Double' && sameCell(type, before, after));
}
