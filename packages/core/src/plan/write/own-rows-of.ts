import type { Row } from '../../edm/index.js';
import type { OwnRow, OwnRows } from './derivation.js';
import { DerivationError } from './errors.js';

/** What a derivation makes of a row, held to its contract: its rows lie where it said, and nowhere else. */
export function ownRowsOf(derivation: OwnRows, primary: Row): readonly OwnRow[] {
  const rows: unknown = derivation.derive(primary);
  const { name, rowPrefix } = derivation;
  if (!Array.isArray(rows)) throw new DerivationError(name, 'derive() returns an array of rows');
  for (const own of rows as readonly (OwnRow | null | undefined)[]) {
    const row = own?.row;
    if (typeof row?.rowKey !== 'string' || typeof row.columns !== 'object' || typeof row.types !== 'object') {
      throw new DerivationError(name, 'each derived row has a RowKey, columns and their types');
    }
    if (row.partitionKey !== primary.partitionKey || !row.rowKey.startsWith(rowPrefix)) {
      throw new DerivationError(
        name,
        "derived rows lie in the entity's partition, under the declared rowPrefix",
      );
    }
    if (!own!.unique && !row.rowKey.includes(primary.rowKey) && derivation.sourceOf(row) !== primary.rowKey) {
      throw new DerivationError(name, 'a row that is not unique tells whose it is');
    }
  }
  return rows as readonly OwnRow[];
}
