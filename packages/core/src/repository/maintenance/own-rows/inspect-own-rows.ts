import type { StoredRow } from '../../../edm/index.js';
import { hold } from '../mend/operations.js';
import { type Mend, sendMends } from '../mend/send-mends.js';
import { rowDigest } from '../rows/row-digest.js';
import { sideBySide } from '../side-by-side.js';
import type { Task } from '../task.js';
import { type ExpectedRow, expectedRows } from './expected-rows.js';
import type { RowIndex } from './row-index.js';
import { settleEntity } from './settle-entity.js';

interface Lacking extends Mend {
  readonly primary: StoredRow;
  readonly count: number;
}

/**
 * Compares a page of entities with the rows that were listed. What agrees costs nothing more. Rows that are
 * simply not there are put in many at a time; anything else is looked at entity by entity.
 */
export async function inspectOwnRows(
  task: Task,
  primaries: readonly StoredRow[],
  index: RowIndex,
): Promise<void> {
  const doubtful: StoredRow[] = [];
  const lacking: Lacking[] = [];
  for (const primary of primaries) {
    const expected = expectedRows(task, primary);
    if (!expected) continue;
    const { missing, stale } = compare(expected, index);
    if (missing.length + stale === 0) continue;
    if (!task.mending || stale > 0) doubtful.push(primary);
    else lacking.push(lackingRows(primary, missing));
  }
  const { sent, refused } = await sendMends(task, lacking);
  for (const { count } of sent) for (let n = 0; n < count; n++) task.tally.mended('missing');
  const unclear = [...doubtful, ...refused.map(({ primary }) => primary)];
  await sideBySide(task, unclear, ({ partitionKey, rowKey }, part) =>
    settleEntity(part, partitionKey, rowKey),
  );
}

function compare(
  expected: readonly ExpectedRow[],
  index: RowIndex,
): { readonly missing: readonly ExpectedRow[]; readonly stale: number } {
  const missing: ExpectedRow[] = [];
  let stale = 0;
  for (const own of expected) {
    if (!index.covers(own.row.rowKey)) continue;
    const digest = index.claim(own.row.rowKey);
    if (digest === undefined) missing.push(own);
    else if (digest !== rowDigest(own.row)) stale++;
  }
  return { missing, stale };
}

function lackingRows(primary: StoredRow, missing: readonly ExpectedRow[]): Lacking {
  const inserts = missing.map(({ row }) => ({ kind: 'insert' as const, row }));
  return { primary, count: missing.length, operations: [hold(primary), ...inserts] };
}
