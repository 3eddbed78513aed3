import {
  type CellValue,
  type Columns,
  emptyColumns,
  emptyTypes,
  type Row,
  type RowOperation,
} from '@tablewright/core';
import { WIDE_COLUMN } from './manifest.js';

/** Some columns of an entity as a row of their own. */
export function rowOfColumns(
  entity: Row,
  rowKey: string,
  names: Iterable<string>,
  marks: Readonly<Record<string, CellValue>>,
): Row {
  const columns = emptyColumns();
  const types = emptyTypes();
  for (const name of names) {
    const cell = entity.columns[name];
    if (cell === undefined) continue;
    columns[name] = cell;
    types[name] = entity.types[name]!;
  }
  for (const name in marks) {
    columns[name] = marks[name]!;
    types[name] = 'Edm.String';
  }
  return { partitionKey: entity.partitionKey, rowKey, columns, types };
}

export function markOf(text: string | undefined): Columns {
  return text === undefined ? emptyColumns() : Object.assign(emptyColumns(), { [WIDE_COLUMN]: text });
}

/**
 * Changes nothing, but is refused unless the row is still there, at this version. `result` is all that it holds,
 * where that is known: then its new version is known even when the reply is lost.
 */
export function hold(partitionKey: string, rowKey: string, ifMatch: string, result?: Columns): RowOperation {
  const row = { partitionKey, rowKey, columns: emptyColumns(), types: emptyTypes() };
  return result ? { kind: 'merge', row, ifMatch, result } : { kind: 'merge', row, ifMatch };
}

export function deletion(partitionKey: string, rowKey: string, ifMatch: string): RowOperation {
  const row = { partitionKey, rowKey, columns: emptyColumns(), types: emptyTypes() };
  return { kind: 'delete', row, ifMatch };
}
