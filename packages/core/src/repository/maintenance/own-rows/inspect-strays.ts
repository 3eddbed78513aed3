import type { StoredRow } from '../../../edm/index.js';
import type { Finding } from '../finding.js';
import { MOST_LOOKS, pauseBeforeLook } from '../look-again.js';
import { deletion } from '../mend/operations.js';
import { type Mend, sendMends } from '../mend/send-mends.js';
import { isPrimary } from '../rows/primary.js';
import { readRow } from '../rows/read.js';
import { wholeRow } from '../rows/whole-rows.js';
import { sideBySide } from '../side-by-side.js';
import type { Task } from '../task.js';
import { derives, sourceOf } from './expected-rows.js';
import { derivationOfRow } from './row-index.js';

interface Stray extends Mend {
  readonly row: StoredRow;
  readonly finding: Finding;
}

/**
 * Looks at derived rows that no entity claimed: 3 requests for each, and 1 for every 100 that go. A row that
 * names no entity is not taken for one of ours: it is reported (1 request), and stays.
 *
 * A stray is deleted under its own ETag, without holding the entity that it names: that entity was read after
 * the stray, and did not derive it. Should it, or any other, come to derive the row meanwhile, then its
 * transaction writes the row: a row that need not be unique is put there anew, and a unique one is taken over
 * by its own entity, while to any other it is still taken. In each case the ETag is another one, and the
 * deletion is refused, or the entity was not written.
 */
export async function inspectStrays(
  task: Task,
  partitionKey: string,
  rowKeys: readonly string[],
): Promise<void> {
  let open = rowKeys;
  for (let look = 1; open.length > 0 && look <= MOST_LOOKS; look++) {
    if (look > 1) await pauseBeforeLook(task, look);
    const strays: Stray[] = [];
    await sideBySide(task, open, async (rowKey, part) => {
      const stray = await lookAtRow(part, partitionKey, rowKey);
      if (stray) strays.push(stray);
    });
    open = task.mending ? await remove(task, strays) : await report(task, strays);
  }
  for (const rowKey of open) {
    const derivation = derivationOfRow(task, rowKey).name;
    await task.tally.report({ kind: 'unsettled', derivation, partitionKey, rowKey });
  }
}

/** The row first, then the entity that it names. */
async function lookAtRow(task: Task, partitionKey: string, rowKey: string): Promise<Stray | undefined> {
  const row = await readRow(task, partitionKey, rowKey);
  if (!row) return undefined;
  const derivation = derivationOfRow(task, rowKey);
  const source = sourceOf(task, derivation, row);
  const place = { derivation: derivation.name, partitionKey, rowKey };
  if (source === undefined) {
    await task.tally.report({ kind: 'foreign', ...place });
    return undefined;
  }
  const owner = await readRow(task, partitionKey, source);
  const primary = owner && (await wholeRow(task, owner));
  // Of an unreadable entity nobody knows what belongs to it.
  const isEntity = primary !== undefined && isPrimary(task.context, primary);
  if (isEntity && derives(task, derivation, primary, rowKey) !== false) return undefined;
  const finding: Finding = { kind: 'stray', ...place, primary: source };
  return { row, finding, operations: [deletion(row, row.etag)] };
}

/** It was there all the time, so it was there when its entity did not derive it. */
async function report(task: Task, strays: readonly Stray[]): Promise<readonly string[]> {
  const open: string[] = [];
  await sideBySide(task, strays, async ({ row, finding }, part) => {
    const again = await readRow(part, row.partitionKey, row.rowKey);
    if (again?.etag === row.etag) await task.tally.report(finding);
    else if (again) open.push(row.rowKey);
  });
  return open;
}

async function remove(task: Task, strays: readonly Stray[]): Promise<readonly string[]> {
  const { sent, refused } = await sendMends(task, strays);
  for (const _ of sent) task.tally.mended('stray');
  return refused.map(({ row }) => row.rowKey);
}
