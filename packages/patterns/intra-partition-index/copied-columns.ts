import {
  type CellValue,
  type Columns,
  type ColumnTypes,
  type DefinitionScope,
  type EdmType,
  emptyColumns,
  emptyTypes,
  type Row,
} from '@tablewright/core';
import { ROW_COLUMN } from '../shared/row-column.js';
import type { ReadDeclaration } from './read-declarations.js';

const MOST_COLUMNS = 252;

/** What the rows of an index hold. */
export interface CopiedColumns {
  readonly types: ColumnTypes;
  copy(primary: Row): Columns;
}

/**
 * The columns of an index row: those of the projected properties, or of all. The discriminator, the version and
 * key properties that have columns come along, because queries look at them.
 */
export function copiedColumns(
  scope: DefinitionScope,
  { name, project }: Pick<ReadDeclaration, 'name' | 'project'>,
): CopiedColumns {
  const { model } = scope;
  const types = emptyTypes();
  for (const column in model.types) {
    if (project === undefined || column in model.fixed) types[column] = model.types[column]!;
  }
  for (const property of project ?? []) {
    const found = model.properties.get(property);
    if (!found) scope.fail(`index '${name}': project names '${property}', which is not a mapped property.`);
    else if (found.stored) types[found.column] = found.edm;
  }
  for (const { stored, column, edm } of model.keyProperties) if (stored) types[column] = edm;
  const copied = Object.entries(types);
  types[ROW_COLUMN] = 'Edm.String';
  if (copied.length >= MOST_COLUMNS) {
    scope.fail(
      `index '${name}': an index row needs a column of its own, and a row holds ${MOST_COLUMNS}. Say which properties it carries: project: […].`,
    );
  }
  return {
    types: Object.freeze(types),
    copy({ columns, rowKey }) {
      const copy = emptyColumns();
      for (const [column, type] of copied) {
        const cell = columns[column];
        if (cell !== undefined) copy[column] = asDeclared(type, cell);
      }
      copy[ROW_COLUMN] = rowKey;
      return copy;
    },
  };
}

/** Another client may have written a small Int64 as an Int32, which travels as a number. */
function asDeclared(type: EdmType, cell: CellValue): CellValue {
  return type === 'Edm.Int64' ? String(cell) : cell;
}
