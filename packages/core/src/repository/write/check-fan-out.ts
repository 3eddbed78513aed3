import { FanOutError, type WritePlan } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';
import { fitsTransaction } from '../split/index.js';

/** Copies are changed together with their source, or not at all: what does not fit is refused before it is sent. */
export function checkFanOut(plan: WritePlan, context: RepositoryContext): void {
  const copies = plan.purposes?.filter(({ role }) => role === 'copy') ?? [];
  const [first] = copies;
  if (!first || fitsTransaction(plan, context)) return;
  throw new FanOutError(first.entity, first.derivation ?? '', copies.length);
}
