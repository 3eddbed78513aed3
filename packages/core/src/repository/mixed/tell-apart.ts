import { type CompiledTemplate, isKeyOf } from '../../keys/index.js';
import { DefinitionError, type EntityModel } from '../../model/index.js';
import type { MixedKind } from './member.js';

/** Refuses classes of which a row would not tell to which one it belongs. */
export function checkToldApart(kinds: readonly MixedKind[]): void {
  forEachPair(kinds, (a, b) => {
    const [{ model: first }, { model: second }] = [a, b];
    if (byDiscriminator(first, second)) return;
    if (byKey(first.partition, second.partition) || byKey(first.row, second.row)) return;
    throw new DefinitionError(
      `The rows of ${first.name} and ${second.name} cannot be told apart: their keys may begin alike. Give each row template a literal of its own in front (such as 'emp_' and 'dept_'), or both classes the same discriminator column with different types, or the mixed table a resolve function.`,
      { entity: first.name, rule: 'AMBIGUOUS' },
    );
  });
}

/** Refuses classes of which one would find its rows among those that are derived from another. */
export function checkDerived(kinds: readonly MixedKind[]): void {
  forEachPair(kinds, (a, b) => {
    if (byKey(a.model.partition, b.model.partition)) return;
    if (!hides(a, b) && !hides(b, a)) return;
    throw new DefinitionError(
      `Rows that are derived from ${a.model.name} or ${b.model.name} cannot be told from rows of the other: their row keys begin alike. Give each its own literal in front.`,
      { entity: a.model.name, rule: 'AMBIGUOUS' },
    );
  });
}

/** One column that both write, and that says something else for each. */
function byDiscriminator({ discriminator: a }: EntityModel, { discriminator: b }: EntityModel): boolean {
  return a !== undefined && b !== undefined && a.column === b.column && a.value !== b.value;
}

/** No key of one can be a key of the other. */
function byKey(a: CompiledTemplate, b: CompiledTemplate): boolean {
  const [headOfA, headOfB] = [a.encodePrefix({}, 0), b.encodePrefix({}, 0)];
  if (!beginAlike(headOfA, headOfB)) return true;
  // A template without variables has one key only.
  if (a.variables.length === 0) return !isKeyOf(b, headOfA);
  return b.variables.length === 0 && !isKeyOf(a, headOfB);
}

function hides({ derived }: MixedKind, { model }: MixedKind): boolean {
  const head = model.row.encodePrefix({}, 0);
  return derived.some((prefix) => beginAlike(prefix, head));
}

function beginAlike(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function forEachPair<T>(items: readonly T[], look: (a: T, b: T) => void): void {
  items.forEach((a, index) => {
    for (const b of items.slice(index + 1)) look(a, b);
  });
}
