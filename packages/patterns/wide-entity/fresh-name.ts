import type { SplitTools } from '@tablewright/core';

const LENGTH = 12;

/** A name for a revision, and for the set that begins with it: hexadecimal, whatever the store makes its ids of. */
export function freshName({ newId }: Pick<SplitTools, 'newId'>): string {
  const hex = newId()
    .toLowerCase()
    .replace(/[^0-9a-f]/g, '');
  return hex.slice(-LENGTH).padStart(LENGTH, '0');
}
