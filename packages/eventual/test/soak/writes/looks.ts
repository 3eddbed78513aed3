import type { Random } from '@tablewright/testing/simulation';
import {
  COLORS,
  FIRST_SHARED,
  LABELS,
  SHARED_PER_GROUP,
  SIZES_OF_ITEMS,
  TALLIES_PER_GROUP,
} from '../places.js';

/** What copies are made of. Now and then a value is missing, and with it the copy. */
export function looksOf(chances: Random): { readonly color?: string; readonly size?: number } {
  return {
    ...(chances.below(6) > 0 && { color: chances.pick(COLORS) }),
    ...(chances.below(6) > 0 && { size: chances.pick(SIZES_OF_ITEMS) }),
  };
}

/** Another value of one of the properties that are in keys of copies, or none. */
export function changeOf(chances: Random) {
  switch (chances.below(5)) {
    case 0:
      return { color: undefined };
    case 1:
      return { size: undefined };
    case 2:
      return { color: chances.pick(COLORS) };
    case 3:
      return { size: chances.pick(SIZES_OF_ITEMS) };
    default:
      return { label: chances.pick(LABELS) };
  }
}

export function tallyId(chances: Random): number {
  return chances.between(1, TALLIES_PER_GROUP);
}

export function sharedId(chances: Random): number {
  return FIRST_SHARED + chances.below(SHARED_PER_GROUP);
}
