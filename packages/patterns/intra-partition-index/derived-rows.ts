import type { DefinitionScope, OwnRow, OwnRows } from '@tablewright/core';
import { feedingColumns, keysOf } from '../indexing/keys-of.js';
import { ROW_COLUMN } from '../shared/row-column.js';
import type { LocalIndex } from './compile-index.js';
import { fingerprintOf } from './fingerprint.js';

/** What exists in an index because an entity exists. Works on stored rows alone, and so can be repeated. */
export function derivedRows(scope: DefinitionScope, index: LocalIndex): OwnRows {
  const { name, state, row, unique, columns } = index;
  const keys = keysOf(scope, index);
  return {
    kind: 'ownRows',
    name,
    state,
    fingerprint: fingerprintOf(index, scope.model),
    rowPrefix: row.encodePrefix({}, 0),
    ...(index.project && { columns: feedingColumns(scope, index) }),
    derive(primary): readonly OwnRow[] {
      return keys(primary).map((key) => ({
        row: { ...key, columns: columns.copy(primary), types: columns.types },
        unique,
      }));
    },
    sourceOf(copy) {
      const source = copy.columns[ROW_COLUMN];
      return typeof source === 'string' ? source : undefined;
    },
  };
}
