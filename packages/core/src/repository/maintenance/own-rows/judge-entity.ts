import type { StoredRow } from '../../../edm/index.js';
import { type RowOperation, sameRow } from '../../../plan/index.js';
import type { Finding } from '../finding.js';
import { correction } from '../mend/operations.js';
import { isPrimary } from '../rows/primary.js';
import { readRow, readRows } from '../rows/read.js';
import { wholeRow } from '../rows/whole-rows.js';
import type { Task } from '../task.js';
import { derives, type ExpectedRow, expectedRows, sourceOf } from './expected-rows.js';

/** An own row that is not as it should be. */
export interface Problem {
  readonly finding: Finding;
  /** What puts it right while the entity stays at its version; left out for conflicts. */
  readonly remedy?: RowOperation;
}

/** What one look at an entity and its own rows showed. */
export interface Judgement {
  /** The entity at the version that was judged; left out when it is gone or unreadable. */
  readonly primary?: StoredRow;
  readonly problems: readonly Problem[];
}

const NOTHING_TO_SAY: Judgement = { problems: [] };

/**
 * Looks at an entity and then at its rows: 1 request for each. What it says holds if the entity is still at
 * the same version afterwards: a writer changes an entity's own rows only together with the entity.
 */
export async function judgeEntity(task: Task, partitionKey: string, rowKey: string): Promise<Judgement> {
  const row = await readRow(task, partitionKey, rowKey);
  const primary = row && (await wholeRow(task, row));
  if (!primary || !isPrimary(task.context, primary)) return NOTHING_TO_SAY;
  const expected = expectedRows(task, primary);
  if (!expected) return NOTHING_TO_SAY;
  const keys = expected.map(({ row }) => row.rowKey);
  const stored = await readRows(task, partitionKey, keys);
  const problems: Problem[] = [];
  for (const own of expected) {
    const problem = await judgeRow(task, primary, own, stored.get(own.row.rowKey));
    if (problem) problems.push(problem);
  }
  return { primary, problems };
}

async function judgeRow(
  task: Task,
  primary: StoredRow,
  own: ExpectedRow,
  stored: StoredRow | undefined,
): Promise<Problem | undefined> {
  const remedy = correction(stored, own.row)!;
  if (!stored) return { finding: findingOf('missing', primary, own), remedy };
  if (sameRow(stored, own.row)) return undefined;
  const holder = own.unique ? sourceOf(task, own.derivation, stored) : undefined;
  if (holder !== undefined && holder !== primary.rowKey && (await isLiving(task, own, holder))) {
    return { finding: { ...findingOf('conflict', primary, own), holder } };
  }
  // Replacing it under its ETag takes it from nobody: an entity that comes to derive this row writes it.
  return { finding: findingOf('stale', primary, own), remedy };
}

/** Whether an entity is there that accounts for the row. Of one that is unreadable, this is not ruled out. */
async function isLiving(task: Task, { derivation, row }: ExpectedRow, holder: string): Promise<boolean> {
  const other = await readRow(task, row.partitionKey, holder);
  if (!other || !isPrimary(task.context, other)) return false;
  return derives(task, derivation, other, row.rowKey) ?? true;
}

export function findingOf(
  kind: Finding['kind'],
  primary: StoredRow,
  { row, derivation }: ExpectedRow,
): Finding {
  const { partitionKey, rowKey } = primary;
  return { kind, derivation: derivation.name, partitionKey, rowKey: row.rowKey, primary: rowKey };
}
