import { type Columns, type ColumnTypes, emptyColumns } from '../../edm/index.js';
import type { Change } from './change.js';
import { mergeRows } from './view.js';

/** The change with further columns in the row that it writes. A deletion writes none. */
export function withColumns(
  change: Change,
  added: { readonly columns: Columns; readonly types: ColumnTypes },
): Change {
  const { primary, after } = change;
  if (!after || primary.kind === 'delete') return change;
  const result = primary.kind === 'merge' && primary.result;
  return {
    ...change,
    after: mergeRows(after, added),
    primary: {
      ...primary,
      row: mergeRows(primary.row, added),
      ...(result && { result: Object.assign(emptyColumns(), result, added.columns) }),
    },
  };
}
