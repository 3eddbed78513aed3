import type { DefinitionScope } from '@tablewright/core';
import type { DeclaredConditions } from './declared-conditions.js';

/**
 * Refuses properties whose default is a function, where they decide which rows there are. An entity without the
 * column would have another row each time that somebody looks, and its old rows could not be found again.
 */
export function checkDefaults(
  { model, fail }: DefinitionScope,
  { name, where }: DeclaredConditions,
  row: { readonly variables: readonly { readonly name: string }[] },
): void {
  const deciding = [
    ...row.variables.map((variable) => variable.name),
    ...where.map(([property]) => property),
  ];
  for (const property of deciding) {
    const found = model.properties.get(property);
    if (found?.makeDefault === undefined || found.constantDefault) continue;
    // A constant array would be one and the same in all entities that lack the column.
    const remedy =
      found.kind === 'json'
        ? 'Make the property optional, without a default.'
        : 'Make the property optional, or give it a constant default.';
    fail(
      `index '${name}': the default of '${property}' is a function, which may give another value each time. ${remedy}`,
    );
  }
}
