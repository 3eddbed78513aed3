import { SYSTEM_PREFIX } from '../../../keys/index.js';
import { nextKeyAfter } from './next-after.js';

/** A place between keys: right before a key, or right after it. */
export interface Cut {
  readonly key: string;
  readonly after: boolean;
}

/** The keys between two cuts, in the order of UTF-16 code units that the service sorts by. */
export interface CutRange {
  readonly from: Cut;
  readonly to: Cut;
}

export const before = (key: string): Cut => ({ key, after: false });
export const after = (key: string): Cut => ({ key, after: true });

/** Where all keys begin, and where those of users end. */
export const FIRST = before('');
export const LAST = before(SYSTEM_PREFIX);

/** Exactly one key. */
export function onlyKey(key: string): CutRange {
  return { from: before(key), to: after(key) };
}

/** Every key that begins with a text. No range reaches into the system rows. */
export function keysBeginningWith(prefix: string): CutRange {
  return { from: before(prefix), to: endOf(prefix) };
}

/** Right behind the keys that begin with a text. */
export function endOf(prefix: string): Cut {
  return prefix === '' ? LAST : before(nextKeyAfter(prefix));
}

export function isOneKey({ from, to }: CutRange): boolean {
  return from.key === to.key && !from.after && to.after;
}

export function isEmpty({ from, to }: CutRange): boolean {
  return compareCuts(from, to) >= 0;
}

export function compareCuts(a: Cut, b: Cut): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return Number(a.after) - Number(b.after);
}

export function intersect(a: CutRange, b: CutRange): CutRange {
  return {
    from: compareCuts(a.from, b.from) >= 0 ? a.from : b.from,
    to: compareCuts(a.to, b.to) <= 0 ? a.to : b.to,
  };
}

/** The smallest range that holds both. */
export function hull(a: CutRange, b: CutRange): CutRange {
  return {
    from: compareCuts(a.from, b.from) <= 0 ? a.from : b.from,
    to: compareCuts(a.to, b.to) >= 0 ? a.to : b.to,
  };
}
