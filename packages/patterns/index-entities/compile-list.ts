import type { CompiledTemplate, DefinitionScope, DerivationState } from '@tablewright/core';
import { checkDefaults } from '../shared/check-defaults.js';
import { type Chunks, chunksOf } from '../shared/chunks.js';
import { type Sparse, sparseOf } from '../shared/sparse.js';
import { IdList } from './id-list.js';
import type { ReadList } from './read-declarations.js';

/** Lists that were checked against their entity. */
export interface CompiledList {
  readonly name: string;
  readonly state: DerivationState;
  readonly column: string;
  /** The template of a list's RowKey. */
  readonly row: CompiledTemplate;
  readonly chunks: Chunks;
  readonly ids: IdList;
  readonly sparse: Sparse | undefined;
}

/** Checks one declaration. Whatever cannot work fails here, with what to do instead. */
export function compileList(scope: DefinitionScope, declaration: ReadList): CompiledList {
  const { name, state, column, chunks } = declaration;
  const row = scope.compileTemplate(declaration.row, 'row');
  if (row.encodePrefix({}, 0) === '') {
    scope.fail(
      `'${name}': its rows could not be told apart from others. Begin '${declaration.row}' with a literal of its own, such as '${name}_'.`,
      'ROWS_INSEPARABLE',
    );
  }
  const sparse = sparseOf(scope, declaration);
  checkDefaults(scope, declaration, row);
  return {
    name,
    state,
    column,
    row,
    chunks: chunksOf(chunks),
    ids: new IdList(column, scope.model.name),
    sparse,
  };
}
