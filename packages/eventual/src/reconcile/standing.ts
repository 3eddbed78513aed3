import type { Guard } from '../rows/guard-row.js';
import type { Wanted } from './targets.js';

/**
 * How a partition stands to what an entity wants there at some version. `ahead`: at a later version, or at the same one
 * with other rows, so that what is wanted may be older than what is there.
 */
export type Standing = 'behind' | 'there' | 'ahead';

export function standingOf(guard: Guard | undefined, wanted: Wanted): Standing {
  if (!guard || guard.version < wanted.version) return 'behind';
  const same =
    guard.version === wanted.version &&
    guard.entity === wanted.entity &&
    guard.digest === wanted.digest &&
    guard.fingerprint === wanted.fingerprint;
  return same ? 'there' : 'ahead';
}
