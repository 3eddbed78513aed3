import {
  type CellValue,
  type EdmType,
  type EntityKeys,
  emptyColumns,
  emptyTypes,
  type PointReadPlan,
  type RepositoryContext,
  type Row,
  type RowOperation,
  VERSION_COLUMN,
  type WritePlan,
} from '@tablewright/core';
import type { CompiledSeries } from './compile-series.js';
import { OPERATIONS_COLUMN } from './recent-operations.js';
import { markOf } from './row-keys.js';

/** A cell and its type, by column. */
export type Cells = Readonly<Record<string, readonly [EdmType, CellValue]>>;

/** The row that holds a slot of an entity. */
export interface SlotRow extends EntityKeys {
  readonly owner: EntityKeys;
  /** 0 is the entity's own row. */
  readonly number: number;
  readonly column: string;
  /** By which the entity's own row tells of this one. */
  readonly mark: Cells;
}

export function slotRow(series: CompiledSeries, owner: EntityKeys, index: number): SlotRow {
  const number = series.rowOf(index);
  const { partitionKey, rowKey } = owner;
  return {
    partitionKey,
    rowKey: series.rowKeyOf(rowKey, number),
    owner: { partitionKey, rowKey },
    number,
    column: series.columnOf(index),
    mark: number === 0 ? {} : { [markOf(series.id, number)]: ['Edm.String', '1'] },
  };
}

/** Reads a row without what its other slots hold. */
export function readRow(
  { model, table }: RepositoryContext,
  { partitionKey, rowKey }: EntityKeys,
  columns: readonly string[],
): PointReadPlan {
  const { discriminator } = model;
  const select = ['RowKey', 'Timestamp', VERSION_COLUMN, OPERATIONS_COLUMN, ...columns];
  if (discriminator) select.push(discriminator.column);
  return { kind: 'pointRead', entity: model.name, table, partitionKey, rowKey, select };
}

export function rowOfCells({ partitionKey, rowKey }: EntityKeys, ...all: readonly Cells[]): Row {
  const columns = emptyColumns();
  const types = emptyTypes();
  for (const cells of all) {
    for (const [name, [type, cell]] of Object.entries(cells)) {
      columns[name] = cell;
      types[name] = type;
    }
  }
  return { partitionKey, rowKey, columns, types };
}

export function writePlan(
  { model, table }: RepositoryContext,
  operations: readonly RowOperation[],
): WritePlan {
  return { kind: 'write', entity: model.name, table, operations };
}
