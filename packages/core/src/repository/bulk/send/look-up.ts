import type { FoundRows } from '../../../plan/index.js';
import type { CallScope } from '../../../store/index.js';
import { lookups } from '../../write/plan-writes.js';
import { readLookups } from '../../write/read-rows.js';
import type { Limiter } from '../run/limiter.js';
import { workOf } from './fit.js';
import type { Worked } from './work-out.js';

/** The rows that derivations ask to see: 1 request for each row, or for each page of a range. */
export async function lookUp(
  worked: readonly Worked[],
  reads: Limiter,
  scope: CallScope,
): Promise<FoundRows> {
  const { context } = worked[0]!.pending.write;
  const found = await Promise.all(
    lookups(workOf(worked)).map((lookup) => reads.run(() => readLookups(context, [lookup], scope))),
  );
  return new Map(found.flatMap((rows) => [...rows]));
}
