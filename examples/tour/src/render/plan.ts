import type { Plan, RowOperation } from '@tablewright/core';
import type { Versions } from '../versions.js';
import type { Paint } from './colours.js';
import { alignColumns, type Cell } from './columns.js';
import { nameList, plural } from './text.js';

const COLUMNS_WIDTH = 36;

/** One line for each row that is read or written: what, where, which columns, and on which condition. */
export function planLines(plans: readonly Plan[], versions: Versions, width: number, paint: Paint): string[] {
  if (plans.length === 0) return [paint('dim', 'none')];
  return alignColumns(
    plans.flatMap((plan) => planRows(plan, versions)),
    width,
    paint,
  );
}

function planRows(plan: Plan, versions: Versions): Cell[][] {
  if (plan.kind === 'pointRead') {
    const columns = plan.select ? plan.select.join(', ') : 'every column';
    const why = plan.purpose === 'resolve' ? `${columns}, to settle the doubt` : columns;
    return [[{ text: 'read', style: 'cyan' }, ...address(plan.entity, plan), { text: why, style: 'dim' }]];
  }
  if (plan.kind === 'scan') {
    const columns = plan.select ? plan.select.join(', ') : 'every column';
    return [
      [
        { text: 'list', style: 'cyan' },
        { text: plan.entity },
        { text: plan.filter ?? 'the whole table' },
        { text: columns, style: 'dim' },
      ],
    ];
  }
  const rows = plan.operations.map((operation) => [
    { text: operation.kind, style: 'cyan' } as const,
    ...address(plan.entity, operation.row),
    { text: columnsOf(operation) },
    { text: conditionOf(operation, versions) },
  ]);
  const together: Cell[] = [{ text: `one transaction of ${plural(rows.length, 'operation')}`, style: 'dim' }];
  return rows.length > 1 ? [together, ...rows] : rows;
}

function address(entity: string, keys: { readonly partitionKey: string; readonly rowKey: string }): Cell[] {
  return [{ text: entity }, { text: `${keys.partitionKey} / ${keys.rowKey}` }];
}

function columnsOf({ kind, row }: RowOperation): string {
  const names = Object.keys(row.columns);
  return kind === 'delete' ? '' : nameList(names, COLUMNS_WIDTH);
}

function conditionOf(operation: RowOperation, versions: Versions): string {
  return 'ifMatch' in operation ? `If-Match ${versions.name(operation.row, operation.ifMatch)}` : '';
}
