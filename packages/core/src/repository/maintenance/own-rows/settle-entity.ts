import type { StoredRow } from '../../../edm/index.js';
import type { RowOperation } from '../../../plan/index.js';
import { MOST_LOOKS, pauseBeforeLook } from '../look-again.js';
import { hold } from '../mend/operations.js';
import { isOpen, isRefusal, isUnsendable, sendOperations } from '../mend/send-mends.js';
import { readRow } from '../rows/read.js';
import type { Task } from '../task.js';
import { judgeEntity, type Problem } from './judge-entity.js';

type Repairable = Problem & { readonly remedy: RowOperation };

/**
 * Judges an entity's own rows until the verdict holds, then reports it, or puts right what can be. 2 requests
 * and 1 for each own row; to put it right, 1 more for every 99 rows.
 */
export async function settleEntity(task: Task, partitionKey: string, rowKey: string): Promise<void> {
  let wrong: readonly Problem[] = [];
  let most = task.context.store.limits.transactionOperations - 1;
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const { primary, problems } = await judgeEntity(task, partitionKey, rowKey);
    if (!primary || problems.length === 0) return;
    wrong = problems;
    const repairable = task.mending ? problems.filter(isRepairable) : [];
    if (repairable.length === 0) {
      if (await stands(task, primary)) return reportAll(task, problems);
    } else {
      const part = repairable.slice(0, most);
      const outcome = await mend(task, primary, part);
      if (outcome === 'mended') {
        for (const { finding } of part) task.tally.mended(finding.kind);
        // Nothing else was wrong, so there is nothing to look at again.
        if (part.length === problems.length) return;
        continue;
      }
      if (outcome === 'tooLarge' && most === 1) return reportAll(task, problems);
      if (outcome === 'tooLarge') {
        most = Math.max(1, most >> 1);
        continue;
      }
    }
    await pauseBeforeLook(task, look);
  }
  for (const { finding } of wrong) await task.tally.report({ ...finding, kind: 'unsettled' });
}

async function stands(task: Task, { partitionKey, rowKey, etag }: StoredRow): Promise<boolean> {
  return (await readRow(task, partitionKey, rowKey))?.etag === etag;
}

async function reportAll(task: Task, problems: readonly Problem[]): Promise<void> {
  for (const { finding } of problems) await task.tally.report(finding);
}

/** In one transaction that also holds the entity at the version from which the rows were derived. */
async function mend(
  task: Task,
  primary: StoredRow,
  problems: readonly Repairable[],
): Promise<'mended' | 'refused' | 'tooLarge'> {
  try {
    await sendOperations(task, [hold(primary), ...problems.map(({ remedy }) => remedy)]);
    return 'mended';
  } catch (error) {
    if (isUnsendable(error)) return 'tooLarge';
    if (isRefusal(error) || isOpen(task, error)) return 'refused';
    throw error;
  }
}

function isRepairable(problem: Problem): problem is Repairable {
  return problem.remedy !== undefined;
}
