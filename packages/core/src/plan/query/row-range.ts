import { filterText } from './filter/filter.js';
import { keyTest } from './filter/key-filter.js';
import type { ScanPlan } from './query-plan.js';

export interface RowRange {
  readonly entity: string;
  readonly table: string;
  /** Left out: all partitions. */
  readonly partitionKey?: string;
  /** Of all partitions: only those behind this one, and before that one. */
  readonly afterPartition?: string | undefined;
  readonly beforePartition?: string;
  /** The first RowKey, and the first one that is too far. */
  readonly from?: string;
  readonly to?: string;
  readonly select?: readonly string[];
}

/** Lists rows by their keys alone, whatever they hold. */
export function scanRows(range: RowRange): ScanPlan {
  const { entity, table, partitionKey, afterPartition, beforePartition, from, to, select } = range;
  const parts = [
    ...(partitionKey === undefined ? [] : [keyTest('PartitionKey', 'eq', partitionKey)]),
    ...(afterPartition === undefined ? [] : [keyTest('PartitionKey', 'gt', afterPartition)]),
    ...(beforePartition === undefined ? [] : [keyTest('PartitionKey', 'lt', beforePartition)]),
    ...(from === undefined || from === '' ? [] : [keyTest('RowKey', 'ge', from)]),
    ...(to === undefined ? [] : [keyTest('RowKey', 'lt', to)]),
  ];
  return {
    kind: 'scan',
    entity,
    table,
    ...(parts.length > 0 && { filter: filterText({ kind: 'all', parts }) }),
    ...(partitionKey !== undefined && { partitionKey }),
    ...(select && { select }),
  };
}
