import { literal } from './filter/literal.js';
import type { ScanPlan } from './query-plan.js';

export interface RowRange {
  readonly entity: string;
  readonly table: string;
  /** Left out: all partitions. */
  readonly partitionKey?: string;
  /** The first RowKey, and the first one that is too far. */
  readonly from?: string;
  readonly to?: string;
  readonly select?: readonly string[];
}

/** Lists rows by their keys alone, whatever they hold. */
export function scanRows({ entity, table, partitionKey, from, to, select }: RowRange): ScanPlan {
  const bounds = [
    ...(partitionKey === undefined ? [] : [`PartitionKey eq ${literal('Edm.String', partitionKey)}`]),
    ...(from === undefined || from === '' ? [] : [`RowKey ge ${literal('Edm.String', from)}`]),
    ...(to === undefined ? [] : [`RowKey lt ${literal('Edm.String', to)}`]),
  ];
  return {
    kind: 'scan',
    entity,
    table,
    ...(bounds.length > 0 && { filter: bounds.join(' and ') }),
    ...(partitionKey !== undefined && { partitionKey }),
    ...(select && { select }),
  };
}
