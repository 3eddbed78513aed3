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

/** Another value of one of the properties that are in keys of copies. */
export function newValueOf(chances: Random) {
  return chances.pick([
    { color: chances.pick(COLORS) },
    { size: chances.pick(SIZES_OF_ITEMS) },
    { label: chances.pick(LABELS) },
  ]);
}

/** That, or none any more. For entities that were read: an update by key takes `undefined` for no change. */
export function changeOf(chances: Random) {
  return chances.chance(0.3)
    ? chances.pick([{ color: undefined }, { size: undefined }])
    : newValueOf(chances);
}

export function tallyId(chances: Random): number {
  return chances.between(1, TALLIES_PER_GROUP);
}

export function sharedId(chances: Random): number {
  return FIRST_SHARED + chances.below(SHARED_PER_GROUP);
}
