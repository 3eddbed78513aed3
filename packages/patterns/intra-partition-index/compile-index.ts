import type { DefinitionScope } from '@tablewright/core';
import { checkEach, checkEachIsNamed } from '../indexing/check-each.js';
import type { CompiledIndex } from '../indexing/compiled-index.js';
import { copiedColumns } from '../indexing/copied-columns.js';
import { checkDefaults } from '../shared/check-defaults.js';
import { sparseOf } from '../shared/sparse.js';
import type { ReadIndex } from './read-indexes.js';
import { rowTemplate } from './row-template.js';

/** An index of the entity's own partition. */
export interface LocalIndex extends CompiledIndex {
  readonly unique: boolean;
}

/** Checks one declaration. Whatever cannot work fails here, with what to do instead. */
export function compileIndex(scope: DefinitionScope, declaration: ReadIndex): LocalIndex {
  const { name, state, unique, each, project } = declaration;
  checkEach(scope, declaration);
  const row = rowTemplate(scope, declaration);
  if (row.encodePrefix({}, 0) === '') {
    scope.fail(
      `index '${name}': its rows could not be told apart from others. Begin '${declaration.row}' with a literal of its own, such as '${name}_'.`,
      'ROWS_INSEPARABLE',
    );
  }
  checkEachIsNamed(scope, declaration, row);
  const sparse = sparseOf(scope, declaration);
  checkDefaults(scope, declaration, row);
  return {
    name,
    state,
    unique,
    partition: scope.model.partition,
    row,
    each: each?.property,
    sparse,
    project,
    columns: copiedColumns(scope, declaration),
  };
}
