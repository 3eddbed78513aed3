import { type Lookup, lookupsOf } from '../../../plan/index.js';
import type { Worked } from './work-out.js';

/**
 * The first items, up to one that has to see a row which another of them writes, or writes one that another has to
 * see: they happen one after the other, and in one transaction they would happen at once. It goes with the next one.
 */
export function independent(worked: readonly Worked[]): readonly Worked[] {
  if (!worked.some(({ entity }) => entity.derivations.length > 0)) return worked;
  const written: string[] = [];
  const seen: Lookup[] = [];
  for (const [position, { pending, entity }] of worked.entries()) {
    const { rowKey } = pending.write.keys;
    const looked = lookupsOf([entity]);
    const dependent =
      looked.some((lookup) => written.some((other) => covers(lookup, other))) ||
      seen.some((lookup) => covers(lookup, rowKey));
    if (dependent) return worked.slice(0, position);
    written.push(rowKey);
    seen.push(...looked);
  }
  return worked;
}

function covers(lookup: Lookup, rowKey: string): boolean {
  return 'rowKey' in lookup ? lookup.rowKey === rowKey : lookup.from <= rowKey && rowKey < lookup.to;
}
