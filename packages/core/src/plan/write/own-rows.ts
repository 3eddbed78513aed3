import { emptyColumns, type Row, sameCell } from '../../edm/index.js';
import { hasCode } from '../../errors/index.js';
import type { RowOperation } from '../operation.js';
import type { Change } from './change.js';
import type { OwnRow, OwnRows } from './derivation.js';

/** The difference between what was derived from an entity and what will be. */
export interface OwnRowsDiff {
  /** Go first: another entity of the same transaction may take over the key. */
  readonly removals: readonly RowOperation[];
  readonly puts: readonly RowOperation[];
}

/**
 * What writing an entity means for its own rows. A row that stays under its key is written with
 * InsertOrReplace: it may be missing where the entity is older than the derivation.
 */
export function diffOwnRows(derivation: OwnRows, { before, after }: Change): OwnRowsDiff {
  const old = byKey(before && derivedFrom(derivation, before));
  const wanted = byKey(after && derivation.state !== 'dropping' ? derivation.derive(after) : undefined);
  const removals: RowOperation[] = [];
  const puts: RowOperation[] = [];
  for (const [key, { row }] of old) if (!wanted.has(key)) removals.push(removal(row));
  for (const [key, { row, unique }] of wanted) {
    const stored = old.get(key);
    if (!stored) puts.push({ kind: unique ? 'insert' : 'upsertReplace', row });
    else if (!sameRow(stored.row, row)) puts.push({ kind: 'upsertReplace', row });
  }
  return { removals, puts };
}

/**
 * What was derived from a stored row: nothing where its values fit no key, because a write under this derivation
 * would have been refused. So a row that is older than the derivation can still be corrected, or deleted.
 */
function derivedFrom(derivation: OwnRows, before: Row): readonly OwnRow[] {
  try {
    return derivation.derive(before);
  } catch (error) {
    if (UNFIT.some((code) => hasCode(error, code))) return [];
    throw error;
  }
}

/** How a derivation refuses the values of a row. */
const UNFIT: readonly string[] = ['KEY_VALUE_INVALID', 'KEY_TOO_LONG', 'STORED_VALUE_INVALID'];

export function removal(row: Row): RowOperation {
  return { kind: 'delete', row: { ...row, columns: emptyColumns() }, ifMatch: '*' };
}

/** Whether two rows hold the same columns with the same values. */
export function sameRow(a: Row, b: Row): boolean {
  const names = Object.keys(a.columns);
  return (
    names.length === Object.keys(b.columns).length &&
    names.every((name) => {
      const type = a.types[name];
      return type === b.types[name] && sameCell(type!, a.columns[name], b.columns[name]);
    })
  );
}

function byKey(rows: readonly OwnRow[] = []): Map<string, OwnRow> {
  return new Map(rows.map((own) => [own.row.rowKey, own]));
}
