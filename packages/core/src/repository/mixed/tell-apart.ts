import type { CompiledTemplate } from '../../keys/index.js';
import { DefinitionError, type EntityModel } from '../../model/index.js';
import { decodes } from './decodes.js';

/** Refuses classes of which a row would not tell to which one it belongs. */
export function checkToldApart(models: readonly EntityModel[]): void {
  models.forEach((a, index) => {
    for (const b of models.slice(index + 1)) {
      if (byDiscriminator(a, b) || byKey(a.partition, b.partition) || byKey(a.row, b.row)) continue;
      throw new DefinitionError(
        `The rows of ${a.name} and ${b.name} cannot be told apart: their keys may begin alike. Give each row template a literal of its own in front (such as 'emp_' and 'dept_'), or both classes the same discriminator column with different types, or the mixed table a resolve function.`,
        { entity: a.name, rule: 'AMBIGUOUS' },
      );
    }
  });
}

/** One column that both write, and that says something else for each. */
function byDiscriminator({ discriminator: a }: EntityModel, { discriminator: b }: EntityModel): boolean {
  return a !== undefined && b !== undefined && a.column === b.column && a.value !== b.value;
}

/** No key of one can be a key of the other. */
function byKey(a: CompiledTemplate, b: CompiledTemplate): boolean {
  const [headOfA, headOfB] = [a.encodePrefix({}, 0), b.encodePrefix({}, 0)];
  if (!headOfA.startsWith(headOfB) && !headOfB.startsWith(headOfA)) return true;
  // A template without variables has one key only.
  if (a.variables.length === 0) return !decodes(b, headOfA);
  return b.variables.length === 0 && !decodes(a, headOfB);
}
