import { parseTicks, type Row, type StoredRow, sameCell } from '../edm/index.js';
import type { RowOperation } from '../plan/index.js';
import type { Outcome } from './errors/index.js';

/**
 * Judges a write whose reply was lost, by what is stored now. Plain rows carry no marker, so:
 * what we wanted to write is there: applied. The version that we wanted to replace is still there, or the
 * row was last written before our first attempt: not applied. Anything else could be either.
 */
export function judge(
  operation: RowOperation,
  stored: StoredRow | undefined,
  firstSentAt: bigint | undefined,
): Outcome {
  if (operation.kind === 'delete') {
    // Gone is gone, whoever did it.
    if (!stored) return 'applied';
  } else {
    if (!stored) return 'unknown';
    if (sameContent(operation.row, stored, isPartial(operation))) return 'applied';
  }
  if ('ifMatch' in operation && operation.ifMatch === stored.etag) return 'notApplied';
  const writtenAt = parseTicks(stored.timestamp);
  const older = firstSentAt !== undefined && writtenAt !== undefined && writtenAt < firstSentAt;
  return older ? 'notApplied' : 'unknown';
}

/** A transaction is applied as a whole or not at all: one row that was not written speaks for all. */
export function judgeAll(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.includes('notApplied')) return 'notApplied';
  return outcomes.every((outcome) => outcome === 'applied') ? 'applied' : 'unknown';
}

function isPartial(operation: RowOperation): boolean {
  return operation.kind === 'merge' || operation.kind === 'upsertMerge';
}

function sameContent(sent: Row, stored: StoredRow, partial: boolean): boolean {
  for (const column in sent.columns) {
    const type = sent.types[column]!;
    if (stored.types[column] !== type) return false;
    if (!sameCell(type, sent.columns[column], stored.columns[column])) return false;
  }
  return partial || Object.keys(stored.columns).length === Object.keys(sent.columns).length;
}
