import { DefinitionError } from './errors.js';

type AnyClass = new (...args: never[]) => object;

/**
 * How instances are made on read. The constructor runs, so that field initialisers and #private fields
 * exist; a class that cannot be constructed without arguments says so now, not in the middle of a query.
 */
export function instanceFactory<E extends object>(
  name: string,
  entity: new (...args: never[]) => E,
  create: (() => object) | undefined,
): () => E {
  const make = (create ?? (() => new (entity as new () => E)())) as () => E;
  let sample: unknown;
  try {
    sample = make();
  } catch (cause) {
    throw new DefinitionError(
      `${name} cannot be made without arguments. Give its constructor defaults, or declare @Entity({ create: () => new ${name}(…) }).`,
      { entity: name, rule: 'CONSTRUCTOR' },
      { cause },
    );
  }
  if (!(sample instanceof (entity as AnyClass))) {
    throw new DefinitionError(`${name}: create() must return an instance of the class.`, {
      entity: name,
      rule: 'CONSTRUCTOR',
    });
  }
  return make;
}
