import { limitsOf } from '../limits/index.js';
import type { EntityModel } from './entity-model.js';
import { DefinitionError } from './errors.js';

/** Refuses a class of which not every entity would fit one row. */
export function checkColumnCount({ name, types }: EntityModel): void {
  const most = limitsOf('storage').properties;
  const count = Object.keys(types).length;
  if (count <= most) return;
  throw new DefinitionError(
    `${name} declares ${count} columns; a row holds ${most}. Group some into one @Json() column, or use .with(WideEntity()).`,
    { entity: name, rule: 'TOO_MANY_COLUMNS' },
  );
}
