import { hasCode } from '../../../errors/index.js';
import type { Findings, WritePlan } from '../../../plan/index.js';
import type { BatchSize } from '../../../store/index.js';
import { planWrites } from '../../write/plan-writes.js';
import type { Worked } from './work-out.js';

/** The plan of as many items, from the first on, as one transaction takes. */
export interface Fitted {
  readonly part: readonly Worked[];
  readonly plan: WritePlan;
}

/**
 * Cuts a group to what fits, whole items only. Derived rows may be shared between items, so sizes do not simply
 * add up: plans of different lengths are tried, the longest first. At least one item is left.
 */
export function fit(worked: readonly Worked[], findings: Findings, size: BatchSize): Fitted {
  const { limits } = worked[0]!.pending.write.context.store;
  const planOf = (part: readonly Worked[]): WritePlan | undefined => {
    const plan = planTogether(part, findings);
    if (!plan || plan.operations.length > limits.transactionOperations) return undefined;
    return size.of(plan.operations) > limits.transactionBytes ? undefined : plan;
  };
  let best: Fitted | undefined;
  let fits = 0;
  let most = worked.length;
  for (let count = most; fits < most; count = Math.ceil((fits + most) / 2)) {
    const part = worked.slice(0, count);
    const plan = planOf(part);
    if (plan) {
      best = { part, plan };
      fits = count;
    } else most = count - 1;
  }
  if (best) return best;
  // A single item that is too much for one transaction is refused by the store, before anything is sent.
  const part = worked.slice(0, 1);
  return { part, plan: planAll(part, findings) };
}

/** `undefined`: the items cannot be together, such as two that claim one unique value. */
function planTogether(part: readonly Worked[], findings: Findings): WritePlan | undefined {
  try {
    return planAll(part, findings);
  } catch (error) {
    if (hasCode(error, 'TRANSACTION_INVALID') || hasCode(error, 'UNIQUE_VIOLATION')) return undefined;
    throw error;
  }
}

function planAll(part: readonly Worked[], findings: Findings): WritePlan {
  const writes = part.map(({ pending }) => pending.write);
  return planWrites(writes, workOf(part), findings);
}

/** The items of a transaction, numbered by their place in it. */
export function workOf(part: readonly Worked[]) {
  return {
    changes: part.map(({ entity }) => entity.change),
    entities: part.map(({ entity }, item) => ({ ...entity, item })),
  };
}
