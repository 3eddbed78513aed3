import { type StoredRow, SYSTEM_COLUMN_PREFIX } from '@tablewright/core';

/**
 * What the last increments of a row were called, the oldest first. Two rivals that count from 4 to 5 leave equal values
 * behind; only this tells whose write it was.
 */
export const OPERATIONS_COLUMN: string = `${SYSTEM_COLUMN_PREFIX}ops`;

const KEPT = 8;
/** Of an id that the store made: enough to be told from all others. */
const NAME_LENGTH = 16;
/** Of an ETag: the time that is in it, down to its last digit. */
const VERSION_LENGTH = 24;
const ENTRY = /^([0-9A-Za-z]{1,16})(?:\.([0-9A-Za-z]{1,24}))?$/;

interface Operation {
  readonly id: string;
  /** Which version it replaced; left out where another increment came before it, and where it made the row. */
  readonly replaced?: string | undefined;
}

/** The name of an increment: letters and digits, whatever the store makes its ids of. */
export function operationName(newId: () => string): string {
  return plain(newId(), NAME_LENGTH);
}

/** The column with one more operation. */
export function withOperation(before: StoredRow | undefined, id: string): string {
  const entries = entriesOf(before);
  const entry = before && entries.length === 0 ? `${id}.${versionOf(before)}` : id;
  return [...entries, entry].slice(-KEPT).join(' ');
}

/** What became of an increment, by the row that it was to change and the row as it is now. */
export type Fate =
  | 'applied'
  /** It can never be applied any more. */
  | 'superseded'
  /** It is not applied yet; one of its attempts may still be under way. */
  | 'notYet'
  | 'unknown';

/**
 * Increments come in the order in which they were applied, and the oldest are forgotten. So where one that came
 * before is still there, this one would be, too. Where there was none before, the first of them tells
 * which version it replaced: only one can have done so. A row that went, or was made anew, tells nothing.
 */
export function fateOf(id: string, before: StoredRow | undefined, now: StoredRow | undefined): Fate {
  if (isApplied(id, now)) return 'applied';
  const operations = operationsOf(now);
  if (!before || !now) return 'unknown';
  if (before.etag === now.etag) return 'notYet';
  const last = operationsOf(before).at(-1);
  if (last && operations.some((operation) => operation.id === last.id)) return 'superseded';
  const version = versionOf(before);
  return operations.some(({ replaced }) => replaced === version) ? 'superseded' : 'unknown';
}

/** Whether a row has an increment on record. */
export function isApplied(id: string, row: StoredRow | undefined): boolean {
  return operationsOf(row).some((operation) => operation.id === id);
}

function operationsOf(row: StoredRow | undefined): readonly Operation[] {
  return entriesOf(row).map((entry) => {
    const [, id, replaced] = ENTRY.exec(entry)!;
    return { id: id!, replaced };
  });
}

/** What something else wrote there says nothing, and goes with the next increment. */
function entriesOf(row: StoredRow | undefined): readonly string[] {
  const cell = row?.columns[OPERATIONS_COLUMN];
  return typeof cell === 'string' ? cell.split(' ').filter((entry) => ENTRY.test(entry)) : [];
}

function versionOf({ etag }: StoredRow): string {
  return plain(etag, VERSION_LENGTH);
}

function plain(text: string, length: number): string {
  return text.replace(/[^0-9A-Za-z]/g, '').slice(-length);
}
