import type { DefinitionScope, EntityModel } from '@tablewright/core';

/** Properties of one side and, for each, the property of the other side that has the same value. */
export type Pairs = ReadonlyMap<string, string>;

/** Reads a declared mapping, whoever wrote it. */
export function readPairs(scope: DefinitionScope, name: string, option: string, given: unknown): Pairs {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return scope.fail(`'${name}': ${option} is an object of property names: { department: 'name' }.`);
  }
  const entries = Object.entries(given as Readonly<Record<string, unknown>>);
  const pairs = new Map<string, string>();
  for (const [left, right] of entries) {
    if (typeof right !== 'string' || right === '') {
      return scope.fail(`'${name}': ${option} names a property for '${left}', as text.`);
    }
    pairs.set(left, right);
  }
  if (pairs.size === 0) return scope.fail(`'${name}': ${option} names at least one property.`);
  return pairs;
}

/** Mapped properties, and getters that are not stored: whatever an instance is known to have. */
export function hasProperty({ properties, entity }: EntityModel, name: string): boolean {
  return properties.has(name) || (!(name in Object.prototype) && name in (entity.prototype as object));
}

/** Refuses options that a declaration does not have: a misspelled one would be ignored. */
export function readOptions(
  { fail }: DefinitionScope,
  name: string,
  declaration: unknown,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof declaration !== 'object' || declaration === null || Array.isArray(declaration)) {
    return fail(`'${name}': a relation is declared as an object: { of: EmployeeRepository, by: { … } }.`);
  }
  const options = { ...declaration } as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  if (unknown !== undefined)
    return fail(`'${name}': '${unknown}' is not an option of a relation. Use ${known.join(', ')}.`);
  return options;
}

/** The relations of one declaration, by their names. */
export function readRelations(scope: DefinitionScope, declarations: unknown): readonly [string, unknown][] {
  const isObject = typeof declarations === 'object' && declarations !== null && !Array.isArray(declarations);
  const entries = isObject ? Object.entries(declarations as Readonly<Record<string, unknown>>) : [];
  if (entries.length > 0 && entries.every(([name]) => name !== '')) return entries;
  return scope.fail('declare at least one relation by its name: { manager: { of: Employee, by: { … } } }.');
}
