import { type Change, fold } from '../../plan/index.js';

/** Two changes of one entity as one; `undefined` when the second undoes the first. */
export function compose(first: Change, second: Change): Change | undefined {
  const primary = fold(first.primary, second.primary);
  if (!primary) return undefined;
  return { primary, before: first.before, after: second.after };
}
