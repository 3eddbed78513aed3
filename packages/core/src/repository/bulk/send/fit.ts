import { hasCode } from '../../../errors/index.js';
import type { Findings, WritePlan } from '../../../plan/index.js';
import type { BatchSize } from '../../../store/index.js';
import { planWrites, type WorkedOut } from '../../write/plan-writes.js';
import { surelyFits } from './surely-fits.js';
import type { Worked } from './work-out.js';

/** The plan of as many items, from the first on, as one transaction takes. */
export interface Fitted {
  readonly part: readonly Worked[];
  readonly work: WorkedOut;
  readonly plan: WritePlan;
}

/**
 * Cuts a group to what fits, whole items only. Derived rows may be shared between items, so sizes do not simply
 * add up: plans of different lengths are tried, the longest first. At least one item is left.
 */
export function fit(worked: readonly Worked[], findings: Findings, size: BatchSize): Fitted {
  const { store } = worked[0]!.pending.write.context;
  const { transactionOperations, transactionBytes } = store.limits;
  const fitted = (part: readonly Worked[]): Fitted | undefined => {
    const planned = planTogether(part, findings);
    if (!planned || planned.plan.operations.length > transactionOperations) return undefined;
    const small = surelyFits(planned.plan, store) || size.of(planned.plan.operations) <= transactionBytes;
    return small ? planned : undefined;
  };
  let best: Fitted | undefined;
  let fits = 0;
  let most = worked.length;
  for (let count = most; fits < most; count = Math.ceil((fits + most) / 2)) {
    const whole = fitted(count === worked.length ? worked : worked.slice(0, count));
    if (whole) {
      best = whole;
      fits = count;
    } else most = count - 1;
  }
  if (best) return best;
  // A single item that is too much for one transaction is refused by the store, before anything is sent.
  return planAll(worked.slice(0, 1), findings);
}

/** `undefined`: the items cannot be together, such as two that claim one unique value. */
function planTogether(part: readonly Worked[], findings: Findings): Fitted | undefined {
  try {
    return planAll(part, findings);
  } catch (error) {
    if (hasCode(error, 'TRANSACTION_INVALID') || hasCode(error, 'UNIQUE_VIOLATION')) return undefined;
    throw error;
  }
}

function planAll(part: readonly Worked[], findings: Findings): Fitted {
  const writes = part.map(({ pending }) => pending.write);
  return { part, ...planWrites(writes, workOf(part), findings) };
}

/** What the items of a transaction do together. */
export function workOf(part: readonly Worked[]): WorkedOut {
  const entities = part.map(({ entity }) => entity);
  return { changes: entities.map(({ change }) => change), entities };
}
