import { columnNameProblem, MAX_KEY_LENGTH } from '../limits/index.js';
import { DefinitionError } from './errors.js';

/** The column that says of which type a row is, and what it says for one class. */
export interface Discriminator {
  readonly column: string;
  readonly value: string;
  /** What it says besides, where rows of several classes are read as one kind. */
  readonly others?: readonly string[];
}

/** Checks the declared discriminator of a class. `owners`: the columns that its properties have. */
export function discriminatorOf(
  entity: string,
  column: unknown,
  owners: ReadonlySet<string>,
): Discriminator | undefined {
  if (column === undefined) return undefined;
  const fail = (message: string): never => {
    throw new DefinitionError(`${entity}: ${message}`, { entity, rule: 'DISCRIMINATOR' });
  };
  if (typeof column !== 'string') return fail('discriminator is the name of a column.');
  const problem = columnNameProblem(column);
  if (problem) fail(`the discriminator's name '${column}' ${problem}.`);
  if (owners.has(column)) {
    fail(
      `'${column}' is the discriminator, which is written by itself: do not map a property to that column.`,
    );
  }
  // It stands in filters and in every row, so it keeps to what a key could hold, too.
  if (
    typeof entity !== 'string' ||
    entity === '' ||
    entity.length > MAX_KEY_LENGTH ||
    !entity.isWellFormed()
  ) {
    fail(`a discriminator needs a type of 1 to ${MAX_KEY_LENGTH} characters: @Entity({ type: '…' }).`);
  }
  return Object.freeze({ column, value: entity });
}
