import type { FoundRows } from '../../../plan/index.js';
import type { CallScope } from '../../../store/index.js';
import { lookups } from '../../write/plan-writes.js';
import { readLookups } from '../../write/read-rows.js';
import { workOf } from './fit.js';
import type { Worked } from './work-out.js';

const NOTHING: FoundRows = new Map();

/** The rows that derivations ask to see: 1 request for each row, or for each page of a range. */
export async function lookUp(worked: readonly Worked[], reads: CallScope): Promise<FoundRows> {
  const wanted = lookups(workOf(worked));
  return wanted.length === 0 ? NOTHING : readLookups(worked[0]!.pending.write.context, wanted, reads);
}
