import { emptyColumns, type Row, sameCell } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';
import type { Change } from './change.js';
import type { FoundRows, OwnRow, OwnRows } from './derivation.js';
import { ownRowsOf } from './own-rows-of.js';
import { unlessUnfit } from './unfit.js';

/** The difference between what was derived from an entity and what will be. */
export interface OwnRowsDiff {
  /** Go first: another entity of the same transaction may take over the key. */
  readonly removals: readonly RowOperation[];
  readonly puts: readonly RowOperation[];
}

/**
 * What writing an entity means for its own rows. A row that stays under its key is written with
 * InsertOrReplace: it may be missing where the entity is older than the derivation.
 *
 * While a derivation is built, two entities older than it may have the same unique value, and only one of them
 * the row. So whose it is has to be looked up; the row of another is left to him. The same goes for an entity of
 * an older version, whose rows may have been derived before or after its upgrade.
 */
export function diffOwnRows(derivation: OwnRows, change: Change, found: FoundRows): OwnRowsDiff {
  const { old, wanted } = derivedRows(derivation, change);
  const removals: RowOperation[] = [];
  const puts: RowOperation[] = [];
  for (const [key, own] of old) {
    if (wanted.has(key)) continue;
    if (!isUncertain(derivation, change, own)) removals.push(removal(own.row));
    else if (isHolder(derivation, change, found.get(key))) {
      removals.push({ ...removal(own.row), ifMatch: found.get(key)!.etag });
    }
  }
  for (const [key, { row, unique }] of wanted) {
    const before = old.get(key);
    if (!before) puts.push({ kind: unique ? 'insert' : 'upsertReplace', row });
    else if (isThere(change, before.row, row)) continue;
    else if (!isUncertain(derivation, change, before)) puts.push({ kind: 'upsertReplace', row });
    else if (!found.has(key)) puts.push({ kind: 'insert', row });
    else if (isHolder(derivation, change, found.get(key))) {
      puts.push({ kind: 'replace', row, ifMatch: found.get(key)!.etag });
    }
  }
  return { removals, puts };
}

/** The rows of which it is not certain whose they are, and that the change would touch. */
export function uncertainRows(derivation: OwnRows, change: Change): readonly Row[] {
  if (derivation.state !== 'building' && !change.asStored) return [];
  const { old, wanted } = derivedRows(derivation, change);
  return [...old.values()]
    .filter((own) => isUncertain(derivation, change, own))
    .map(({ row }) => row)
    .filter((row) => {
      const after = wanted.get(row.rowKey);
      return !after || !isThere(change, row, after.row);
    });
}

function derivedRows(derivation: OwnRows, { before, asStored, after }: Change) {
  const stored = [asStored, before].flatMap((row) =>
    row ? unlessUnfit(() => ownRowsOf(derivation, row)) : [],
  );
  return {
    old: byKey(stored),
    wanted: byKey(after && derivation.state !== 'dropping' ? ownRowsOf(derivation, after) : undefined),
  };
}

/** Whether a row is stored as it should be. Of an older version's rows nobody knows. */
function isThere({ asStored }: Change, before: Row, after: Row): boolean {
  return asStored === undefined && sameRow(before, after);
}

function isUncertain({ state }: OwnRows, { asStored }: Change, { unique }: OwnRow): boolean {
  return unique === true && (state === 'building' || asStored !== undefined);
}

function isHolder(derivation: OwnRows, { primary }: Change, stored: Row | undefined): boolean {
  return stored !== undefined && derivation.sourceOf(stored) === primary.row.rowKey;
}

function removal(row: Row): Extract<RowOperation, { kind: 'delete' }> {
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
