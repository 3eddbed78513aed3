import type { BatchSize, CallScope } from '../../../store/index.js';
import { startOver } from '../../write/congestion.js';
import { Discoveries } from '../../write/discoveries.js';
import { contestedRows } from '../../write/plan-writes.js';
import { lookAround } from '../../write/read-rows.js';
import { inTurn } from '../../write/turns.js';
import type { Pending, Verdict } from '../pending.js';
import { type Failure, settleFailure } from './failure.js';
import { fit, workOf } from './fit.js';
import type { GroupSent } from './group-sent.js';
import { independent } from './independent.js';
import { sendPart } from './send-part.js';
import { workOutEach } from './work-out.js';

export interface SendTools {
  /** For requests that write, and for those that read: each has its own pace. */
  readonly writes: CallScope;
  readonly reads: CallScope;
  readonly size: BatchSize;
}

/** A crowd that loses races is divided; a single item goes on trying for as long as its own call would. */
const GROUP_ATTEMPTS = 10;

/**
 * Sends items of one partition, no two of one row, as one transaction, or the first of them if they are too many.
 * Never throws: what fails is some item's outcome, and what an aborted run did not get to is left.
 */
export async function sendGroup(group: readonly Pending[], tools: SendTools): Promise<GroupSent> {
  const { writes: scope, reads, size } = tools;
  const settled: Verdict[] = [];
  const discoveries = new Discoveries();
  let rest = group;
  let part = group;
  const end = (failure: Failure): GroupSent => {
    const { verdicts, left, ...more } = settleFailure(failure, part, scope);
    return { verdicts: [...settled, ...verdicts], left: [...left, ...rest.slice(part.length)], ...more };
  };
  for (let attempt = 1; ; ) {
    try {
      const { worked, verdicts } = await workOutEach(rest, reads, scope);
      settled.push(...verdicts);
      rest = part = worked.map(({ pending }) => pending);
      if (rest.length === 0) return { verdicts: settled, left: [], tried: 0, kind: 'sent' };
      const together = independent(worked);
      const { context } = rest[0]!.write;
      const sent = await inTurn(
        contestedRows(context, workOf(together)),
        context.store.clock,
        scope,
        async () => {
          const found = await lookAround(context, workOf(together), reads);
          const fitted = fit(together, { found, ...discoveries, inOrder: true }, size);
          part = rest.slice(0, fitted.part.length);
          return sendPart(fitted, scope);
        },
      );
      if ('verdicts' in sent) {
        const tried = part.length;
        return { verdicts: [...settled, ...sent.verdicts], left: rest.slice(tried), tried, kind: 'sent' };
      }
      const { diagnosis, error } = sent;
      if (diagnosis.kind === 'failed') return end(diagnosis);
      if (discoveries.note(diagnosis)) continue;
      const attempts = part.length === 1 ? {} : { attempts: GROUP_ATTEMPTS };
      await startOver(part[0]!.write.context, attempts, attempt++, error, scope);
      for (const pending of rest) pending.seen = undefined;
      if (diagnosis.kind === 'lookAgain') part[diagnosis.item]!.again = true;
      discoveries.forget();
    } catch (error) {
      return end({ error });
    }
  }
}
