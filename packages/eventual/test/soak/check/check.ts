import type { Told } from '../journal.js';
import { GROUPS } from '../places.js';
import { checkCopies } from './check-copies.js';
import { checkCounts, missingTallies, type Wrong } from './check-counts.js';
import { checkOwn } from './check-own.js';
import type { Stored } from './stored.js';

export interface Checked extends Wrong {
  readonly copies: readonly string[];
}

/** What is wrong with what is stored in the end, by the journals and by the entities themselves. */
export function check(stored: Stored, told: readonly Told[]): Checked {
  const counts = checkCounts(stored, told);
  const own = checkOwn(stored, told);
  return {
    lost: [...missingTallies(stored, GROUPS), ...counts.lost, ...own.lost],
    doubled: [...counts.doubled, ...own.doubled],
    copies: checkCopies(stored),
  };
}
