import { type Columns, type ColumnTypes, emptyColumns, emptyTypes, type Row } from '../../edm/index.js';
import type { Change } from './change.js';

/** The change with further columns in the row that it writes. A deletion writes none. */
export function withColumns(
  change: Change,
  { columns, types }: { readonly columns: Columns; readonly types: ColumnTypes },
): Change {
  const { primary, after } = change;
  if (!after || primary.kind === 'delete') return change;
  const add = (row: Row): Row => ({
    ...row,
    columns: Object.assign(emptyColumns(), row.columns, columns),
    types: Object.assign(emptyTypes(), row.types, types),
  });
  const result = primary.kind === 'merge' && primary.result;
  return {
    ...change,
    after: add(after),
    primary: {
      ...primary,
      row: add(primary.row),
      ...(result && { result: Object.assign(emptyColumns(), result, columns) }),
    },
  };
}
