import { parseTicks, type Row, type StoredRow, sameCell } from '../edm/index.js';
import { OPERATIONS_COLUMN } from '../limits/index.js';
import type { RowOperation } from '../plan/index.js';
import type { Outcome } from './errors/index.js';

/** Whether others write the same row, perhaps the same values. Asked only when a reply is missing. */
export type Contention = () => boolean;

export const UNCONTENDED: Contention = () => false;

/** What is known when a reply is missing. */
export interface Circumstances {
  /** The server's time of our first attempt, or earlier. */
  readonly firstSentAt: bigint | undefined;
  /** Others write the same row, perhaps the same values. */
  readonly contended: boolean;
}

/**
 * Judges a write whose reply was lost, by what is stored now. Plain rows carry no marker, so: the version
 * that we wanted to replace is still there, or the row was last written before our first attempt: not
 * applied. What we wanted to write is there: applied. Anything else could be either.
 */
export function judge(
  operation: RowOperation,
  stored: StoredRow | undefined,
  { firstSentAt, contended }: Circumstances,
): Outcome {
  // Gone is gone, whoever did it.
  if (!stored) return operation.kind === 'delete' ? 'applied' : 'unknown';
  if ('ifMatch' in operation && operation.ifMatch === stored.etag) return 'notApplied';
  const writtenAt = parseTicks(stored.timestamp);
  if (firstSentAt !== undefined && writtenAt !== undefined && writtenAt < firstSentAt) return 'notApplied';
  if (operation.kind === 'delete' || contended) return 'unknown';
  return sameContent(operation.row, stored, isPartial(operation)) ? 'applied' : 'unknown';
}

/**
 * What a row's own record of its last operations tells of one that put itself on it. It speaks for the whole
 * transaction; `undefined`: so much came after it that nothing can be told.
 */
export function judgeRecorded(operation: RowOperation, stored: StoredRow | undefined): Outcome | undefined {
  // A deletion puts nothing on record: what its row has is what was read.
  if (operation.kind === 'delete' || !stored) return undefined;
  const [own, previous] = operationsOf(operation.row);
  if (own === undefined) return undefined;
  const there = operationsOf(stored);
  if (there.includes(own)) return 'applied';
  // The one before it is still on record, so whatever followed is, too.
  return previous !== undefined && there.includes(previous) ? 'notApplied' : undefined;
}

/** The ids of the last operations that a row has on record, the newest first. */
function operationsOf({ columns }: Row): readonly string[] {
  const ids = columns[OPERATIONS_COLUMN];
  return typeof ids === 'string' && ids !== '' ? ids.split(' ') : [];
}

/** A transaction is applied as a whole or not at all: one row that was not written speaks for all. */
export function judgeAll(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.includes('notApplied')) return 'notApplied';
  return outcomes.every((outcome) => outcome === 'applied') ? 'applied' : 'unknown';
}

/**
 * The ETag to hand out after a write that was found applied: only where all that is stored is what the writer
 * knows of. With any other, he could overwrite what somebody else has stored since, and he has never seen.
 */
export function vouchedEtag(operation: RowOperation, stored: StoredRow | undefined): string | undefined {
  if (!stored) return undefined;
  if (!isPartial(operation)) return sameContent(operation.row, stored, false) ? stored.etag : undefined;
  const result = operation.kind === 'merge' ? operation.result : undefined;
  if (!result) return undefined;
  const whole: Row = { ...operation.row, columns: result, types: stored.types };
  return sameContent(whole, stored, false) ? stored.etag : undefined;
}

function isPartial(operation: RowOperation): boolean {
  return operation.kind === 'merge' || operation.kind === 'upsertMerge';
}

function sameContent(sent: Row, stored: StoredRow, partial: boolean): boolean {
  for (const column in sent.columns) {
    const type = sent.types[column];
    if (type === undefined || stored.types[column] !== type) return false;
    if (!sameCell(type, sent.columns[column], stored.columns[column])) return false;
  }
  return partial || Object.keys(stored.columns).length === Object.keys(sent.columns).length;
}
