import type { CompiledTemplate, DefinitionScope } from '@tablewright/core';
import type { ReadDeclaration } from './read-declaration.js';

/** An index with a row for each element names an array. */
export function checkEach({ model, fail }: DefinitionScope, { name, each }: ReadDeclaration): void {
  if (each && model.properties.get(each.property)?.kind !== 'json') {
    fail(`index '${name}': each names '${each.property}', which is not an array. Use a @Json() array.`);
  }
}

/** And names it in its RowKeys. */
export function checkEachIsNamed(
  { fail }: DefinitionScope,
  { name, each }: ReadDeclaration,
  row: CompiledTemplate,
): void {
  if (each && !row.variables.some((variable) => variable.name === each.property)) {
    fail(`index '${name}': each names '${each.property}', which the template does not. Add it there.`);
  }
}
