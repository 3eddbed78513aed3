import { emptyColumns, type Row, type StoredRow } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';
import type { Change } from './change.js';
import type { Contribution, Contributions, FoundRows } from './derivation.js';
import { sameRow } from './own-rows.js';
import { unlessUnfit } from './unfit.js';

/** What a set of changes takes out of shared rows and puts into them; what stays the same is left alone. */
export interface Transfer {
  readonly taken: readonly Contribution[];
  readonly given: readonly Contribution[];
}

export function transferOf(derivation: Contributions, changes: readonly Change[]): Transfer {
  const taken: Contribution[] = [];
  const given: Contribution[] = [];
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

/** One operation for each shared row, guarded by the version that was read. */
export function sharedOperations(
  derivation: Contributions,
  { taken, given }: Transfer,
  found: FoundRows,
): readonly RowOperation[] {
  const rows = new Map<string, Row | undefined>();
  const current = (rowKey: string) => (rows.has(rowKey) ? rows.get(rowKey) : found.get(rowKey));
  for (const contribution of taken) {
    rows.set(contribution.rowKey, derivation.take(current(contribution.rowKey), contribution));
  }
  for (const contribution of given) {
    rows.set(contribution.rowKey, derivation.put(current(contribution.rowKey), contribution));
  }
  return [...rows].flatMap(([rowKey, row]) => sharedOperation(found.get(rowKey), row));
}

function sharedOperation(stored: StoredRow | undefined, row: Row | undefined): readonly RowOperation[] {
  if (!stored) return row ? [{ kind: 'insert', row }] : [];
  if (!row) return [{ kind: 'delete', row: { ...stored, columns: emptyColumns() }, ifMatch: stored.etag }];
  return sameRow(stored, row) ? [] : [{ kind: 'replace', row, ifMatch: stored.etag }];
}

function identity({ partitionKey, rowKey, value }: Contribution): string {
  return JSON.stringify([partitionKey, rowKey, value]);
}
