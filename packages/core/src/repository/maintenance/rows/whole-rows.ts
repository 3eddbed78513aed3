import type { StoredRow } from '../../../edm/index.js';
import { readSplitTyped } from '../../split/index.js';
import { sideBySide } from '../side-by-side.js';
import type { Task } from '../task.js';

/**
 * Primary rows with all that is derived from them. What feeds a derivation is in the primary row itself, unless the
 * row is of an older version, of which an upgrader may look at everything, or was laid out before there was such a
 * derivation: then 1 request for each that goes on.
 */
export async function wholeRows(task: Task, rows: readonly StoredRow[]): Promise<readonly StoredRow[]> {
  const { patterns, model } = task.context;
  const { split } = patterns;
  if (!split) return rows;
  const lacks = ({ columns }: StoredRow) =>
    model.upgrades.size > 0 || [...patterns.feeding].some((column) => !(column in columns));
  const whole = new Map<StoredRow, StoredRow | undefined>();
  await sideBySide(
    task,
    rows.filter((row) => split.goesOn(row.columns) && lacks(row)),
    async (row, part) => {
      whole.set(row, await wholeRow(part, row));
    },
  );
  return rows.flatMap((row) => (whole.has(row) ? (whole.get(row) ?? []) : row));
}

/**
 * With the version of the primary row, which is what others hold on to. Of an entity that lost a row, what is left:
 * it is reported as such, and the others are looked at all the same.
 */
export async function wholeRow(task: Task, row: StoredRow): Promise<StoredRow | undefined> {
  const { split } = task.context.patterns;
  if (!split?.goesOn(row.columns)) return row;
  const image = await readSplitTyped(task.context, split, row, task.scope, true);
  if (!image) return undefined;
  const { partitionKey, rowKey, columns, types, parts } = image;
  return { partitionKey, rowKey, columns, types, etag: parts![0]!.etag, timestamp: row.timestamp };
}
