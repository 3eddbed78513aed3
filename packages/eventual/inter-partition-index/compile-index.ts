import { type DefinitionScope, tableFor } from '@tablewright/core';
import {
  type CompiledIndex,
  checkDefaults,
  checkEach,
  checkEachIsNamed,
  copiedColumns,
  type ReadDeclaration,
  sparseOf,
} from '@tablewright/patterns/indexing';
import { isTableName } from '../src/places.js';
import { templatesOf } from './row-template.js';

/** An index whose rows are in other partitions. */
export interface RemoteIndex extends CompiledIndex {
  /** `{table}` in it stands for the entity's own; `undefined`: that one itself. */
  readonly table: string | undefined;
}

/** As short as names are. */
const SOME_TABLE = 'Abc';

/** Checks one declaration. Whatever cannot work fails here, with what to do instead. */
export function compileIndex(scope: DefinitionScope, declaration: ReadDeclaration): RemoteIndex {
  const { name, state, each, project, own } = declaration;
  const fail = (problem: string) => scope.fail(`index '${name}': ${problem}`);
  const partition = own.get('partition');
  const table = own.get('table');
  if (typeof partition !== 'string') return fail("partition is a template such as 'age_{country}'.");
  if (table !== undefined && !(typeof table === 'string' && isTableName(tableFor(table, SOME_TABLE)))) {
    return fail(
      "table is the name of a table: a letter, then letters and digits, 3 to 63 in all. {table} stands for the entity's own.",
    );
  }
  checkEach(scope, declaration);
  const templates = templatesOf(scope, declaration, partition);
  if (table === undefined && templates.row.encodePrefix({}, 0) === '') {
    scope.fail(
      `index '${name}': its rows could not be told apart from others. Begin '${declaration.row}' with a literal of its own, such as '${name}_', or name another table.`,
      'ROWS_INSEPARABLE',
    );
  }
  checkEachIsNamed(scope, declaration, templates.row);
  const sparse = sparseOf(scope, declaration);
  checkDefaults(scope, declaration, templates.partition);
  checkDefaults(scope, declaration, templates.row);
  return {
    name,
    state,
    table,
    ...templates,
    each: each?.property,
    sparse,
    project,
    columns: copiedColumns(scope, declaration, true),
  };
}
