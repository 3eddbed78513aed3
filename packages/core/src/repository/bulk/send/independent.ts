import { type Lookup, lookupsOf } from '../../../plan/index.js';
import type { Worked } from './work-out.js';

/**
 * The first items, up to one that has to see a row which another of them writes: a copy taken now would be of what
 * is stored before. It goes with the next transaction.
 */
export function independent(worked: readonly Worked[]): readonly Worked[] {
  if (!worked.some(({ entity }) => entity.derivations.length > 0)) return worked;
  const written: string[] = [];
  for (const [position, { pending, entity }] of worked.entries()) {
    const seen = lookupsOf([entity]);
    if (seen.some((lookup) => written.some((rowKey) => covers(lookup, rowKey)))) {
      return worked.slice(0, position);
    }
    written.push(pending.write.keys.rowKey);
  }
  return worked;
}

function covers(lookup: Lookup, rowKey: string): boolean {
  return 'rowKey' in lookup ? lookup.rowKey === rowKey : lookup.from <= rowKey && rowKey < lookup.to;
}
