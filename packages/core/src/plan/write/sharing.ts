import type { Change } from './change.js';
import type { Contributions } from './derivation.js';
import type { PlannedChange } from './planned-change.js';

/** The changes that feed each contribution, with the number of the first of them. */
export function sharing(
  changes: readonly PlannedChange[],
): readonly (readonly [Contributions, readonly Change[], number])[] {
  const feeding = new Map<Contributions, { readonly first: number; readonly of: Change[] }>();
  for (const { change, derivations, item } of changes) {
    for (const derivation of derivations) {
      if (derivation.kind !== 'contributions') continue;
      const entry = feeding.get(derivation) ?? { first: item, of: [] };
      entry.of.push(change);
      feeding.set(derivation, entry);
    }
  }
  return [...feeding].map(([derivation, { first, of }]) => [derivation, of, first] as const);
}
