import type { CompiledTemplate, DefinitionScope, DerivationState } from '@tablewright/core';
import { checkDefaults } from '../shared/check-defaults.js';
import { type Chunks, chunksOf } from '../shared/chunks.js';
import { type Sparse, sparseOf } from '../shared/sparse.js';
import type { ReadSummary } from './read-declarations.js';
import { type Term, termsOf } from './terms.js';

/** A summary that was checked against its entity. */
export interface CompiledSummary {
  readonly name: string;
  readonly state: DerivationState;
  /** The column that holds the number of entities. */
  readonly count: string;
  /** The template of its RowKeys. */
  readonly row: CompiledTemplate;
  readonly terms: readonly Term[];
  readonly shards: Chunks;
  readonly sparse: Sparse | undefined;
}

/** Checks one declaration. Whatever cannot work fails here, with what to do instead. */
export function compileSummary(scope: DefinitionScope, declaration: ReadSummary): CompiledSummary {
  const { name, state, count, shards } = declaration;
  const row = scope.compileTemplate(declaration.row, 'row');
  if (row.encodePrefix({}, 0) === '') {
    scope.fail(
      `'${name}': its rows could not be told apart from others. Begin '${declaration.row}' with a literal of its own, such as '${name}_'.`,
      'ROWS_INSEPARABLE',
    );
  }
  const terms = termsOf(scope, declaration);
  if (terms.some(({ total }) => total === count)) {
    scope.fail(`'${name}': the count and a sum would both be in '${count}'. Name another column.`);
  }
  const sparse = sparseOf(scope, declaration);
  checkDefaults(scope, declaration, row);
  return { name, state, count, row, terms, shards: chunksOf(shards), sparse };
}
