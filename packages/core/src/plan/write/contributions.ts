import { emptyColumns, type Row, type StoredRow } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';
import type { Change } from './change.js';
import type { Contribution, Contributions } from './derivation.js';
import { sameRow } from './own-rows.js';
import { unlessUnfit } from './unfit.js';
import type { View } from './view.js';

/** What a set of changes takes out of shared rows and puts into them; what stays the same is left alone. */
export interface Transfer {
  readonly taken: readonly Contribution[];
  readonly given: readonly Contribution[];
}

export function transferOf(derivation: Contributions, changes: readonly Change[]): Transfer {
  const taken: Contribution[] = [];
  const given: Contribution[] = [];
  // The columns of other entities go all at once: who took something out would bring one back.
  if (derivation.host && derivation.state === 'dropping') return { taken, given };
  for (const { before, after } of changes) {
    const old = before ? unlessUnfit(() => derivation.contribute(before)) : [];
    const wanted = after && derivation.state !== 'dropping' ? derivation.contribute(after) : [];
    const kept = new Set(wanted.map(identity));
    const had = new Set(old.map(identity));
    taken.push(...old.filter((contribution) => !kept.has(identity(contribution))));
    given.push(...wanted.filter((contribution) => !had.has(identity(contribution))));
  }
  return { taken, given };
}

/**
 * One operation for each shared row, guarded by the version that was read. A shared row may be that of an entity
 * which the same transaction writes: then it is changed as the transaction leaves it, under that entity's own guard.
 */
export function sharedOperations(
  derivation: Contributions,
  transfer: Transfer,
  { rows, written }: View,
): readonly RowOperation[] {
  return [...byRow(transfer)].flatMap(([rowKey, { taken, given }]) => {
    const stored = rows.get(rowKey);
    const row = changedRow(derivation, stored, taken, given);
    return stored && row && written.has(rowKey) ? addedTo(stored, row) : sharedOperation(stored, row);
  });
}

/** A shared row after some contributions were taken out and others put in. */
export function changedRow(
  derivation: Contributions,
  shared: Row | undefined,
  taken: readonly Contribution[],
  given: readonly Contribution[],
): Row | undefined {
  if (derivation.change) return derivation.change(shared, taken, given);
  let row = shared;
  for (const contribution of taken) row = derivation.take(row, contribution);
  for (const contribution of given) row = derivation.put(row, contribution);
  return row;
}

interface RowTransfer {
  readonly taken: Contribution[];
  readonly given: Contribution[];
}

/** What is taken out of each row, and put into it. */
export function byRow({ taken, given }: Transfer): ReadonlyMap<string, RowTransfer> {
  const rows = new Map<string, RowTransfer>();
  const at = (rowKey: string) => {
    const known = rows.get(rowKey) ?? { taken: [], given: [] };
    rows.set(rowKey, known);
    return known;
  };
  for (const contribution of taken) at(contribution.rowKey).taken.push(contribution);
  for (const contribution of given) at(contribution.rowKey).given.push(contribution);
  return rows;
}

function sharedOperation(stored: StoredRow | undefined, row: Row | undefined): readonly RowOperation[] {
  if (!stored) return row ? [{ kind: 'insert', row }] : [];
  if (!row) return [{ kind: 'delete', row: { ...stored, columns: emptyColumns() }, ifMatch: stored.etag }];
  if (!sameRow(stored, row)) return [{ kind: 'replace', row, ifMatch: stored.etag }];
  // What one entity puts in, another takes out. The row gets a new version all the same: whoever compares it with its
  // entities has to see that they changed.
  return [{ kind: 'merge', row: { ...stored, columns: emptyColumns() }, ifMatch: stored.etag }];
}

/** What a shared row that is written anyway gets besides. Merged where possible: not all its columns may be known. */
function addedTo(stored: StoredRow, row: Row): readonly RowOperation[] {
  const { etag: ifMatch } = stored;
  if (Object.keys(stored.columns).some((name) => row.columns[name] === undefined)) {
    return [{ kind: 'replace', row, ifMatch }];
  }
  const columns = emptyColumns();
  for (const name of Object.keys(row.columns)) {
    const same = row.types[name] === stored.types[name] && row.columns[name] === stored.columns[name];
    if (!same) columns[name] = row.columns[name]!;
  }
  return [{ kind: 'merge', row: { ...row, columns }, ifMatch }];
}

function identity({ partitionKey, rowKey, value }: Contribution): string {
  return JSON.stringify([partitionKey, rowKey, value]);
}
