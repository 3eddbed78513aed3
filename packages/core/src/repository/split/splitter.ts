import { type Change, isSplit, type RowPart, type SplitWrite } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';

const NO_PARTS: readonly RowPart[] = [];

/** How changes of an entity become changes of its rows; `undefined` where it always has one. */
export function splitterOf(
  { patterns, store }: RepositoryContext,
  apart = false,
): ((change: Change) => SplitWrite) | undefined {
  const { split, feeding } = patterns;
  if (!split) return undefined;
  return (change) => {
    const stored = change.asStored ?? change.before;
    const parts = isSplit(stored) ? stored.parts : NO_PARTS;
    const { limits, newId } = store;
    return split.write({ ...change, parts }, { limits, feeding, newId, apart });
  };
}
