import type { CompiledTemplate, DefinitionScope, DerivationState } from '@tablewright/core';
import { checkDefaults } from '../shared/check-defaults.js';
import { type Sparse, sparseOf } from '../shared/sparse.js';
import { type CopiedColumns, copiedColumns } from './copied-columns.js';
import type { ReadDeclaration } from './read-declarations.js';
import { rowTemplate } from './row-template.js';

/** An index that was checked against its entity. */
export interface CompiledIndex {
  readonly name: string;
  readonly state: DerivationState;
  readonly unique: boolean;
  /** The template of its RowKeys, as a whole. */
  readonly row: CompiledTemplate;
  /** The array property that has one row for each of its elements. */
  readonly each: string | undefined;
  readonly sparse: Sparse | undefined;
  /** The properties that its rows carry besides the keys; `undefined`: all. */
  readonly project: readonly string[] | undefined;
  readonly columns: CopiedColumns;
}

/** Checks one declaration. Whatever cannot work fails here, with what to do instead. */
export function compileIndex(scope: DefinitionScope, declaration: ReadDeclaration): CompiledIndex {
  const { name, state, unique, each, project } = declaration;
  checkEach(scope, declaration);
  const row = rowTemplate(scope, declaration);
  if (row.encodePrefix({}, 0) === '') {
    scope.fail(
      `index '${name}': its rows could not be told apart from others. Begin '${declaration.row}' with a literal of its own, such as '${name}_'.`,
      'ROWS_INSEPARABLE',
    );
  }
  if (each && !row.variables.some((variable) => variable.name === each.property)) {
    scope.fail(`index '${name}': each names '${each.property}', which the template does not. Add it there.`);
  }
  const sparse = sparseOf(scope, declaration);
  checkDefaults(scope, declaration, row);
  return {
    name,
    state,
    unique,
    row,
    each: each?.property,
    sparse,
    project,
    columns: copiedColumns(scope, declaration),
  };
}

function checkEach({ model, fail }: DefinitionScope, { name, each }: ReadDeclaration): void {
  if (each && model.properties.get(each.property)?.kind !== 'json') {
    fail(`index '${name}': each names '${each.property}', which is not an array. Use a @Json() array.`);
  }
}
