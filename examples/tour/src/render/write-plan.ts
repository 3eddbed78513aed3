import type { RowOperation, WritePlan } from '@tablewright/core';
import type { Versions } from '../versions.js';
import type { Cell } from './columns.js';
import { FEW, type PlanEntry } from './plan-entry.js';
import { nameList } from './text.js';

const COLUMNS_WIDTH = 36;

/** A line for each row that is written, under a head where several are written together. */
export function writeEntries(plan: WritePlan, versions: Versions): PlanEntry[] {
  const { operations } = plan;
  const rows = operations.slice(0, FEW).map((operation, i) => rowEntry(plan, operation, i, versions));
  if (operations.length === 1) return rows;
  const { length } = operations;
  if (length <= FEW) return [`one transaction of ${length} operations:`, ...rows];
  const last = operations[length - 1]!.row.rowKey;
  return [`one transaction of ${length} rows, ${addressOf(operations[0]!)} to ${last}`];
}

function rowEntry(plan: WritePlan, operation: RowOperation, index: number, versions: Versions): Cell[] {
  const purpose = plan.purposes?.[index];
  const { entity = plan.entity, derivation } = purpose ?? {};
  return [
    { text: operation.kind, style: 'cyan' },
    { text: derivation ?? entity },
    { text: addressOf(operation) },
    { text: columnsOf(operation) },
    { text: conditionOf(operation, versions) },
  ];
}

function addressOf({ row }: RowOperation): string {
  return `${row.partitionKey} / ${row.rowKey}`;
}

function columnsOf({ kind, row }: RowOperation): string {
  const names = Object.keys(row.columns);
  return kind === 'delete' ? '' : nameList(names, COLUMNS_WIDTH);
}

function conditionOf(operation: RowOperation, versions: Versions): string {
  return 'ifMatch' in operation ? `If-Match ${versions.name(operation.row, operation.ifMatch)}` : '';
}
